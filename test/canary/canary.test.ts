/**
 * Nobody in anything that is written: every command on a table with a canary of every kind. Moving the
 * canaries changes no byte; none of them is found, in any form, nor by arithmetic; no count of fewer
 * than five rows is there.
 */

import { describe, expect, test } from 'vitest';
import { ALLOWED } from '../support/canary/allowed.ts';
import { countsIn, recoveredFrom } from '../support/canary/attack.ts';
import { differences } from '../support/canary/moved.ts';
import { MOVED, PLANTED, plantedTable } from '../support/canary/plantedTable.ts';
import { play, QUICK, type Scenario, type Written } from '../support/canary/scenarios.ts';
import { refused, search } from '../support/canary/search.ts';

const table = plantedTable(PLANTED);
/** Within the range of its column it may move a mean of five; it is looked for by its digits. */
const moved = plantedTable({ ...MOVED, dose: PLANTED.dose });

const played = new Map<string, Promise<Written>>();

/** What a scenario writes about the table; it is played once. */
function writtenBy(scenario: Scenario): Promise<Written> {
  const known = played.get(scenario.name) ?? play(scenario, table.text);
  played.set(scenario.name, known);
  return known;
}

describe.each(QUICK)('$name', (scenario) => {
  const written = () => writtenBy(scenario);

  test('moving the canaries changes nothing', async () => {
    expect(differences(await written(), await play(scenario, moved.text))).toEqual([]);
  });

  test('no canary is found, in any form', async () => {
    expect(refused(search(PLANTED, await written()), ALLOWED)).toEqual([]);
  });

  test('no canary is recovered by arithmetic', async () => {
    expect(recoveredFrom(await written(), table)).toEqual([]);
  });

  test('no count of one to four rows', async () => {
    expect(countsIn(await written(), table.rows)).toEqual([]);
  });
});

test('the same table gives the same bytes, so that a difference is one of the tables', async () => {
  for (const scenario of QUICK.filter(({ name }) => name === 'run' || name === 'fit and sample')) {
    expect(differences(await writtenBy(scenario), await play(scenario, table.text))).toEqual([]);
  }
});
