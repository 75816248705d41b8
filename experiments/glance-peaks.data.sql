-- series (an order of the points), the scene's number by the worst of the orders shown, visits over those of random points, scene
WITH c AS (SELECT substr(input, 1, instr(input, ':') - 1) AS scene, kernel, max(value) AS visits FROM counts
  WHERE sweep = 'peaks-visits' AND counter = 'visits' AND kernel IN ('bits', 'shells') GROUP BY 1, 2),
base AS (SELECT kernel, visits AS random FROM c WHERE scene = 'random'),
numbered AS (SELECT scene, row_number() OVER (ORDER BY max(visits)) AS k FROM c GROUP BY scene)
SELECT kernel AS series, k, visits / random AS ratio, scene FROM c JOIN base USING (kernel) JOIN numbered USING (scene) ORDER BY series, k;
