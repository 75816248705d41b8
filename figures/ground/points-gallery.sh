#!/bin/bash
# The data sets of the gallery: 600 points of each generator. B: the programs; OUT: where the data go.
set -eu
for g in $("$B"/points --list | awk '{print $1}'); do
  "$B"/points "$g" 600 >"$OUT/gallery-$g.dat"
done
