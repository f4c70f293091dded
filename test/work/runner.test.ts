import { describe, expect, test } from 'vitest';
import { cooperative, inline } from '../../src/work/runner.ts';

const units = {
  double: (task: { readonly x: number }) => 2 * task.x,
  fail: (_: { readonly x: number }): number => {
    throw new RangeError('out of reach');
  },
};

describe('inline', () => {
  test('does one unit at a time, at once', async () => {
    const runner = inline(units);
    expect(runner.size).toBe(1);
    expect(await runner.run('double', { x: 4 })).toBe(8);
  });

  test('lets an error through as it is', async () => {
    await expect(inline(units).run('fail', { x: 1 })).rejects.toThrow(/^out of reach$/);
  });
});

describe('cooperative', () => {
  test('gives events a turn before each unit, so that it can be cancelled', async () => {
    const controller = new AbortController();
    const runner = cooperative(units, controller.signal);
    expect(await runner.run('double', { x: 4 })).toBe(8);
    const underWay = runner.run('double', { x: 5 });
    controller.abort(new Error('enough'));
    await expect(underWay).rejects.toThrow('enough');
  });

  test('names the unit that failed and the shape of its input', async () => {
    await expect(cooperative(units, undefined).run('fail', { x: 1 })).rejects.toThrow(
      "Unit of work 'fail' failed: out of reach. Its input: { x: number }",
    );
  });
});
