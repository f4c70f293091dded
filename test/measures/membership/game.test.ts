import { deserialize, serialize } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { generators } from '../../../src/generators/catalogue.ts';
import type { FittedGenerator, Generator } from '../../../src/generators/generator.ts';
import {
  type MembershipResult,
  membershipAttack,
  playGame,
} from '../../../src/measures/membership/game.ts';
import { type MembershipSettings, resolveGame } from '../../../src/measures/membership/settings.ts';
import { summariseSetsOf } from '../../../src/measures/membership/summariseSets.ts';
import { type MembershipUnits, membershipUnits } from '../../../src/measures/membership/units.ts';
import type { Table } from '../../../src/table/table.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import type { Runner } from '../../../src/work/runner.ts';
import { runUnit } from '../../../src/work/units.ts';
import { people } from './tables.ts';

const table = people(90);
const small: MembershipSettings = {
  generator: 'bootstrap-independent',
  fit: { response: 'y', sensitive: ['b'] },
  targets: [
    { row: 4, kind: 'outlying', sensitive: 'b' },
    { row: 70, kind: 'random' },
  ],
  referenceSize: 60,
  trainSize: 40,
  shadows: 3,
  setsPerShadow: 2,
  iterations: 3,
  sets: 4,
  setSize: 30,
  trees: 15,
};

/** A generator that remembers what it was fitted to and how often sets were drawn. */
function counting(inner: Generator): Generator & { readonly fits: Table[]; rows: number[] } {
  const counted = {
    fits: [] as Table[],
    rows: [] as number[],
    async fit(...args: Parameters<Generator['fit']>) {
      counted.fits.push(args[0]);
      const fitted = await inner.fit(...args);
      return {
        ...fitted,
        sample: (...how: Parameters<typeof fitted.sample>) => {
          counted.rows.push(how[0]);
          return fitted.sample(...how);
        },
      };
    },
  };
  return counted;
}

const rowKeys = ({ columns, rows }: Table) =>
  Array.from({ length: rows }, (_, i) =>
    columns
      .map((column) => (column.kind === 'numeric' ? column.values[i] : column.codes[i]))
      .join(),
  );

describe('the game', () => {
  test('fits no more than it must, and targets are in no other training table', async () => {
    const generator = counting(generators['bootstrap-independent']);
    const result = await membershipAttack(table, {
      ...small,
      generator,
      features: ['naive', 'all', 'nearness'],
      levels: [1, 2, 'full'],
    });
    // shadows 3 (1 + 2), iterations 3 (1 + 2 + 1), whatever the levels and features
    expect(generator.fits.length).toBe(9 + 12);
    // one long sample each: 2 sets of 30 rows for a shadow, 4 in an iteration
    expect(generator.rows).toEqual([...Array(9).fill(60), ...Array(12).fill(120)]);
    expect(result.outcomes.map(({ truncation: level, features }) => [level, features])).toEqual(
      [1, 2, 'full'].flatMap((level) => ['naive', 'all', 'nearness'].map((set) => [level, set])),
    );
    const [first, second] = rowKeys(takeRows(table, [4, 70]));
    const count = (key: string) =>
      generator.fits.filter((fit) => rowKeys(fit).includes(key)).length;
    expect([count(first), count(second)]).toEqual([6, 6]);
    expect(generator.fits.filter(({ rows }) => rows === 40).length).toBe(6);
    expect(generator.fits.filter(({ rows }) => rows === 41).length).toBe(15);
    for (const fit of generator.fits) {
      const keys = rowKeys(fit);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.includes(first) && keys.includes(second)).toBe(false);
    }
    expect(result.generator).toBe('own');
    expect(result.failures).toEqual([]);
  });

  test('one fit of a vine serves all levels with the same random numbers', async () => {
    const settings = {
      ...small,
      generator: 'cvine' as const,
      iterations: 1,
      shadows: 1,
      features: 'naive' as const,
    };
    const both = await membershipAttack(table, { ...settings, levels: [1, 3] });
    const [one] = (await membershipAttack(table, { ...settings, levels: [1] })).outcomes;
    const [three] = (await membershipAttack(table, { ...settings, levels: [3] })).outcomes;
    expect(both.outcomes).toEqual([one, three]);
  });

  test('counts trials by target and iteration', async () => {
    const { outcomes, targets, sizes } = await membershipAttack(table, small);
    expect(outcomes.map(({ features }) => features)).toEqual(['all', 'nearness']);
    for (const outcome of outcomes) {
      expect(outcome.targets.map(({ target }) => target)).toEqual(targets);
      for (const each of outcome.targets) {
        expect(each.trials.map(({ iteration }) => iteration)).toEqual([0, 1, 2]);
        for (const trial of each.trials) {
          expect(trial.advantage).toBe(trial.truePositiveRate - trial.falsePositiveRate);
          expect((trial.truePositiveRate * 4) % 1).toBe(0);
          expect(trial.placebo).toBeDefined();
        }
      }
      expect(outcome.limit.sets.trialsPerClass).toBe(12);
      expect(outcome.limit.fits.trialsPerClass).toBe(3);
    }
    expect(sizes.setSize).toBe(30);
    const without = await membershipAttack(table, { ...small, placebo: false });
    expect(without.outcomes[0].placebo).toBeUndefined();
    // the placebo changes nothing else
    expect(without.outcomes[0].outlying).toEqual(outcomes[0].outlying);
  });

  test('the same seed gives the same result, another one another', async () => {
    const once = await membershipAttack(table, small);
    expect(await membershipAttack(table, small)).toEqual(once);
    expect((await membershipAttack(table, { ...small, seed: 2 })).outcomes).not.toEqual(
      once.outcomes,
    );
  });

  test('notices a generator that reacts to any added row: the placebo shows it', async () => {
    // the number of training rows shows in all its cells
    const generator: Generator = {
      fit: (training) => ({
        sample: (rows) => {
          const taken = takeRows(
            training,
            Array.from({ length: rows }, (_, i) => i),
          );
          return {
            ...taken,
            columns: taken.columns.map((column) =>
              column.kind === 'numeric' && column.name !== 'y'
                ? { ...column, values: column.values.map((x) => x + 100 * (training.rows - 40)) }
                : column,
            ),
          };
        },
      }),
    };
    const { outcomes } = await membershipAttack(table, { ...small, generator, features: 'naive' });
    const [{ median, advantage, placebo }] = outcomes;
    expect(median.all).toBe(0);
    expect(advantage?.estimate).toBe(1);
    expect(median.placebo).toBe(0);
    expect(placebo?.advantage.estimate).toBe(1);
    expect(placebo?.difference.estimate).toBe(0);
  });

  test('tells how far it is, up to the total it named first', async () => {
    const seen: string[] = [];
    await membershipAttack(table, {
      ...small,
      onProgress: ({ done, total }) => seen.push(`${done}/${total}`),
    });
    const total = 9 + 12 + 4;
    expect(seen).toEqual(Array.from({ length: total }, (_, k) => `${k + 1}/${total}`));
  });

  test('is cancelled between units', async () => {
    const controller = new AbortController();
    let last = 0;
    const run = membershipAttack(table, {
      ...small,
      signal: controller.signal,
      onProgress: ({ done }) => {
        last = done;
        if (done === 4) controller.abort(new Error('changed my mind'));
      },
    });
    await expect(run).rejects.toThrow('changed my mind');
    expect(last).toBe(4);
  });

  test('chooses targets by itself: outlying and random ones', async () => {
    const { targets, outcomes } = await membershipAttack(table, {
      ...small,
      targets: { quantiles: [0.05, 0.95], random: 1 },
      features: 'nearness',
      iterations: 1,
    });
    expect(targets.map(({ kind, sensitive }) => [kind, sensitive])).toEqual([
      ['outlying', 'b'],
      ['outlying', 'b'],
      ['random', undefined],
    ]);
    expect(outcomes[0].outlying.length).toBe(2);
    expect(outcomes[0].random.length).toBe(1);
  });

  test('says that a target has a double', async () => {
    const doubled = takeRows(table, [...Array(90).keys(), 70]);
    const { notes } = await membershipAttack(doubled, small);
    expect(notes.join('\n')).toContain('an equal row among the others, which hides them: rows 70.');
  });
});

describe('units of work', () => {
  test('take and give plain data: what is written and read again gives the same result', async () => {
    const game = await resolveGame(table, { ...small, generator: 'cvine', levels: [1, 'full'] });
    const here: Runner<MembershipUnits> = runnerOf((name, task) =>
      runUnit(membershipUnits, name, task),
    );
    const elsewhere: Runner<MembershipUnits> = runnerOf(async (name, task) =>
      deserialize(serialize(await runUnit(membershipUnits, name, deserialize(serialize(task))))),
    );
    expect(await playGame(game, elsewhere)).toEqual(await playGame(game, here));
  });

  test('draw every level with the same random numbers, and no level twice', async () => {
    let drawn = 0;
    const fitted: FittedGenerator = {
      sample(rows, rng) {
        drawn++;
        return takeRows(table, rng.integers(rows, table.rows));
      },
      levels: { highest: 3, at: () => fitted },
    };
    const game = await resolveGame(table, { ...small, levels: [1, 2, 3, 7, 'full'] });
    const result = await summariseSetsOf(
      { fit: () => fitted },
      {
        table,
        trainedOn: Uint32Array.from({ length: table.rows }, (_, row) => row),
        generator: 'own',
        settings: game.settings,
        key: [1, 2, 3, 4],
        levels: game.levels,
        sets: 5,
        setSize: 30,
        plan: game.plan,
      },
    );
    expect(drawn).toBe(3 * 5);
    for (const level of result) expect(level).toEqual(result[0]);
    // sets differ from each other
    const { naive } = result[0];
    const width = (naive as Float64Array).length / 5;
    expect(naive?.slice(0, width)).not.toEqual(naive?.slice(width, 2 * width));
  });

  test('that fail name themselves, and the others are kept', async () => {
    const game = await resolveGame(table, small);
    const whole = await playGame(
      game,
      runnerOf((name, task) => runUnit(membershipUnits, name, task)),
    );
    const failing = (wrong: readonly number[]) => {
      let unit = 0;
      return runnerOf((name, task) => {
        if (wrong.includes(unit++)) throw new Error('out of memory');
        return runUnit(membershipUnits, name, task);
      });
    };
    // shadow 2 with target row 70; iteration 1 with target row 4; placebo of iteration 2; nearness on row 4
    const result = await playGame(game, failing([5, 10, 16, 23]));
    expect(result.failures.map(({ unit }) => unit)).toEqual([
      'shadow 2 with target row 70',
      'iteration 1 with target row 4',
      'iteration 2 with another row',
      'attacker on row 4 at level full with features nearness',
    ]);
    const [all, nearness] = result.outcomes;
    expect(all.targets[0].trials).toEqual(
      whole.outcomes[0].targets[0].trials
        .slice(1)
        .map(({ placebo, ...trial }) => (trial.iteration === 1 ? trial : { ...trial, placebo })),
    );
    expect(all.targets[1].trials.length).toBe(3);
    expect(all.truePositiveRate.estimate * (2 + 3) * 4).toBeCloseTo(
      all.targets
        .flatMap(({ trials }) => trials)
        .reduce((sum, t) => sum + 4 * t.truePositiveRate, 0),
      12,
    );
    expect(nearness.targets[0].trials).toEqual([]);
    expect(nearness.targets[1].trials.length).toBe(3);
    expect(result.notes.at(-1)).toBe(
      '4 of 25 units of work failed. Rates and intervals are of what was run.',
    );
  });

  test('that fail together: a target without shadows, a game without fits', async () => {
    const game = await resolveGame(table, { ...small, features: 'nearness' });
    let unit = 0;
    const result = await playGame(
      game,
      runnerOf((name, task) => {
        // all shadows with target row 4
        if ([1, 4, 7].includes(unit++)) throw new Error('no');
        return runUnit(membershipUnits, name, task);
      }),
    );
    expect(result.failures.at(-1)).toEqual({
      unit: 'attacker on row 4 at level full with features nearness',
      reason: expect.stringContaining('it has no shadows to learn from'),
    });
    expect(result.outcomes[0].targets[0].trials).toEqual([]);
    expect(result.outcomes[0].targets[1].trials.length).toBe(3);

    const none = membershipAttack(table, {
      ...small,
      generator: 'partial-copy',
      fit: { response: 'y', copyShare: 7 },
    });
    await expect(none).rejects.toThrow(
      /^Membership: all 21 fits failed. The first: Unit of work 'summariseSets' failed: Share of copies: found 7.*Its input: \{ table: \{/,
    );
  });

  function runnerOf(run: (name: string, task: unknown) => unknown): Runner<MembershipUnits> {
    return {
      size: 1,
      share: (value: unknown) => value,
      run: async (name: string, task: unknown) => run(name, task),
    } as Runner<MembershipUnits>;
  }
});

describe('what cannot be played is refused', () => {
  const play = (settings: Partial<MembershipSettings>, of = table): Promise<MembershipResult> =>
    membershipAttack(of, { ...small, ...settings });

  test.each<[Partial<MembershipSettings>, string]>([
    [
      { generator: 'cvin' as 'cvine' },
      "Generator: there is none called 'cvin'. Did you mean 'cvine'?",
    ],
    [
      { generator: generators.copy, threads: 2 },
      'one of your own can only work on the calling thread',
    ],
    [{ fit: { response: 'z' } }, "Response: there is no column 'z'."],
    [{ fit: { response: 'y', sensitive: ['q'] } }, "Sensitive columns: there is no column 'q'."],
    [{ seed: -1 }, 'Seed: found -1.'],
    [{ levels: [] }, 'Levels: found none.'],
    [{ levels: [1.5] }, 'Levels: found 1.5. Give whole numbers of at least 0'],
    [{ features: [] }, 'Features: found none.'],
    [{ features: 'mean' as never }, "Features: found 'mean'. Give naive, histogram"],
    [{ iterations: 0 }, 'iterations: found 0. Give a whole number of at least 1.'],
    [{ trainSize: 5 }, 'trainSize: found 5. Give a whole number of at least 10.'],
    [{ setSize: 1 }, 'setSize: found 1. Give a whole number of at least 2.'],
    [{ threads: 0 }, 'Threads: found 0.'],
    [{ targets: [] }, 'Targets: found none.'],
    [
      { targets: [{ row: 90, kind: 'random' }] },
      'Targets: there is no row 90. Rows are counted from 0 to 89.',
    ],
    [
      {
        targets: [
          { row: 9, kind: 'random' },
          { row: 9, kind: 'random' },
        ],
      },
      'Targets: found row 9 twice.',
    ],
    [
      { referenceSize: 500, trainSize: 400 },
      "The table has 90 rows, of which 2 are targets; 88 are left, but the attacker's reference needs 500 of them and each training table 400",
    ],
    [
      { trainSize: 70 },
      'Give referenceSize at most 88 and trainSize at most 60, or leave both out.',
    ],
    [{ referenceSize: 88, trainSize: 88 }, 'and the placebo one row besides'],
  ])('%o', async (settings, message) => {
    await expect(play(settings)).rejects.toThrow(message);
  });

  test('a table that is too small', async () => {
    const few = takeRows(table, [...Array(24).keys()]);
    const targets = [
      { row: 4, kind: 'random' as const },
      { row: 5, kind: 'random' as const },
    ];
    const scaled = {
      referenceSize: undefined,
      trainSize: undefined,
      setSize: undefined,
      targets,
    } as never;
    await expect(play(scaled, few)).rejects.toThrow(
      'Rows: too few for the game. The table has 24 rows, of which 2 are targets; at least 25 rows are needed.',
    );
  });

  test('sizes that were not given shrink with the table, and a note says so', async () => {
    const { referenceSize: _, trainSize: __, setSize: ___, ...settings } = small;
    const { sizes, notes } = await membershipAttack(table, settings);
    expect([sizes.referenceSize, sizes.trainSize, sizes.setSize]).toEqual([50, 40, 40]);
    expect(notes[0]).toContain(
      'of 88 rows that are no targets the attacker knows 50 (4/7), and training tables have 40',
    );
    // the paper's sizes, for the paper's table
    const paper = await resolveGame(people(884), { fit: small.fit });
    expect(paper.sizes).toEqual({
      iterations: 10,
      referenceSize: 500,
      trainSize: 400,
      shadows: 10,
      setsPerShadow: 10,
      sets: 50,
      setSize: 400,
      trees: 100,
    });
    expect(paper.targets.length).toBe(8);
    expect(paper.pool.length).toBe(876);
    const given = await resolveGame(table, { fit: { response: 'y' }, trainSize: 64 });
    expect(given.sizes.referenceSize).toBe(80);
  });
});
