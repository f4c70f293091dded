/** Moving a canary changes nothing: the same commands on two tables write the same bytes. */

import { beforeAll, describe, expect, test } from 'vitest';
import { differences } from '../support/canary/moved.ts';
import { MOVED, PLANTED, plantedTable } from '../support/canary/plantedTable.ts';
import { play, QUICK, type Written } from '../support/canary/scenarios.ts';

/** Within the range of its column: it may move a mean of five, and is looked for by its digits. */
const { dose } = PLANTED;

describe.each(QUICK)('$name', (scenario) => {
  let planted: Written;
  beforeAll(async () => {
    planted = await play(scenario, plantedTable(PLANTED).text);
  });

  test('repeats its own bytes, so that a difference is one of the tables', async () => {
    expect(differences(planted, await play(scenario, plantedTable(PLANTED).text))).toEqual([]);
  });

  test('all canaries moved at once', async () => {
    const moved = await play(scenario, plantedTable({ ...MOVED, dose }).text);
    expect(differences(planted, moved)).toEqual([]);
  });
});
