import { describe, expect, test } from 'vitest';
import { generators } from '../../../src/generators/catalogue.ts';
import { baseOf } from '../../../src/generators/dpvine/base.ts';
import { drawCells } from '../../../src/generators/dpvine/draw.ts';
import { estimatesOf, pairsOf } from '../../../src/generators/dpvine/estimates.ts';
import { fitShape } from '../../../src/generators/dpvine/fitShape.ts';
import { measure, noiseScales } from '../../../src/generators/dpvine/measure.ts';
import { planOf } from '../../../src/generators/dpvine/plan.ts';
import type { SavedDpvine } from '../../../src/generators/dpvine/savedFit.ts';
import {
  type Budget,
  budgetOf,
  type DpvineSettings,
  resolveDpvine,
} from '../../../src/generators/dpvine/settings.ts';
import { factorAt } from '../../../src/generators/dpvine/shape.ts';
import { exactGiven } from '../../../src/generators/dpvine/statistics.ts';
import type { FittedGenerator, GeneratorSettings } from '../../../src/generators/generator.ts';
import { gaussianDelta } from '../../../src/generators/private/accounting.ts';
import { attackBoundOf } from '../../../src/generators/private/attackBound.ts';
import type { ColumnCells } from '../../../src/generators/private/domain.ts';
import { prepareCells } from '../../../src/generators/private/prepare.ts';
import { kernel } from '../../../src/numerics/kernel.ts';
import { pearson } from '../../../src/numerics/pearson.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { checkSchema } from '../../../src/table/schema.ts';
import type { Table } from '../../../src/table/table.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import { numericTable } from '../../support/numericTable.ts';
import { cellsOf } from './cells.ts';

const normals = (n: number, stream: string) =>
  rngFromSeed(5)
    .split(stream)
    .uniforms(n)
    .map((u) => kernel().normalQuantile(u));

/** d columns that depend on y and, through a common part, on each other. */
function table(rows: number, d: number, share = 0.5): Table {
  const y = normals(rows, 'y').map((z) => (kernel().normalCdf(z) < share ? 1 : 0));
  const common = normals(rows, 'common');
  const columns = Object.fromEntries(
    Array.from({ length: d }, (_, j) => {
      const own = normals(rows, `x${j}`);
      const sign = j % 2 === 0 ? 1 : -1;
      return [`x${j}`, own.map((z, i) => 0.5 * z + sign * (0.5 * common[i] + 0.8 * y[i]))];
    }),
  );
  return numericTable({ ...columns, y });
}

function schemaOf(d: number) {
  const names = Array.from({ length: d }, (_, j) => `x${j}`);
  return checkSchema({
    columns: {
      ...Object.fromEntries(names.map((x) => [x, { type: 'continuous', min: -6, max: 6 }])),
      y: { type: 'boolean', levels: ['0', '1'] },
    },
  });
}

function settingsOf(d: number, own: DpvineSettings = {}): GeneratorSettings {
  return { response: 'y', schema: schemaOf(d), noiseSeed: 3, dpvine: own };
}

const fitTo = (of: Table, settings: GeneratorSettings, seed = 1) =>
  generators.dpvine.fit(of, settings, rngFromSeed(seed)) as FittedGenerator;
const saved = (fitted: FittedGenerator) => fitted.save?.() as SavedDpvine;
const NO_NOISE: Budget = {
  mu: 1e9,
  parts: { classes: 1e9, margins: 1e9, response: 1e9, moments: 1e9 },
};

describe('accounting', () => {
  test('mu at delta 1e-5, and the AUC that no attack exceeds', () => {
    const values = [0.1, 0.5, 1, 2.5, 5, 10].map(
      (epsilon) => budgetOf(resolveDpvine({ epsilon })).mu,
    );
    const known = [0.0325, 0.1422, 0.2681, 0.612, 1.1212, 2.0004];
    values.forEach((mu, i) => {
      expect(mu).toBeCloseTo(known[i], 4);
    });
    expect(values.slice(1, 5).map((mu) => attackBoundOf(mu).auc.toFixed(3))).toEqual([
      '0.540',
      '0.575',
      '0.667',
      '0.786',
    ]);
    // on the curve of Balle and Wang, on the side that keeps the promise
    expect(gaussianDelta(1, 1 / values[2])).toBeLessThanOrEqual(1e-5);
    expect(gaussianDelta(1, 1 / (values[2] * 1.0001))).toBeGreaterThan(1e-5);
  });

  test.each([{}, { largest: 1 }, { shares: { margins: 4, moments: 1 } }])(
    'parts %j give back mu',
    (own) => {
      const { mu, parts } = budgetOf(resolveDpvine(own));
      const sum = Object.values(parts).reduce((total, part) => total + part * part, 0);
      expect(Math.abs(Math.sqrt(sum) - mu)).toBeLessThan(1e-12);
    },
  );

  test('of one tree nothing is spent on pairs', () => {
    const { measured } = saved(fitTo(table(400, 3), settingsOf(3, { largest: 1 })));
    expect(measured.moments).toEqual([]);
    expect(fitTo(table(400, 3), settingsOf(3, { largest: 1 })).levels?.highest).toBe(1);
  });
});

describe('what is released', () => {
  test('whole numbers, the same in any order of the rows, and not the exact ones', () => {
    const real = table(500, 4);
    const order = rngFromSeed(8).permutation(500);
    const [a, b] = [real, takeRows(real, order)].map((each) => saved(fitTo(each, settingsOf(4))));
    expect(a).toEqual(b);
    const { classes, margins, response, moments } = a.measured;
    const all = [classes, ...margins, ...response, ...moments].flat();
    expect(all.length).toBe(1 + 4 * 12 + 4 + 2 * 6);
    expect(all.every(Number.isSafeInteger)).toBe(true);
    const other = saved(fitTo(real, { ...settingsOf(4), noiseSeed: 4 }));
    expect(other.measured).not.toEqual(a.measured);
  });

  test('secret noise by default: two fits differ, and nothing says by what', () => {
    const { noiseSeed: _, ...secret } = settingsOf(3);
    const [a, b] = [1, 2].map(() => saved(fitTo(table(400, 3), secret)));
    expect(a.measured).not.toEqual(b.measured);
    expect(JSON.stringify(a)).not.toMatch(/noiseSeed|noiseKey/);
    expect(a.notes[0]).toMatch('Its noise is secret');
  });

  test('noise of the size that was promised: 26 columns at epsilon 1', () => {
    const plan = planOf(cellsOf(2, 25), 'y').columns.map((column) =>
      column.name === 'colour' ? { ...cellsOf(2, 26)[25] } : column,
    );
    const all = planOf(plan, 'y');
    const n = 884;
    const codes = all.columns.map(({ name }) => new Int32Array(n).fill(name === 'y' ? 1 : 0));
    const budget = budgetOf(resolveDpvine({ epsilon: 1 }));
    const scales = noiseScales(all, budget);
    expect(scales.margins).toBeCloseTo(46.8, 1);
    const cells: number[] = [];
    const exact = measure(all, codes, NO_NOISE, true, rngFromSeed(1));
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      const { margins } = measure(all, codes, budget, true, rngFromSeed(run).split('noise'));
      margins.forEach((own, h) => {
        own.forEach((count, b) => {
          cells.push(count - exact.margins[h][b]);
        });
      });
    }
    const sd = Math.sqrt(cells.reduce((sum, x) => sum + x * x, 0) / cells.length);
    // rounding adds a twelfth to the variance; the error of a standard deviation is 1 / sqrt(2 n)
    const expected = Math.sqrt(scales.margins ** 2 + 1 / 12);
    expect(Math.abs(sd / expected - 1)).toBeLessThan(4.9 / Math.sqrt(2 * cells.length));
    expect(Math.abs(sd / 46.8 - 1)).toBeLessThan(0.01);
  });

  test('the empirical privacy loss of neighbours stays below the curve', () => {
    // one column, two classes: all of a neighbour's difference is in one histogram and one count
    const plan = planOf(
      cellsOf(2, 1).filter(({ name }) => name !== 'colour'),
      'y',
    );
    const codes = (last: number) => [
      Int32Array.of(0, 1, 2, 3, 4, last),
      Int32Array.of(0, 1, 0, 1, 0, last === 0 ? 0 : 1),
    ];
    const epsilon = 1;
    const budget = budgetOf(resolveDpvine({ epsilon, delta: 1e-2 }));
    const sds = noiseScales(plan, budget);
    const runs = 20_000;
    // the most telling direction: the cells and the class that differ, each weighed by its noise
    const told = (last: number) =>
      Array.from({ length: runs }, (_, run) => {
        const noise = rngFromSeed(run).split('loss', last);
        const { classes, margins } = measure(plan, codes(last), budget, false, noise);
        return (margins[0][0] - margins[0][5]) / sds.margins ** 2 - classes[0] / sds.classes ** 2;
      });
    const [a, b] = [told(0), told(5)].map((values) => Float64Array.from(values).sort());
    const above = (values: Float64Array, cut: number) => {
      let count = 0;
      for (const value of values) if (value > cut) count++;
      return count / runs;
    };
    let worst = -1;
    for (let q = 0.02; q < 1; q += 0.02) {
      const cut = a[Math.floor(q * runs)];
      for (const e of [0.1, 0.3, 0.6, epsilon]) {
        const delta = above(a, cut) - Math.exp(e) * above(b, cut);
        const error = Math.sqrt((above(a, cut) + Math.exp(2 * e) * above(b, cut)) / runs);
        const most = gaussianDelta(e, 1 / budget.mu);
        worst = Math.max(worst, (delta - most) / error);
      }
    }
    expect(worst).toBeLessThan(3);
    // not by far: a part of the budget is spent in these two, and shows
    const part = Math.sqrt(budget.parts.margins ** 2 + budget.parts.classes ** 2);
    const cut = a[Math.floor(0.5 * runs)];
    const found = above(a, cut) - above(b, cut);
    expect(Math.abs(found - (2 * kernel().normalCdf(part / 2) - 1))).toBeLessThan(0.02);
  });
});

test('noise of sums and products, as correlations: 26 columns and 884 rows at epsilon 1', () => {
  const columns = [...cellsOf(2, 26).slice(0, 26), cellsOf(2, 1)[2]];
  const plan = planOf(columns, 'y');
  const n = 884;
  const codes = columns.map(({ cells }, j) =>
    Int32Array.from({ length: n }, (_, i) => (i * (j + 1)) % cells),
  );
  const budget = budgetOf(resolveDpvine({ epsilon: 1 }));
  const scales = noiseScales(plan, budget);
  // 2 sqrt d / (n mu sqrt .3) and d / (n mu sqrt .35), rows of three quarters of the length sqrt d
  expect(scales.response / 256 / n).toBeCloseTo(0.75 * 0.0786, 3);
  expect((Math.SQRT2 * scales.moments) / (256 * 256) / n).toBeCloseTo(0.5625 * 0.262, 3);
  let [sums, products, counted, multiplied] = [0, 0, 0, 0];
  for (let run = 0; run < 60; run++) {
    const noisy = measure(plan, codes, budget, false, rngFromSeed(run).split('sums'));
    const exact = exactGiven(plan, codes, noisy);
    noisy.response[0].forEach((value, j) => {
      sums += ((value - exact.response[0][j]) / scales.response) ** 2;
      counted++;
    });
    noisy.moments[0].forEach((value, p) => {
      products += ((value - exact.moments[0][p]) / scales.moments) ** 2;
      multiplied++;
    });
  }
  // false alarms: 1e-6 each
  expect(Math.abs(Math.sqrt(sums / counted) - 1)).toBeLessThan(4.9 / Math.sqrt(2 * counted));
  expect(Math.abs(Math.sqrt(products / multiplied) - 1)).toBeLessThan(
    4.9 / Math.sqrt(2 * multiplied),
  );
});

test('without noise, rows of one length: correlations are those of the table to 1e-3', () => {
  // columns of two equal halves: every score is 1 or -1, so that clipping takes the same from every row
  const [d, n] = [4, 400];
  const columns = [
    ...Array.from({ length: d }, (_, j): ColumnCells => ({ ...cellsOf(2, 1)[2], name: `b${j}` })),
    cellsOf(2, 1)[2],
  ];
  const plan = planOf(columns, 'y');
  const rng = rngFromSeed(3);
  const hidden = rng.split('common').uniforms(n);
  const codes = columns.map((_, j) => {
    const own = rng
      .split('own', j)
      .uniforms(n)
      .map((u, i) => u + 0.8 * hidden[i]);
    const middle = Float64Array.from(own).sort()[n / 2];
    return Int32Array.from(own, (value) => (value < middle ? 0 : 1));
  });
  const measured = measure(plan, codes, NO_NOISE, false, rngFromSeed(1));
  const signs = codes.map((own) => Float64Array.from(own, (code) => 2 * code - 1));
  const whole = Math.trunc(256 * 0.999 * 0.75) / 256;
  const found = estimatesOf(baseOf(plan, measured), measured);
  for (let j = 0; j < d; j++) {
    const r = pearson(signs[j], signs[d]);
    expect(Math.abs(found.contrasts[0][j] / whole - r)).toBeLessThan(1e-3);
    for (let k = j + 1; k < d; k++) {
      const p = pairsOf(d).findIndex(([a, b]) => a === j && b === k);
      // within classes: less what both owe to the class, of which clipping takes the same
      const within = pearson(signs[j], signs[k]) - r * pearson(signs[k], signs[d]);
      expect(Math.abs(found.pairs[0][p] / whole / whole - within)).toBeLessThan(1e-3);
    }
  }
});

test('columns that are missing in one row of thousands do not spoil the others', () => {
  const d = 6;
  const real = table(2000, d);
  const gaps = real.columns.slice(0, d).map(({ name }) => name);
  const holed: Table = {
    ...real,
    columns: real.columns.map((column) => {
      if (column.kind !== 'numeric' || !gaps.includes(column.name)) return column;
      return { ...column, values: column.values.map((x, i) => (i === 7 ? Number.NaN : x)) };
    }),
  };
  const numbers = (of: Table, j: number) => (of.columns[j] as { values: Float64Array }).values;
  // synthetic rows may have gaps too
  const correlation = (x: Float64Array, y: Float64Array) => {
    const there = Array.from(x.keys()).filter((i) => !Number.isNaN(x[i] + y[i]));
    const [a, b] = [x, y].map((of) => Float64Array.from(there, (i) => of[i]));
    return pearson(a, b);
  };
  const apart: number[] = [];
  for (let seed = 1; seed <= 4; seed++) {
    const [whole, own] = [
      fitTo(real, settingsOf(d, { epsilon: 1 }), seed),
      fitTo(holed, settingsOf(d, { epsilon: 1, gaps }), seed),
    ].map((fitted) => fitted.sample(4000, rngFromSeed(2)));
    for (let j = 0; j < d; j++) {
      for (let k = 0; k < j; k++) {
        const [a, b] = [whole, own].map((of) => correlation(numbers(of, j), numbers(of, k)));
        apart.push(Math.abs(a - b));
      }
    }
  }
  const mean = apart.reduce((sum, each) => sum + each, 0) / apart.length;
  expect(mean).toBeLessThan(0.2);
});

describe('without noise', () => {
  const [rows, d] = [4000, 5];
  const real = table(rows, d, 0.4);
  const { columns, codes } = prepareCells(real, settingsOf(d), { bins: 200 }, 'left');
  const plan = planOf(columns, 'y');
  const measured = measure(plan, codes, NO_NOISE, true, rngFromSeed(1));
  const scales = noiseScales(plan, NO_NOISE);
  const order = { order: 'asis' as const, sensitive: [], association: 'kendall' as const };
  const shape = fitShape(plan, measured, scales, {
    ...{ shrink: 'none', clipCorrection: false, order },
  });
  const y = Float64Array.from(codes[plan.response]);

  test('class means are the point-biserial correlations, as far as clipping leaves them', () => {
    const found = shape.latents.map(
      ({ sd, means }) => (Math.sign(means[1]) || 0) * Math.sqrt(1 - sd * sd),
    );
    const scores = plan.variables.map(({ column }) => {
      const own = shape.scores.get(column);
      return Float64Array.from(codes[column], (code) => own?.byCell[code] ?? 0);
    });
    const real = scores.map((own) => pearson(own, y));
    // one factor for all: what clipping takes, which unclip.ts gives back
    const factor =
      found.reduce((sum, r, j) => sum + r * real[j], 0) / real.reduce((s, r) => s + r * r, 0);
    expect(factor).toBeGreaterThan(0.5);
    expect(factor).toBeLessThan(1);
    found.forEach((r, j) => {
      expect(Math.abs(r / factor - real[j])).toBeLessThan(0.03);
    });
  });

  test('a whole fit gives back correlations within classes, and with the response', () => {
    const fitted = fitTo(real, settingsOf(d, { epsilon: 1e6, bins: 60, shrink: 'none' }));
    const drawn = fitted.sample(20_000, rngFromSeed(2));
    const within = (of: Table, level: number) => {
      const numbers = of.columns.map((column) =>
        Float64Array.from((column as { values: Float64Array }).values),
      );
      const rowsOf = Array.from(numbers[d].keys()).filter((i) => numbers[d][i] === level);
      return numbers.slice(0, d).map((own) => Float64Array.from(rowsOf, (i) => own[i]));
    };
    for (const level of [0, 1]) {
      const [a, b] = [within(real, level), within(drawn, level)];
      for (let j = 0; j < d; j++) {
        for (let k = 0; k < j; k++) {
          expect(Math.abs(pearson(a[j], a[k]) - pearson(b[j], b[k]))).toBeLessThan(0.08);
        }
      }
    }
    const numbers = (of: Table, j: number) => (of.columns[j] as { values: Float64Array }).values;
    for (let j = 0; j < d; j++) {
      const apart =
        pearson(numbers(real, j), numbers(real, d)) - pearson(numbers(drawn, j), numbers(drawn, d));
      expect(Math.abs(apart)).toBeLessThan(0.05);
    }
  });
});

test('what clipping takes is given back pair by pair, where classes differ and in many columns', () => {
  // one common part of weight .2 or .7 in each class: the .7 loses more than any one factor gives back
  const [rows, d] = [6000, 8];
  const y = normals(rows, 'class').map((z) => (z < -0.25 ? 1 : 0));
  const common = normals(rows, 'all');
  const names = Array.from({ length: d }, (_, j) => `x${j}`);
  const columns = names.map((name, j) => {
    const own = normals(rows, name);
    return own.map((z, i) => {
      const share = y[i] === 1 ? 0.7 : 0.2;
      const value = Math.sqrt(share) * common[i] + Math.sqrt(1 - share) * z + (j < 2 ? y[i] : 0);
      return Math.min(6, Math.max(-6, value));
    });
  });
  const real = numericTable({
    ...Object.fromEntries(names.map((name, j) => [name, columns[j]])),
    y,
  });
  const classOf = (of: Table, level: number) => {
    const numbers = of.columns.map((column) => (column as { values: Float64Array }).values);
    const members = Array.from(numbers[d].keys()).filter((i) => numbers[d][i] === level);
    return numbers.slice(0, d).map((own) => Float64Array.from(members, (i) => own[i]));
  };
  const apart = (own: DpvineSettings) => {
    const fitted = fitTo(real, settingsOf(d, { epsilon: 1e6, bins: 120, shrink: 'none', ...own }));
    const drawn = fitted.sample(20_000, rngFromSeed(2));
    return [0, 1].map((level) => {
      const [a, b] = [classOf(real, level), classOf(drawn, level)];
      let most = 0;
      for (let j = 0; j < d; j++) {
        for (let k = 0; k < j; k++) {
          most = Math.max(most, Math.abs(pearson(a[j], a[k]) - pearson(b[j], b[k])));
        }
      }
      return most;
    });
  };
  for (const most of apart({})) expect(most).toBeLessThan(0.06);
  expect(apart({ clipCorrection: false })[1]).toBeGreaterThan(0.3);
});

describe('levels', () => {
  test('partial correlations vanish beyond the tree, and every matrix is positive definite', () => {
    const d = 8;
    const plan = planOf(cellsOf(2, d - 2), 'y');
    const n = plan.variables.length;
    const codes = plan.columns.map(({ cells }, j) =>
      Int32Array.from({ length: 200 }, (_, i) => (i * (j + 3) + (i >> 3)) % cells),
    );
    const budget = budgetOf(resolveDpvine({ epsilon: 0.1 }));
    const scales = noiseScales(plan, budget);
    const order = { order: 'noisy' as const, sensitive: ['x0'], association: 'kendall' as const };
    for (let seed = 0; seed < 1000; seed++) {
      const measured = measure(plan, codes, budget, true, rngFromSeed(seed));
      const shrink = seed % 2 === 0 ? 'none' : 'sure';
      const shape = fitShape(plan, measured, scales, { shrink, order, clipCorrection: false });
      for (const edges of shape.edges) {
        for (const centres of [0, 1, 3, n - 1]) {
          const factor = factorAt(edges, n, centres);
          for (let j = 0; j < n; j++) {
            let length = 0;
            for (let k = 0; k <= j; k++) length += factor[j * n + k] ** 2;
            // a row of the factor has length 1, and what is left of a variable is above 0
            if (!(Math.abs(length - 1) < 1e-12 && factor[j * n + j] > 0)) {
              throw new Error(`seed ${seed}: row ${j} has length ${length}`);
            }
            for (let k = centres; k < j; k++) {
              if (factor[j * n + k] !== 0)
                throw new Error(`seed ${seed}: tree ${k + 1} is not cut`);
            }
          }
        }
      }
    }
  });

  test('lower levels are cut from the same fit, with the same rows but for what is cut', () => {
    const fitted = fitTo(table(2000, 5), settingsOf(5, { epsilon: 5 }));
    expect(fitted.levels?.highest).toBe(5);
    const [none, first, all] = fitted.levels?.sampleEach?.([0, 1, 5], 4000, rngFromSeed(1)) ?? [];
    const r = (of: Table, a: number, b: number) => {
      const numbers = of.columns.map((column) => (column as { values: Float64Array }).values);
      return pearson(numbers[a], numbers[b]);
    };
    expect(Math.abs(r(none, 0, 5))).toBeLessThan(0.08);
    expect(r(first, 0, 5)).toBeGreaterThan(0.3);
    expect(r(all, 0, 2)).toBeGreaterThan(r(first, 0, 2) + 0.1);
    expect(fitted.levels?.at(5).sample(4000, rngFromSeed(1))).toEqual(all);
    expect(() => fitted.levels?.at(6)).toThrow('Truncation: found 6, but the vine has 5 trees.');
  });

  test('rows do not depend on how many are drawn, cell by cell', () => {
    const plan = planOf(cellsOf(3, 3), 'y');
    const codes = plan.columns.map(({ cells }) =>
      Int32Array.from({ length: 60 }, (_, i) => i % cells),
    );
    const budget = budgetOf(resolveDpvine({ epsilon: 5 }));
    const measured = measure(plan, codes, budget, true, rngFromSeed(1));
    const order = { order: 'asis' as const, sensitive: [], association: 'kendall' as const };
    const shape = fitShape(plan, measured, noiseScales(plan, budget), {
      clipCorrection: false,
      shrink: 'sure',
      order,
    });
    const [whole] = drawCells(plan, shape, [4], 0, 5000, rngFromSeed(2));
    const [part] = drawCells(plan, shape, [4], 2500, 100, rngFromSeed(2));
    whole.forEach((column, j) => {
      expect(Array.from(column.subarray(2500, 2600))).toEqual(Array.from(part[j]));
    });
  });

  test('sensitive columns come first in the order, whatever noise says, unless another is public', () => {
    const settings = { ...settingsOf(4, { epsilon: 0.5, mostNoise: 9 }), sensitive: ['x2'] };
    const fitted = fitTo(table(300, 4), settings);
    expect(saved(fitted).order.sensitive).toEqual(['x2']);
    const given = { ...settingsOf(4, { order: ['x1', 'x0', 'x2', 'x3', 'y'] }) };
    expect(fitTo(table(600, 4), given).sample(5, rngFromSeed(1)).rows).toBe(5);
    expect(() => fitTo(table(600, 4), settingsOf(4, { order: ['x1', 'y'] }))).toThrow('Order');
  });
});

describe('kinds of columns', () => {
  const columns = {
    a: { type: 'continuous', min: -4, max: 4 },
    colour: { type: 'nominal', levels: ['red', 'green', 'blue'] },
    stage: { type: 'ordered', levels: ['I', 'II', 'III'] },
    visits: { type: 'count', min: 0, max: 6 },
    y: { type: 'continuous', min: -5, max: 5 },
  };
  const rows = 3000;
  const a = normals(rows, 'a');
  const e = normals(rows, 'e');
  const y = a.map((x, i) => Math.max(-5, Math.min(5, x + 0.7 * e[i])));
  const text = (name: string, dictionary: string[], code: (i: number) => number) => ({
    kind: 'text' as const,
    name,
    dictionary,
    codes: Int32Array.from({ length: rows }, (_, i) => code(i)),
  });
  const mixed: Table = {
    ...numericTable({ a: a.map((x) => Math.max(-4, Math.min(4, x))) }),
    columns: [
      ...numericTable({ a: a.map((x) => Math.max(-4, Math.min(4, x))) }).columns,
      // green is the lowest by y, red in the middle
      text('colour', ['red', 'green', 'blue'], (i) =>
        i % 10 === 0 ? -1 : a[i] + e[i] < -0.8 ? 1 : a[i] + e[i] < 0.8 ? 0 : 2,
      ),
      text('stage', ['I', 'II', 'III'], (i) => (e[i] < -0.5 ? 0 : e[i] < 0.7 ? 1 : 2)),
      ...numericTable({
        visits: a.map((x, i) =>
          i % 7 === 0 && x > 0 ? Number.NaN : Math.max(0, Math.min(6, Math.floor(3 + x))),
        ),
        y,
      }).columns,
    ],
  };
  const settings: GeneratorSettings = {
    response: 'y',
    schema: checkSchema({ columns }),
    noiseSeed: 6,
    dpvine: { epsilon: 5, gaps: ['colour', 'visits'] },
  };

  test('a numeric response, nominal levels and gaps keep what they have to do with it', () => {
    const fitted = fitTo(mixed, settings);
    const drawn = fitted.sample(6000, rngFromSeed(3));
    const of = (each: Table, name: string) => each.columns.find((column) => column.name === name);
    const numbers = (each: Table, name: string) =>
      (of(each, name) as { values: Float64Array }).values;
    const real = pearson(a, y);
    expect(Math.abs(pearson(numbers(drawn, 'a'), numbers(drawn, 'y')) - real)).toBeLessThan(0.12);
    const meanBy = (each: Table) => {
      const { codes, dictionary } = of(each, 'colour') as {
        codes: Int32Array;
        dictionary: readonly string[];
      };
      const values = numbers(each, 'y');
      return ['green', 'red', 'blue'].map((level) => {
        const own = values.filter((_, i) => dictionary[codes[i]] === level);
        return own.reduce((sum, x) => sum + x, 0) / own.length;
      });
    };
    const [low, middle, high] = meanBy(drawn);
    expect(low).toBeLessThan(middle - 0.5);
    expect(middle).toBeLessThan(high - 0.5);
    const gone = Array.from((of(drawn, 'colour') as { codes: Int32Array }).codes).filter(
      (c) => c < 0,
    );
    expect(Math.abs(gone.length / 6000 - 0.1)).toBeLessThan(0.03);
    const missing = Array.from(numbers(drawn, 'visits')).filter(Number.isNaN).length / 6000;
    expect(Math.abs(missing - 1 / 14)).toBeLessThan(0.03);
  });

  test('three classes', () => {
    const fitted = fitTo(mixed, { ...settings, response: 'stage' });
    const drawn = fitted.sample(6000, rngFromSeed(3));
    const shares = (each: Table) => {
      const column = each.columns.find(({ name }) => name === 'stage') as unknown as {
        codes: Int32Array;
        dictionary: string[];
      };
      return ['I', 'II', 'III'].map(
        (level) =>
          Array.from(column.codes).filter((c) => column.dictionary[c] === level).length / each.rows,
      );
    };
    shares(drawn).forEach((share, l) => {
      expect(Math.abs(share - shares(mixed)[l])).toBeLessThan(0.04);
    });
    const meanY = (each: Table) => {
      const column = each.columns.find(({ name }) => name === 'stage') as unknown as {
        codes: Int32Array;
        dictionary: string[];
      };
      const values = (each.columns.find(({ name }) => name === 'y') as { values: Float64Array })
        .values;
      return ['I', 'II', 'III'].map((level) => {
        const own = values.filter((_, i) => column.dictionary[column.codes[i]] === level);
        return own.reduce((sum, x) => sum + x, 0) / own.length;
      });
    };
    meanY(mixed).forEach((mean, l) => {
      expect(Math.abs(mean - meanY(drawn)[l])).toBeLessThan(0.3);
    });
  });
});

describe('what is said', () => {
  test('the promise, and the bound on attacks that follows', () => {
    const { notes = [] } = fitTo(table(400, 3), settingsOf(3, { epsilon: 2.5 }));
    expect(notes[0]).toMatch(
      'Differentially private for the replacement of one row: epsilon 2.5, delta 0.00001',
    );
    expect(notes[1]).toMatch('with an AUC above 0.667');
    expect(notes).toHaveLength(2);
  });

  test('a void guarantee, loudly, and then no bound', () => {
    const { notes = [] } = fitTo(table(400, 3), settingsOf(3, { ranges: 'data' }));
    expect(notes.join(' ')).toMatch('THERE IS NO GUARANTEE');
    expect(notes.join(' ')).not.toMatch('AUC above');
    const known = fitTo(table(400, 3), { ...settingsOf(3), noiseSeed: 'public' });
    expect(known.notes?.join(' ')).toMatch('THERE IS NO GUARANTEE');
  });

  test('a warning for few rows or many columns, and a refusal where noise is all', () => {
    expect(fitTo(table(250, 3), settingsOf(3)).notes?.join(' ')).toMatch(
      'WARNING: with 250 rows and 3 variables besides the response',
    );
    expect(() => fitTo(table(60, 10), settingsOf(10, { epsilon: 0.5 }))).toThrow(
      /at epsilon 0\.5 with 60 rows and 10 variables .* has a standard deviation of 1\.01; 0\.3 is allowed.* give a larger epsilon/,
    );
    expect(
      fitTo(table(60, 10), settingsOf(10, { epsilon: 40 })).sample(7, rngFromSeed(1)).rows,
    ).toBe(7);
  });

  test('wrong settings', () => {
    const refused = (own: object, message: string) =>
      expect(() => resolveDpvine(own)).toThrow(message);
    refused({ epsilon: 0 }, 'dpvine, epsilon: found 0. Give a number above 0.');
    refused({ delta: 0.5 }, 'dpvine, delta: found 0.5. Give a chance well below 1 / rows');
    refused({ bins: 1 }, 'dpvine, bins: found 1.');
    refused({ largest: 0 }, 'dpvine, largest: found 0.');
    refused({ shrink: 'hard' }, "dpvine, shrink: found 'hard'.");
    refused({ order: 'auto' }, "dpvine, order: found 'auto'.");
    refused({ shares: { margins: 0 } }, 'dpvine, shares, margins: found 0.');
    refused({ byClass: 'never' }, "dpvine, byClass: found 'never'.");
  });
});

describe('degenerate tables', () => {
  const sound = (of: Table, settings: GeneratorSettings) => {
    const fitted = fitTo(of, settings);
    const drawn = fitted.sample(33, rngFromSeed(1));
    expect(drawn.rows).toBe(33);
    for (const column of drawn.columns) {
      if (column.kind === 'numeric') expect(column.values.every(Number.isFinite)).toBe(true);
    }
    const again = generators.dpvine.restore?.(JSON.parse(JSON.stringify(saved(fitted))));
    expect(again?.sample(33, rngFromSeed(1))).toEqual(drawn);
  };
  const noLimit = { mostNoise: Infinity };

  test.each([1e-3, 1, 100])('epsilon %f: ten rows, two columns', (epsilon) => {
    sound(table(10, 1), settingsOf(1, { epsilon, ...noLimit }));
    sound(table(10, 2), settingsOf(2, { epsilon, bins: 2, ...noLimit }));
  });

  test.each([1e-3, 1, 100])('epsilon %f: one class, a constant column', (epsilon) => {
    const real = table(50, 3);
    const constant = numericTable({
      x0: new Float64Array(50),
      ...Object.fromEntries(
        real.columns.slice(1, 3).map((c) => [c.name, (c as { values: Float64Array }).values]),
      ),
      y: new Float64Array(50),
    });
    sound(constant, settingsOf(3, { epsilon, ...noLimit }));
    const one = {
      ...settingsOf(3, { epsilon, ...noLimit }),
      schema: checkSchema({
        columns: {
          x0: { type: 'continuous', min: 0, max: 0 },
          x1: { type: 'continuous', min: -6, max: 6 },
          x2: { type: 'continuous', min: -6, max: 6 },
          y: { type: 'boolean', levels: ['0'] },
        },
      }),
    };
    sound(constant, one);
  });

  test('nothing but a response, or no such response, is refused', () => {
    const alone = { ...table(50, 1), columns: table(50, 1).columns.slice(1) };
    expect(() => fitTo(alone, settingsOf(0, noLimit))).toThrow("nothing but the response 'y'");
    expect(() => fitTo(table(50, 1), { ...settingsOf(1, noLimit), response: 'z' })).toThrow(
      'Response',
    );
  });
});
