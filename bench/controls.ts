/**
 * Plays the membership game with the paper's sizes against generators whose leakage is known:
 * `npx tsdown --config bench/tsdown.config.ts && node build/bench/controls.js`. What must hold:
 *
 * - copies are caught: with nearness, privacy gain at most 0.1 and AUC at least 0.95;
 * - a generator that never saw the training rows has privacy gain 1 within three standard errors;
 * - the advantage does not fall as the share of copied rows grows, and 10 % are detected.
 *
 * Independent cells leak single values of outlying rows, which naive and histogram summaries may find.
 * Options: --data FILE --response NAME --sensitive NAMES (default: SUPPORT2 in ../shared, Y, totcst),
 * --iterations N (default 10), --features NAMES (default nearness,all), --seed N (default 1).
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { membershipControls } from '../src/measures/membership/controls.ts';
import type { FeatureSet } from '../src/measures/membership/features.ts';
import { membershipAttack } from '../src/measures/membership/game.ts';
import type { MembershipOutcome } from '../src/measures/membership/outcome.ts';
import { readTable } from '../src/table/readTable.ts';

const shared = process.env.TVINESYNTH_SHARED ?? '../shared';
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(shared, 'data', 'real_support2_small.csv') },
    response: { type: 'string', default: 'Y' },
    sensitive: { type: 'string', default: 'totcst' },
    iterations: { type: 'string', default: '10' },
    features: { type: 'string', default: 'nearness,all' },
    seed: { type: 'string', default: '1' },
  },
});
const table = await readTable(new Uint8Array(await readFile(options.data)));
const settings = {
  fit: { response: options.response, sensitive: options.sensitive.split(',') },
  iterations: Number(options.iterations),
  features: options.features.split(',') as FeatureSet[],
  seed: Number(options.seed),
};

line(
  'generator',
  'features',
  'PG',
  'median',
  'outlying',
  'random',
  'placebo',
  'AUC',
  '95 % of advantage',
);
const { outcomes } = await membershipControls(table, settings);
for (const { copies, catchesCopies, unrelated, accusesUnrelated } of outcomes) {
  report(`copy${catchesCopies ? '' : ' (missed)'}`, copies);
  report(`unrelated${accusesUnrelated ? ' (accused)' : ''}`, unrelated);
}
for (const copyShare of [0, 0.05, 0.1, 0.25, 0.5, 1]) {
  const result = await membershipAttack(table, {
    ...settings,
    generator: 'partial-copy',
    fit: { ...settings.fit, copyShare },
  });
  for (const outcome of result.outcomes) report(`${100 * copyShare} % copied`, outcome);
}

function report(name: string, outcome: MembershipOutcome): void {
  const { features, privacyGain, advantage, median, auc } = outcome;
  line(
    name,
    features,
    short(privacyGain?.estimate),
    short(median.all),
    short(median.outlying),
    short(median.random),
    short(median.placebo),
    short(auc),
    `${short(advantage?.low)} to ${short(advantage?.high)}`,
  );
}

function short(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(3);
}

function line(first: string, ...cells: string[]): void {
  process.stdout.write(`${first.padEnd(22)}${cells.map((cell) => cell.padEnd(13)).join('')}\n`);
}
