// The main job on built-in data: simulates the paper's table, fits its C-vine, says what was found
// and how long it took, and samples from the vine.
import {
  discretePseudoObservations,
  fitVine,
  pseudoObservations,
  sampleVine,
  simulatedData,
} from 'tvinesynth';

const SEED = 1;

const { names, columns } = simulatedData(SEED);
const response = discretePseudoObservations(columns.at(-1));
const u = [...columns.slice(0, -1).map(pseudoObservations), response.upper];
const left = u.map((_, j) => (j === u.length - 1 ? response.lower : undefined));
print(
  `The paper's simulated data: ${columns[0].length} rows, ${names.length} variables, seed ${SEED}.`,
);

const [vine, fitSeconds] = await timed(() => fitVine(u, { structure: 'cvine', left }));
print(`\nC-vine with ${names.at(-1)} as the centre of the first tree, fitted in ${fitSeconds}:`);
print('tree  pairs  log-likelihood  families');
for (const [tree, edges] of groups(vine.edges, (edge) => edge.tree)) {
  const families = [...groups(edges, (edge) => edge.family)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([family, { length }]) => (length > 1 ? `${family} x ${length}` : family));
  const logLik = edges.reduce((sum, edge) => sum + edge.logLik, 0);
  print(
    `${pad(tree, 4)}  ${pad(edges.length, 5)}  ${pad(logLik.toFixed(2), 14)}  ${families.join(', ')}`,
  );
}
print(
  `\nlog-likelihood ${vine.logLik.toFixed(2)} with ${vine.parameters} parameters, ` +
    `AIC ${vine.aic.toFixed(2)}, BIC ${vine.bic.toFixed(2)}`,
);

const rows = columns[0].length;
const [sample, sampleSeconds] = await timed(() => sampleVine(vine, rows, { seed: SEED }));
print(`\n${rows} rows sampled in ${sampleSeconds}; the first, on the copula scale:`);
print(sample.map((column, j) => `${names[j]} ${column[0].toFixed(3)}`).join('  '));

function groups(items, key) {
  const found = new Map();
  for (const item of items) found.set(key(item), [...(found.get(key(item)) ?? []), item]);
  return found;
}

async function timed(work) {
  const before = performance.now();
  const value = await work();
  return [value, `${((performance.now() - before) / 1e3).toFixed(2)} s`];
}

function pad(value, width) {
  return String(value).padStart(width);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
