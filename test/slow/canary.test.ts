/** The canaries of test/canary/ in longer runs, one kind at a time, and in what stopped runs leave. */

import { describe, expect, test } from 'vitest';
import { ALLOWED } from '../support/canary/allowed.ts';
import { countsIn, recoveredFrom } from '../support/canary/attack.ts';
import { hasTerminal, interrupted, onTerminal } from '../support/canary/interrupted.ts';
import { KINDS, withMoved } from '../support/canary/kinds.ts';
import { differences } from '../support/canary/moved.ts';
import { MOVED, PLANTED, plantedTable } from '../support/canary/plantedTable.ts';
import {
  PRIVATE,
  play,
  QUICK,
  type Scenario,
  SLOW,
  type Written,
} from '../support/canary/scenarios.ts';
import { refused, search } from '../support/canary/search.ts';

const table = plantedTable(PLANTED);
const moved = plantedTable({ ...MOVED, dose: PLANTED.dose });
const RUN = [
  ...['run', 'table.csv', '--response', 'dead', '--sensitive', 'income,diagnosis', '--truncate'],
  ...['2', '--levels', '1,2', '--families', 'gaussian', '--preset', 'quick', '--threads', '1'],
  ...['--membership', 'both', '--mia', 'all', '--out', 'out'],
];

const played = new Map<string, Promise<Written>>();

/** What a scenario writes about the table; it is played once. */
function writtenBy(scenario: Scenario): Promise<Written> {
  const known = played.get(scenario.name) ?? play(scenario, table.text);
  played.set(scenario.name, known);
  return known;
}

describe.each([...SLOW, PRIVATE])('$name', (scenario) => {
  test.skipIf(scenario === PRIVATE)('moving the canaries changes nothing', async () => {
    expect(differences(await writtenBy(scenario), await play(scenario, moved.text))).toEqual([]);
  });

  test('no canary is found, in any form', async () => {
    expect(refused(search(PLANTED, await writtenBy(scenario)), ALLOWED)).toEqual([]);
  });

  test('no canary is recovered by arithmetic', async () => {
    expect(recoveredFrom(await writtenBy(scenario), table)).toEqual([]);
  });

  test('no count of one to four rows', async () => {
    expect(countsIn(await writtenBy(scenario), table.rows)).toEqual([]);
  });
});

/** What is refused is refused before canaries matter, and takes long for so many commands. */
const SINGLY = QUICK.filter(({ name }) => name !== 'what is refused');

describe.each(SINGLY)('one at a time: $name', (scenario) => {
  test.each(KINDS)('$kind', async ({ moved: kind }) => {
    const other = plantedTable(withMoved(kind));
    expect(differences(await writtenBy(scenario), await play(scenario, other.text))).toEqual([]);
  });
});

describe('a run that is stopped', () => {
  test.each<[NodeJS.Signals, number]>([
    ['SIGINT', 0],
    ['SIGKILL', 20_000],
  ])('by %s, with %d bytes kept', async (signal, size) => {
    const written = await interrupted(table.text, RUN, { signal, size });
    expect([...written.keys()]).toContain('out.resume');
    expect(refused(search(PLANTED, written), ALLOWED)).toEqual([]);
    expect(recoveredFrom(written, table)).toEqual([]);
  });
});

test.runIf(hasTerminal())('what a terminal is shown', async () => {
  const written = await onTerminal(table.text, [...RUN, '--debug', '--force']);
  expect(refused(search(PLANTED, written), ALLOWED)).toEqual([]);
});
