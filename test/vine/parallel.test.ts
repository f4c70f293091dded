/** Threads change nothing but the time. Runs the built library: `npm run build` makes it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { familyNames } from '../../src/copula/families/index.ts';
import type * as Library from '../../src/index.ts';
import { fitColumns } from '../../src/vine/fitColumns.ts';
import { vineToJSON } from '../../src/vine/json.ts';
import { type VineRunner, vineUnits } from '../../src/vine/units.ts';
import { resolveStructure } from '../../src/vine/vineSettings.ts';
import { Draw } from '../support/draw.ts';

const BUILT = new URL('../../dist/index.js', import.meta.url).href;
const library = (await import(BUILT)) as typeof Library;

const structures = ['cvine', 'dvine', 'rvine', 'star'] as const;
const { columns, left } = exampleColumns(8, 150, 71);

describe('1, 2 and 8 threads, and any order of the work, give the same bytes', () => {
  test.each(structures)('%s', async (structure) => {
    const [one, two, eight] = await Promise.all(
      [1, 2, 8].map(async (threads) => {
        const vine = await library.fitVine(columns, { structure, left, threads });
        return fingerprint(vine, library.sampleVine(vine, 500, { seed: 9 }));
      }),
    );
    expect(two).toBe(one);
    expect(eight).toBe(one);
  });

  test.each(['cvine', 'star'] as const)('%s by class', async (structure) => {
    const wide = exampleColumns(8, 300, 73);
    // in the lowest class every second column is turned round
    const response = wide.columns[7];
    const lowest = Math.min(...response);
    const turned = wide.columns.map((u, j) =>
      j % 2 === 0 && j < 7 ? u.map((value, r) => (response[r] === lowest ? 1 - value : value)) : u,
    );
    const trees = structure === 'cvine' ? { trees: [1, 2, ...new Array(6).fill(undefined)] } : {};
    for (const byClass of ['auto', 'always'] as const) {
      const [one, two, eight] = await Promise.all(
        [1, 2, 8].map(async (threads) => {
          const settings = { structure, left: wide.left, byClass, threads, ...trees };
          const vine = await library.fitVine(turned, settings);
          expect(vine.edges.filter(({ classes }) => classes).length).toBeGreaterThan(2);
          return fingerprint(vine, library.sampleVine(vine, 500, { seed: 9 }));
        }),
      );
      expect(two).toBe(one);
      expect(eight).toBe(one);
    }
  });

  test.each(structures)('%s, units of work done in another order', async (structure) => {
    const margins = columns.map((u, j) => ({ u, left: left[j] }));
    const choice = resolveStructure({ structure }, columns.length);
    const settings = { families: familyNames, criterion: 'aic', giveUp: true } as const;
    const byClass = structure === 'cvine' || structure === 'star' ? 'auto' : undefined;
    const found = [];
    for (const runner of [shuffled(1, 1), shuffled(2, 5), shuffled(3, 40)]) {
      const vine = await fitColumns(margins, choice, settings, runner, undefined, { byClass });
      found.push(JSON.stringify(vineToJSON(vine)));
    }
    expect(found[1]).toBe(found[0]);
    expect(found[2]).toBe(found[0]);
  });

  /** A runner that answers late, in an order of its own. */
  function shuffled(seed: number, size: number): VineRunner {
    const draw = new Draw(seed);
    return {
      size,
      share: (value) => value,
      inputAt: (address) => address,
      async run(name, task) {
        await new Promise((resolve) => setTimeout(resolve, draw.integer(4)));
        const unit = vineUnits[name] as (
          input: unknown,
        ) => ReturnType<(typeof vineUnits)[typeof name]>;
        return unit(task);
      },
    };
  }
});

describe('a fit on threads', () => {
  test.each([1, 2])('%i: progress goes to the end, edge by edge', async (threads) => {
    for (const structure of ['cvine', 'rvine'] as const) {
      const seen: number[] = [];
      const onProgress = (done: number, total: number) => {
        expect(total).toBe(22);
        seen.push(done);
      };
      await library.fitVine(columns, { structure, left, truncation: 4, threads, onProgress });
      expect(seen).toEqual(Array.from({ length: 22 }, (_, k) => k + 1));
    }
  });

  test.each([1, 2])('%i: what onProgress throws ends the fit', async (threads) => {
    const onProgress = (done: number) => {
      if (done === 3) throw new Error('enough');
    };
    for (const structure of structures) {
      await expect(library.fitVine(columns, { structure, threads, onProgress })).rejects.toThrow(
        'enough',
      );
    }
  });

  test.each([1, 2])('%i: is cancelled at once, at any time', async (threads) => {
    const long = exampleColumns(40, 4000, 72).columns;
    for (const structure of structures) {
      // 0: while the threads are started
      for (const wait of [0, 5, 60, 250]) {
        const controller = new AbortController();
        const cancel = () => controller.abort(new Error('changed my mind'));
        const fit = library.fitVine(long, { structure, threads, signal: controller.signal });
        const begun = performance.now();
        if (wait === 0) cancel();
        else setTimeout(cancel, wait);
        await expect(fit).rejects.toThrow('changed my mind');
        expect(performance.now() - begun - wait).toBeLessThan(1000);
      }
    }
  });

  test('a signal that has fired already is heeded before anything is done', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    for (const threads of [1, 2]) {
      await expect(
        library.fitVine(columns, { structure: 'cvine', threads, signal }),
      ).rejects.toThrow('too late');
    }
  });

  test.each(['finished', 'cancelled', 'failed'])(
    'the program ends by itself when it has %s',
    async (how) => {
      const code = `
      import { fitVine } from ${JSON.stringify(BUILT)};
      let state = 1;
      const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
      const columns = Array.from({ length: 12 }, () => Float64Array.from({ length: 400 }, next));
      const onProgress = (done) => {
        if (${JSON.stringify(how)} === 'failed' && done === 5) throw new Error('enough');
      };
      const controller = new AbortController();
      const { signal } = controller;
      if (${JSON.stringify(how)} === 'cancelled') setTimeout(() => controller.abort(), 100);
      try {
        await fitVine(columns, { structure: 'rvine', threads: 2, signal, onProgress });
        console.log('finished');
      } catch (error) {
        console.log(error.message === 'enough' ? 'failed' : 'cancelled');
      }`;
      const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
        timeout: 20_000,
      });
      expect((await run).stdout.trim()).toBe(how);
    },
  );
});

/** The hash of a model and of a sample from it. */
function fingerprint(vine: Library.Vine, sample: readonly Float64Array[]): string {
  const hash = createHash('sha256').update(JSON.stringify(library.vineToJSON(vine)));
  for (const column of sample) hash.update(column);
  return hash.digest('hex');
}

/** Dependent columns, the last of them discrete. */
function exampleColumns(d: number, rows: number, seed: number) {
  const draw = new Draw(seed);
  const common = draw.column(rows, () => draw.uniform());
  const columns = Array.from({ length: d - 1 }, (_, j) =>
    library.pseudoObservations(common.map((x) => x + (0.3 + 0.2 * j) * draw.uniform())),
  );
  const levels = common.map((x) => Math.floor(3 * x + draw.uniform()));
  const { upper, lower } = library.discretePseudoObservations(levels);
  return { columns: [...columns, upper], left: [...columns.map(() => undefined), lower] };
}
