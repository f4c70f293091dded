import { describe, expect, test } from 'vitest';
import { compare, duration, renderTable } from '../../bench/table.ts';

const timing = (...seconds: number[]) => ({ seconds, cpuSeconds: seconds });

describe('compare', () => {
  const fast = timing(0.9, 1, 5);

  test('sets the medians against each other', () => {
    const row = compare({ what: 'fit', engine: fast, peer: timing(60, 50, 10), atLeast: 50 });
    expect(row).toMatchObject({ ratio: 50, mustReach: '>= 50 x', reached: true });
    expect(row.note).toBeUndefined();
  });

  test('says when the figure is not reached', () => {
    const row = compare({ what: 'fit', engine: fast, peer: timing(49), atLeast: 50 });
    expect(row).toMatchObject({ ratio: 49, reached: false });
  });

  test('wants the other condition too', () => {
    const also = { text: 'AIC no worse', holds: false };
    const row = compare({ what: 'fit', engine: fast, peer: timing(99), atLeast: 50, also });
    expect(row).toMatchObject({ mustReach: '>= 50 x, AIC no worse', reached: false });
  });

  test('gives no verdict without a peer', () => {
    const row = compare({ what: 'fit', engine: fast, peer: undefined, atLeast: 50 });
    expect(row.mustReach).toBe('>= 50 x');
    expect(row.ratio).toBeUndefined();
    expect(row.reached).toBeUndefined();
  });

  test('gives the ratio by CPU time where the machine was busy', () => {
    const peer = { seconds: [200], cpuSeconds: [100] };
    expect(compare({ what: 'fit', engine: fast, peer, note: 'AIC -1' }).note).toBe(
      'AIC -1; the machine was busy: by CPU time the ratio is 100 x',
    );
  });
});

test('the table shows times of one unit, the ratio and the verdict', () => {
  const table = renderTable([
    compare({
      what: 'hinv2, a point',
      engine: timing(0.05),
      peer: timing(1),
      units: 100_000,
      atLeast: 30,
      note: 'exact',
    }),
    { what: 'alone', engine: timing(2) },
  ]);
  expect(table.split('\n')).toEqual([
    'what            engine  cpu     peer     cpu      ratio   must reach',
    '--------------  ------  ------  -------  -------  ------  ----------  -----------',
    'hinv2, a point  500 ns  500 ns  10.0 µs  10.0 µs  20.0 x  >= 30 x     NOT REACHED',
    'alone           2.00 s  2.00 s  -        -        -       -',
    '',
    'hinv2, a point: exact',
  ]);
});

test.each([
  [131.4, '131 s'],
  [1.234, '1.23 s'],
  [0.0234, '23.4 ms'],
  [9e-6, '9.00 µs'],
  [3.5e-10, '0.35 ns'],
  [0, '0.00 ns'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
