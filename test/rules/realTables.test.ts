/** What tables that people have filled in show: a few mistakes, gaps with a reason, rules that say nothing. */
import { describe, expect, test } from 'vitest';
import { findBounds } from '../../src/rules/findBounds.ts';
import { findConditions } from '../../src/rules/findConditions.ts';
import { findDerived } from '../../src/rules/findDerived.ts';
import { findExclusive } from '../../src/rules/findExclusive.ts';
import { findMissing } from '../../src/rules/findMissing.ts';
import { findTogether } from '../../src/rules/findTogether.ts';
import type { RuleColumn } from '../../src/rules/ruleColumn.ts';
import { Draw } from '../support/draw.ts';

const ROWS = 4000;
const draw = new Draw(21);
const column = (name: string, of: (i: number) => number, more: object = {}): RuleColumn => ({
  name,
  kind: 'number',
  values: Float64Array.from({ length: ROWS }, (_, i) => of(i)),
  grid: { decimals: 0 },
  ...more,
});
const category = (name: string, levels: readonly string[], of: (i: number) => number) =>
  column(name, of, { kind: 'category', levels });
const derived = (columns: readonly RuleColumn[]) => findDerived(columns, { k: 5, kept: new Set() });

describe('gaps with a reason', () => {
  const again = category('again', ['no', 'yes'], () => (draw.uniform() < 0.4 ? 1 : 0));
  const day = column('day', (i) => (again.values[i] === 1 ? draw.integer(900) : Number.NaN));
  const charge = column('charge', (i) => (again.values[i] === 1 ? draw.integer(90) : Number.NaN));
  const jailed = column('jailed', (i) =>
    Number.isNaN(day.values[i]) || draw.uniform() < 0.3 ? Number.NaN : draw.integer(900),
  );
  const other = column('other', () => (draw.uniform() < 0.3 ? Number.NaN : draw.integer(50)));
  const columns = [again, day, charge, jailed, other];
  const rules = (own: readonly RuleColumn[]) =>
    findMissing(own, findTogether(own, 5), 5).map(({ rule }) => rule);

  test('a category decides, or another gap; told once of columns that are missing together', () => {
    expect(rules(columns)).toEqual([
      "if again = 'no' then day is missing",
      "if again = 'yes' then day is not missing",
      'if day is missing then jailed is missing',
    ]);
  });

  test('one row in a thousand is passed over, more is not', () => {
    const withStray = (count: number) => {
      const values = day.values.slice();
      let left = count;
      for (let i = 0; left > 0; i++) {
        if (again.values[i] === 0 && left-- > 0) values[i] = 7;
      }
      return rules([again, { ...day, values }]);
    };
    expect(withStray(2)).toContain("if again = 'no' then day is missing");
    expect(withStray(9)).toEqual([]);
  });

  test('gaps that have none are told of as rarely as chance allows', () => {
    const several = Array.from({ length: 6 }, (_, j) =>
      column(`g${j}`, () => (draw.uniform() < 0.95 ? Number.NaN : 1)),
    );
    expect(rules([again, ...several])).toEqual([]);
  });
});

describe('levels that do not go together', () => {
  const sex = category('sex', ['F', 'M'], () => draw.integer(2));
  const relation = category('relation', ['husband', 'wife', 'none'], (i) =>
    draw.uniform() < 0.5 ? 2 : sex.values[i] === 1 ? 0 : 1,
  );
  const first = relation.values.indexOf(0);
  const mistaken = (count: number) => {
    const values = sex.values.slice();
    let left = count;
    for (let i = first; left > 0; i++) {
      if (relation.values[i] === 0 && left-- > 0) values[i] = 0;
    }
    return findConditions([{ ...sex, values }, relation], { k: 5 }).sure.map(({ rule }) => rule);
  };

  test('one woman among a thousand husbands is a mistake, five are five women', () => {
    const rule = "if sex = 'F' then relation != 'husband'";
    expect(mistaken(0)).toContain(rule);
    expect(mistaken(1)).toContain(rule);
    expect(mistaken(5)).not.toContain(rule);
  });

  test('of levels that the same rows have, the first stands for all', () => {
    const net = category('net', ['no', 'dsl', 'fibre'], () => draw.integer(3));
    const services = ['tv', 'film', 'backup', 'help'].map((name) =>
      category(name, ['no', 'yes', 'no net'], (i) => (net.values[i] === 0 ? 2 : draw.integer(2))),
    );
    const rules = findConditions([net, ...services], { k: 5 }).sure.map(({ rule }) => rule);
    expect(rules).toHaveLength(8);
    expect(rules.every((rule) => rule.includes('net = ') || rule.includes('then net'))).toBe(true);
  });
});

describe('bounds', () => {
  const income = column('income', (i) => (i % 400 === 0 ? 0 : 20_000 + draw.integer(60_000)));
  const defaults = column('defaults', (i) => (i % 400 === 0 ? 0 : draw.integer(4)));

  test('a small number is no bound of a large one, where chance hardly breaks it either', () => {
    expect(findBounds([income, defaults])).toEqual([]);
  });

  test('columns that are mostly equal bound each other neither way', () => {
    const school = column('school', () => draw.integer(80));
    const next = column('next', (i) =>
      draw.uniform() < 0.97 ? school.values[i] : draw.integer(80),
    );
    expect(findBounds([school, next])).toEqual([]);
  });

  test('one that is broken in a few rows of a hundred is told, with how many', () => {
    const start = column('start', () => draw.integer(5000));
    const end = column('end', (i) => start.values[i] + (i % 51 === 0 ? -1 : draw.integer(90)));
    expect(findBounds([start, end])).toMatchObject([{ rule: 'start <= end', exceptions: 79 }]);
  });
});

test('of two columns that are mostly zero, one is where the other is not', () => {
  const gain = column('gain', () => (draw.uniform() < 0.1 ? 1000 + draw.integer(9000) : 0));
  const loss = column('loss', (i) =>
    gain.values[i] === 0 && draw.uniform() < 0.06 ? 500 + draw.integer(2000) : 0,
  );
  const fee = column('fee', () => (draw.uniform() < 0.1 ? 25 : 0));
  const rules = findExclusive([gain, loss, fee]).map(({ rule }) => rule);
  expect(rules).toEqual(['if gain > 0 then loss = 0']);
});

describe('functions', () => {
  const screened = column('screened', () => draw.integer(700), { kind: 'date' });
  const days = column('days', () => Math.floor(draw.uniform() ** 4 * 4000));
  const offence = column(
    'offence',
    (i) => (draw.uniform() < 0.16 ? Number.NaN : screened.values[i] - days.values[i]),
    { kind: 'date' },
  );

  test('the column with gaps is computed from those without, not the other way round', () => {
    const { exact } = derived([screened, days, offence]);
    expect(exact.map(({ name }) => name)).toEqual(['offence']);
    const filled = column('filled', () => draw.integer(100));
    const holey = column('holey', (i) => (i % 3 === 0 ? Number.NaN : filled.values[i]));
    expect(derived([holey, filled]).exact.map(({ name }) => name)).toEqual(['holey']);
  });

  test('whole days between dates with a time', () => {
    const jailed = column('jailed', (i) => screened.values[i] * 86_400 - draw.integer(4_000_000), {
      kind: 'date',
      days: 1 / 86_400,
    });
    const before = column(
      'before',
      (i) => Math.floor(jailed.values[i] / 86_400) - screened.values[i],
    );
    expect(derived([screened, jailed, before]).exact).toMatchObject([
      { name: 'before', by: { rule: 'before = floor(jailed) - screened' } },
    ]);
  });

  test('of a sum, the column on the finest grid is computed', () => {
    const paid = column('paid', () => draw.integer(500_000) / 100, { grid: { decimals: 2 } });
    const loan = column('loan', (i) => 25 * (200 + draw.integer(999)) + 0 * i, {
      grid: { decimals: 0, step: 25 },
    });
    const left = column('left', (i) => Math.round(100 * (loan.values[i] - paid.values[i])) / 100, {
      grid: { decimals: 2 },
    });
    const { exact } = derived([loan, left, paid]);
    expect(exact.map(({ name }) => name)).toEqual(['paid']);
  });

  test('one mistake in two hundred rows does not undo a function of many values', () => {
    const a = column('a', () => draw.integer(900));
    const twice = column('twice', (i) => 2 * a.values[i] + (i % 250 === 7 ? 1 : 0));
    expect(derived([a, twice]).exact.map(({ name }) => name)).toEqual(['twice']);
  });

  test('a sum that seven rows in ten thousand contradict is one', () => {
    const [a, b] = ['a', 'b'].map((name) => column(name, () => draw.integer(5000)));
    const sum = column('sum', (i) => a.values[i] + b.values[i] + (i === 77 || i === 99 ? 13 : 0));
    expect(derived([a, b, sum]).exact).toMatchObject([{ name: 'sum', exceptions: 2 }]);
  });

  test('a column that hardly varies nearly follows from none', () => {
    const fees = column('fees', () => (draw.uniform() < 0.008 ? 15 : 0));
    const income = column('income', () => 1000 * draw.integer(200));
    expect(derived([fees, income])).toEqual({ exact: [], nearly: [] });
  });

  test('what a column gives does not nearly give it back', () => {
    const count = column('count', () =>
      draw.uniform() < 0.01 ? 900 + draw.integer(90) : draw.integer(30),
    );
    const copy = { ...count, name: 'copy' };
    const { exact, nearly } = derived([count, copy]);
    expect(exact.map(({ name }) => name)).toEqual(['copy']);
    expect(nearly).toEqual([]);
  });
});
