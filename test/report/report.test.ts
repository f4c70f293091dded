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
import { verdictTitle } from '../../src/study/verdictWords.ts';
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
    audit: { fits: 8, controls: false },
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
}, 300_000);

describe('the page', () => {
  test('has all parts, closed, each with its name', () => {
    const ids =
      'limits checks levels attribute audit membership coefficients tradeoffs utility fidelity margins vine methods';
    for (const id of ids.split(' ')) {
      const part = body.querySelector(`section#${id} > details.part`);
      expect(part?.querySelector('summary h3')?.textContent, id).toBeTruthy();
      expect(part?.hasAttribute('open'), id).toBe(false);
    }
  });

  test('begins with the verdict in words, three sentences, the plot and what speaks against it', () => {
    const first = body.querySelector('.screen-one');
    const text = first?.textContent ?? '';
    const { verdict } = found.results;
    expect(first?.querySelector('.verdict .word')?.textContent).toContain(
      verdictTitle(verdict.word),
    );
    expect(first?.querySelector(`.verdict.${verdict.word}`)).not.toBeNull();
    const { attribute, membership, use } = verdict.sentences;
    for (const said of [verdict.why, attribute, membership, use, ...verdict.against]) {
      expect(text).toContain(said);
    }
    expect(text).toContain('not differential privacy');
    expect(first?.querySelector('#overview')).not.toBeNull();
    expect(first?.querySelectorAll('table').length).toBe(1);
  });

  test('every verdict has a word of its own, and a forced release is said at the top', () => {
    const words = (['release', 'release-with-care', 'do-not-release', 'first-look'] as const).map(
      (word) => {
        const verdict = { ...found.results.verdict, word, forced: word === 'do-not-release' };
        const other = reportHtml({
          ...{ real, document: nodeDocument() },
          study: { ...found, results: { ...found.results, verdict } },
        });
        const box = parseHTML(other).document.querySelector('.verdict')?.textContent ?? '';
        expect(box.includes('--force-release')).toBe(word === 'do-not-release');
        return box.match(/(Release with care|Do not release|Release|First look)/)?.[0];
      },
    );
    expect(words).toEqual(['Release', 'Release with care', 'Do not release', 'First look']);
  });

  test('the sheet to sign has file, day, command, purpose, the hash of the output and no plain one of the input', () => {
    const record = {
      file: '<b>wards.csv',
      date: '2026-11-18',
      command: 'tvinesynth run wards.csv',
      purpose: 'a course on survival',
      audience: 'the data protection officer',
      synthetic: { file: 'synthetic.csv', sha256: 'ab'.repeat(32) },
    };
    const with_ = (more: object) =>
      reportHtml({ study: found, real, document: nodeDocument(), record: { ...record, ...more } });
    const signed = with_({});
    expect(signed.includes('<b>wards.csv')).toBe(false);
    const { document: shown } = parseHTML(signed);
    expect(shown.querySelector('h1')?.textContent).toContain('<b>wards.csv');
    const sheet = shown.querySelector('.sheet')?.textContent ?? '';
    for (const said of [
      ...['18 November 2026', record.command, record.purpose, record.audience, 'Signature'],
      ...[record.synthetic.sha256, 'not printed: whoever has this page', `${found.results.seed}.`],
      ...found.results.levels[0].judged.figures
        .slice(0, 1)
        .map(({ risk }) => (risk ? 'limit' : '')),
    ]) {
      expect(sheet).toContain(said);
    }
    expect(with_({ saltedInput: 'cd'.repeat(32) })).toContain('the data holder keeps the salt');
    // the day comes from the caller: the same, the same bytes
    expect(with_({}) === signed).toBe(true);
    expect(with_({ date: '2026-11-19' }) === signed).toBe(false);
  });

  test('attackers are told apart on people in the table and people like these', () => {
    const text = body.querySelector('section#attribute')?.textContent ?? '';
    for (const head of ['people in the table', 'people like these, held out']) {
      expect(text).toContain(head);
    }
    expect(text).toContain('because they were in the table');
  });

  test('the audit stands beside its controls, and groups have the names of categories', () => {
    const text = body.querySelector('section#audit')?.textContent ?? '';
    expect(text).toContain('died = 0');
    expect(text).not.toMatch(/level \d/);
    for (const { name } of found.results.controls) {
      expect(text).toContain(
        {
          copy: 'a copy of',
          'partial-copy': 'a tenth of',
          independent: 'margins of',
          unrelated: 'other people',
        }[name],
      );
    }
  });

  test('draws every plot once, each with its numbers', () => {
    const ids = Array.from(body.querySelectorAll('[id]')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of [
      ...['overview', 'mab-tradeoff-0', 'mr2-tradeoff-0', 'membership-tradeoff', 'mab-0', 'mse-0'],
      ...['privacy-gain', 'utility-0', 'utility-1', 'kendall', 'coefficients-0', 'vine-trees'],
      'membership-auc',
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
    const { data, recommended, verdict } = found.results;
    const results = {
      ...found.results,
      data: { ...data, response: HOSTILE, sensitive: [HOSTILE] },
      recommended: { ...recommended, why: HOSTILE, against: [HOSTILE] },
      verdict: { ...verdict, why: HOSTILE, against: [HOSTILE] },
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
