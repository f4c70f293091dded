/** The report of a study of a small table with hostile names and rare values. */

import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, test } from 'vitest';
import { comparable } from '../../src/measures/fidelity/comparable.ts';
import { kendallTau } from '../../src/numerics/kendallTau.ts';
import { edgesOf, protectedShare } from '../../src/report/bins.ts';
import { kendallInOrder } from '../../src/report/kendallInOrder.ts';
import { nodeDocument } from '../../src/report/plots/nodeDocument.ts';
import { reportHtml } from '../../src/report/report.ts';
import { html } from '../../src/report/template.ts';
import { type StudyResult, study } from '../../src/study/study.ts';
import type { StudySettings } from '../../src/study/studySettings.ts';
import type { Table } from '../../src/table/table.ts';
import { Draw } from '../support/draw.ts';
import { numericTable } from '../support/numericTable.ts';

const HOSTILE = '<img onerror=1>';
const CANARY_NUMBER = 7654.3219;
const CANARY_LEVEL = 'Zyzzyva';
const ROWS = 150;

/** Cost depends on weight; the response on age and the column with the hostile name. */
function hospital(): Table {
  const draw = new Draw(7);
  const some = () => draw.column(ROWS, () => draw.uniform() + draw.uniform() + draw.uniform() + 1);
  const [age, lab, weight] = [some(), some(), some()];
  const gaps = Float64Array.from(lab, (x, i) => (i % 9 === 4 ? Number.NaN : x));
  const cost = weight.map((x) => x + 0.2 * draw.uniform());
  cost[17] = CANARY_NUMBER;
  const numbers = numericTable(
    {
      age,
      [HOSTILE]: gaps,
      weight,
      cost,
      died: age.map((x, i) => (x + lab[i] + draw.uniform() > 5.5 ? 1 : 0)),
    },
    4,
  );
  const dictionary = ['east', 'west & "south"', CANARY_LEVEL];
  const codes = Int32Array.from(age, (x, i) => (i === 23 ? 2 : x > 2.5 ? 1 : 0));
  return {
    ...numbers,
    columns: [{ kind: 'text', name: 'ward', codes, dictionary }, ...numbers.columns],
  };
}

const settings: StudySettings = {
  response: 'died',
  sensitive: ['cost'],
  families: 'gaussian',
  levels: [1, 'full'],
  membership: 'both',
  membershipLevels: 'all',
  compare: ['independent'],
  schema: { columns: { ward: { type: 'nominal' } } },
  sizes: {
    targets: { quantiles: [0.99], random: 1 },
    attribute: { iterations: 2, sets: 3 },
    membership: { iterations: 2, shadows: 2, setsPerShadow: 3, sets: 4, trees: 20 },
    utility: { sets: 3, trees: 30 },
  },
};

const real = hospital();
let found: StudyResult;
let page: string;
let body: Document;
beforeAll(async () => {
  found = await study(real, settings);
  page = reportHtml({ study: found, real, document: nodeDocument() });
  body = parseHTML(page).document;
}, 60_000);

describe('the page', () => {
  test('has all sections, each linked from the list', () => {
    const ids =
      'tradeoffs attribute membership utility fidelity margins coefficients vine checks methods';
    for (const id of ids.split(' ')) {
      expect(body.querySelector(`section#${id} h2`), id).not.toBeNull();
      expect(body.querySelector(`nav a[href="#${id}"]`), id).not.toBeNull();
    }
  });

  test('begins with the recommendation, its reason, its doubts and the limits', () => {
    const text = body.querySelector('main')?.textContent ?? '';
    const start = text.slice(0, text.indexOf('Privacy versus utility'));
    const { recommended } = found.results;
    expect(start).toContain(`truncation ${recommended.truncation}`);
    for (const said of [recommended.why, recommended.uncertainty, ...recommended.against]) {
      expect(start).toContain(said);
    }
    expect(start).toContain('not differential privacy');
    expect(start).toContain('lower bounds');
    expect(body.querySelectorAll('.three > div').length).toBe(3);
  });

  test('draws every plot once, each with its numbers', () => {
    const ids = Array.from(body.querySelectorAll('[id]')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of [
      ...['overview', 'mab-tradeoff-0', 'mr2-tradeoff-0', 'membership-tradeoff', 'mab-0', 'mse-0'],
      ...['privacy-gain', 'utility-0', 'utility-1', 'kendall', 'coefficients-0', 'vine-trees'],
      ...real.columns.map((_, i) => `margin-${i}`),
    ]) {
      expect(ids, id).toContain(id);
    }
    for (const figure of Array.from(body.querySelectorAll('figure'))) {
      expect(figure.querySelector('svg desc')?.textContent).toBeTruthy();
      expect(figure.querySelectorAll('table tbody tr').length).toBeGreaterThan(0);
    }
  });

  test('says every setting, check and note', () => {
    const text = body.querySelector('main')?.textContent ?? '';
    const { results } = found;
    for (const key of Object.keys(results.settings)) expect(text).toContain(key);
    for (const { name } of results.checks) expect(text).toContain(name);
    for (const note of results.notes) expect(text).toContain(note);
    expect(text).toContain(results.engine);
  });

  test('needs nothing else and runs nothing', () => {
    expect(page.match(/https?:|\/\/[a-z]|@import|url\(/i)?.[0]).toBeUndefined();
    expect(body.querySelectorAll('script, link, iframe, object, embed, img').length).toBe(0);
    const handlers = Array.from(body.querySelectorAll('*')).flatMap(({ attributes }) =>
      Array.from(attributes).filter(({ name }) => name.startsWith('on')),
    );
    expect(handlers.length).toBe(0);
    expect(page.includes('default-src &#39;none&#39;')).toBe(true);
    expect(page.includes('form-action &#39;none&#39;; base-uri &#39;none&#39;')).toBe(true);
  });

  test('names are text', () => {
    const { data, recommended } = found.results;
    const results = {
      ...found.results,
      data: { ...data, response: HOSTILE, sensitive: [HOSTILE] },
      recommended: { ...recommended, why: HOSTILE, against: [HOSTILE] },
      notes: [HOSTILE],
    };
    const hostile = reportHtml({
      ...{ real, document: nodeDocument() },
      study: { ...found, results },
    });
    for (const text of [page, hostile]) expect(text.includes(HOSTILE)).toBe(false);
    expect(page.includes('&lt;img onerror=1&gt;')).toBe(true);
    expect(page.includes('west &amp; &quot;south&quot;')).toBe(true);
  });

  test('every number is one', () => {
    expect(page.match(/NaN|undefined|Infinity|\[object/)?.[0]).toBeUndefined();
    expect(body.querySelector('main')?.textContent?.match(/\bnull\b/)?.[0]).toBeUndefined();
  });

  test('is the same again', () => {
    expect(reportHtml({ study: found, real, document: nodeDocument() }) === page).toBe(true);
  });

  test('samples that are given are used', () => {
    const synthetic = found.synthetic;
    const other = reportHtml({
      ...{ study: found, real, document: nodeDocument() },
      samples: [synthetic, synthetic],
    });
    const heat = (text: string) => parseHTML(text).document.querySelector('#kendall')?.outerHTML;
    expect(heat(other)).not.toBe(heat(page));
    expect(() =>
      reportHtml({ study: found, real, document: nodeDocument(), samples: [synthetic] }),
    ).toThrow('1 samples for 2 levels');
  });
});

describe('no cell of the real table', () => {
  test('neither an extreme nor a rare level', () => {
    expect(page.includes(CANARY_LEVEL)).toBe(false);
    expect(page.match(/765[34]/)?.[0]).toBeUndefined();
  });

  test('no number with all its digits', () => {
    for (const column of real.columns) {
      if (column.kind !== 'numeric' || column.name === 'died') continue;
      for (const value of column.values) {
        if (Number.isNaN(value)) continue;
        expect(page.includes(value.toFixed(4)), column.name).toBe(false);
      }
    }
  });
});

describe('bins', () => {
  test('have round edges, with at least 5 values beyond both', () => {
    const values = Float64Array.from({ length: 1001 }, (_, i) => i + 0.25);
    const edges = edgesOf(values);
    expect(edges[0]).toBe(0);
    expect(edges.at(-1)).toBe(1000);
    expect(edges[1] - edges[0]).toBe(100);
    values[1000] = 1e9;
    values[0] = -1e9;
    expect(edgesOf(values)).toEqual(edges);
  });

  test('whole numbers stand in the middle', () => {
    expect(edgesOf(Float64Array.from({ length: 60 }, (_, i) => i % 3))).toEqual([
      -0.5, 0.5, 1.5, 2.5,
    ]);
  });

  test('few values have none, equal ones a single one', () => {
    expect(edgesOf(Float64Array.of(1, 2, 3))).toEqual([]);
    expect(edgesOf(new Float64Array(50).fill(0.37)).length).toBe(2);
  });

  test('shares of few rows are not told', () => {
    expect(protectedShare(0, 100)).toBe('none');
    expect(protectedShare(4, 100)).toBe('fewer than 5 rows');
    expect(protectedShare(13, 100)).toBe('15 %');
  });
});

test("Kendall's tau in the order of the vine is that of the columns", () => {
  const { model, synthetic, schema } = found;
  const { plan, real: sides } = comparable(real, synthetic, { schema });
  const tau = kendallInOrder(model, plan.columns, sides);
  const values = (name: string) => {
    const column = real.columns.find((each) => each.name === name);
    if (column?.kind !== 'numeric') throw new Error(name);
    return column.values;
  };
  const at = (name: string) => model.order.indexOf(name);
  expect(tau[at('cost')][at('weight')]).toBeCloseTo(
    kendallTau(values('cost'), values('weight')),
    12,
  );
  const [lab, age] = [values(HOSTILE), values('age')];
  const there = (_: number, i: number) => !Number.isNaN(lab[i]);
  expect(tau[at('age')][at(HOSTILE)]).toBeCloseTo(
    kendallTau(lab.filter(there), age.filter(there)),
    12,
  );
});

test('templates escape all but HTML', () => {
  const inner = html`<b>${'<'}</b>`;
  expect(html`<p title="${'"'}">${inner}${[inner, inner]}${1}</p>`.html).toBe(
    '<p title="&quot;"><b>&lt;</b><b>&lt;</b>\n<b>&lt;</b>1</p>',
  );
});

test('the first screen has the same weakest membership figure as the score', () => {
  const chosen = found.results.levels.find((level) => level.privacy.from.includes('members'));
  if (!chosen) throw new Error('a level whose weakest side is membership was expected');
  const recommended = { ...found.results.recommended, truncation: chosen.truncation };
  const other = reportHtml({
    ...{ real, document: nodeDocument() },
    study: { ...found, results: { ...found.results, recommended } },
  });
  const shown = parseHTML(other).document.querySelectorAll('.three .value')[1].textContent ?? '';
  expect(1 - Math.abs(1 - Number(shown))).toBeCloseTo(chosen.privacy.value, 2);
});
