// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// What a page does beyond being read: search, light or dark, contents at the side. All pages can be read without it.
const root = document.documentElement
const store = { get: k => { try { return localStorage.getItem(k) } catch { return null } }, set: (k, v) => { try { localStorage.setItem(k, v) } catch { } } }
function theme(to) { root.dataset.theme = to; root.style.colorScheme = to }
if (store.get('theme')) theme(store.get('theme'))
function wide() { if (matchMedia('(min-width: 70rem)').matches) document.getElementById('contents').open = true }

// index.js, which is loaded when a search begins, calls this with [kind, text, address] for all that can be found.
let index = null
function found_in(entries) {
  index = entries.map(([kind, text, at]) => {
    const low = text.toLowerCase(), bare = low.replace(/^([0-9]+|[a-z])(\.[0-9]+)* /, '')
    return { kind, text, at, bare, names: [low, bare, kind + ' ' + low] }
  })
  search()
}
// Every word must be in the text, if need be without its last s, or be its kind. First comes what is just that; then what its kind and text begin
// with; then texts with all words as they stand, where a word begins; then those where the first word begins one; in the end what has it within a
// word. Of these, chapters, sections and terms come before names and chunks, and of a kind what begins with all of it, and what is short.
const order = ['chapter', 'section', 'term', 'theorem', 'figure', 'table', 'number', 'claim', 'check', 'work', 'name', 'file', 'chunk']
function ranked(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const all = words.join(' ')
  const stem = w => w.length > 3 ? w.replace(/s$/, '') : w, stems = words.map(stem).join(' ')
  const begins = (e, text) => e.names.some(n => (' ' + n).includes(' ' + text)), first = e => e.names.some(n => n.startsWith(all) && !/[0-9]/.test(n[all.length]))
  const score = e => e.names.includes(all) ? order.indexOf(e.kind) :
    words[0] === e.kind && first(e) ? 100 :
    (words.length > 1 && begins(e, stems) ? 1e3 : begins(e, words[0]) ? 1e6 : 1e7) + order.indexOf(e.kind) * 1e4 + (first(e) ? 0 : 1000) + e.bare.length
  return index.filter(e => words.every(w => e.names[2].includes(stem(w)))).map(e => [score(e), e]).sort((a, b) => a[0] - b[0]).slice(0, 40).map(p => p[1])
}
function search() {
  const query = document.getElementById('search').value.trim(), list = document.getElementById('found')
  list.hidden = query.length < 2
  if (list.hidden) return
  if (!index) {
    if (!document.getElementById('index')) document.head.append(Object.assign(document.createElement('script'), { id: 'index', src: 'index.js' }))
    return
  }
  const hits = ranked(query)
  list.replaceChildren(...hits.map(e => {
    const item = document.createElement('li'), a = document.createElement('a'), kind = document.createElement('small')
    a.href = e.at; a.textContent = e.text + ' '; kind.textContent = e.kind + ', ' + e.at.split('.html')[0]; a.append(kind); item.append(a)
    return item
  }), ...(hits.length ? [] : [Object.assign(document.createElement('li'), { textContent: 'nothing is called so' })]))
}
// A box that scrolls can be reached with the tabulator.
function reachable() {
  for (const box of document.querySelectorAll('pre, .scroll, .drawing, p, li'))
    if (box.scrollWidth > box.clientWidth && !box.querySelector('a')) box.tabIndex = 0
}
document.addEventListener('DOMContentLoaded', () => {
  const input = document.getElementById('search'), list = document.getElementById('found')
  input.addEventListener('input', search)
  document.getElementById('theme').addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    theme(dark ? 'light' : 'dark'); store.set('theme', root.dataset.theme)
  })
  document.addEventListener('keydown', e => {
    const links = [...list.querySelectorAll('a')], at = links.indexOf(document.activeElement)
    if (e.key === '/' && document.activeElement !== input) { e.preventDefault(); input.focus() }
    else if (e.key === 'Escape') { list.hidden = true; if (at >= 0) input.focus() }
    else if (!list.hidden && (at >= 0 || document.activeElement === input) && e.key === 'ArrowDown') { e.preventDefault(); links[Math.min(at + 1, links.length - 1)]?.focus() }
    else if (!list.hidden && at >= 0 && e.key === 'ArrowUp') { e.preventDefault(); (links[at - 1] ?? input).focus() }
    else if (e.key === 'Enter' && document.activeElement === input) links[0]?.click()
  })
  document.addEventListener('click', e => { if (e.target !== input) list.hidden = true })
  document.querySelector('.toc').addEventListener('click', () => { document.getElementById('contents').open = true })
  reachable(); addEventListener('resize', reachable)
})
