// Search without a server: every word must be there; headings count more than text.
const input = document.getElementById('search');
const list = document.getElementById('found');
const entries = globalThis.searchIndex.map((entry) => ({
  ...entry,
  head: `${entry.page} ${entry.heading}`.toLowerCase(),
  body: entry.text.toLowerCase(),
}));

function find(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => {
      const scores = words.map((word) =>
        entry.head.includes(word) ? 10 : entry.body.includes(word) ? 1 : 0,
      );
      return { entry, score: scores.includes(0) ? 0 : scores.reduce((a, b) => a + b) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 8)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(entry, words) }));
}

function excerptOf({ text, body }, words) {
  const at = Math.max(
    0,
    Math.min(...words.map((word) => body.indexOf(word)).filter((i) => i >= 0)),
  );
  if (!Number.isFinite(at)) return text.slice(0, 90);
  const start = Math.max(0, at - 30);
  return `${start > 0 ? '…' : ''}${text.slice(start, start + 110)}…`;
}

function show() {
  const found = find(input.value);
  list.replaceChildren(
    ...found.map(({ entry, excerpt }) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = entry.address;
      link.className = 'hit';
      const title = document.createElement('strong');
      title.textContent =
        entry.page === entry.heading ? entry.page : `${entry.page}: ${entry.heading}`;
      const words = document.createElement('span');
      words.textContent = excerpt;
      words.className = 'excerpt';
      link.append(title, words);
      item.append(link);
      return item;
    }),
  );
  if (input.value.trim() !== '' && found.length === 0) list.textContent = 'Nothing found.';
  list.hidden = input.value.trim() === '';
}

input.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape') list.hidden = true;
  else if (event.key === 'Enter' && document.activeElement === input) {
    list.querySelector('a')?.click();
  }
});
document.addEventListener('click', ({ target }) => {
  if (!target.closest('search')) list.hidden = true;
});
