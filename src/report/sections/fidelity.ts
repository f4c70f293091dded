/** How close the synthetic tables are to the real one: whole rows, pairs of columns, single columns. */

import { truncatedTo } from '../../generators/generator.ts';
import { cellsOf } from '../../measures/fidelity/tableFidelity.ts';
import { sampleTruncations } from '../../model/sample.ts';
import type { Interval } from '../../numerics/intervals.ts';
import { rngFromSeed } from '../../random/rng.ts';
import type { LevelResult } from '../../study/results.ts';
import { binsOf, protectedShare } from '../bins.ts';
import { conformTo } from '../conformTo.ts';
import {
  levelName,
  levelsAndCompetitors,
  levelsDrawn,
  number,
  type ReportContext,
  seenBy,
  shownLevels,
  withCategories,
} from '../context.ts';
import { figure, gallery, scrolling } from '../figure.ts';
import { kendallInOrder, kendallOfColumns } from '../kendallInOrder.ts';
import { correlationHeatmap, correlationHeatmapTable } from '../plots/correlationHeatmap.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { marginHistogram, marginHistogramTable, SMALLEST_COUNT } from '../plots/marginHistogram.ts';
import { decimals } from '../plots/text.ts';
import { blocksOf } from '../roles.ts';
import { type Html, html, NOTHING } from '../template.ts';

/** Of all heat maps together. */
const MOST_CELLS = 40_000;
const MOST_PANELS = 12;
/** Rows that are drawn for each. */
const MOST_DRAWN = 2000;

export function fidelity(context: ReportContext): Html {
  return html`${scrolling(fidelityTable(context))}
<p>Alpha-precision is how typical synthetic rows are of the real ones. Beta-recall is how much of the variety of real rows they cover. Authenticity is the share of synthetic rows that are not merely a noisy copy of their nearest real row. Overlap is that of the marginal distributions, averaged over columns. All these range from 0 to 1, and 1 is best. Detection is how well a model that is trained for it tells synthetic rows from real ones: at an AUC of 0.5 (best) it guesses, at 1 it recognises every synthetic row; in brackets is its 95\u00a0% interval. What protection takes away, such as the dependence of a sensitive column on others, can be detected too. The last two columns are absolute differences in Kendall's tau between pairs of columns; 0 is best.</p>
${pairs(context)}`;
}

export function fidelityLine({ chosen: { likeness } }: ReportContext): string {
  const detected = likeness.detectionAuc
    ? `a model tells a synthetic row from a real one in ${show(100 * number(likeness.detectionAuc.estimate), 0)} % of pairs; `
    : '';
  return `${detected}Kendall's tau is off by ${show(likeness.kendallDifference.meanAbsolute)} on average`;
}

function fidelityTable(context: ReportContext): string {
  const { results } = context;
  return htmlTable({
    caption: 'Fidelity of one synthetic table with as many rows as the training rows',
    head: [
      ...['generator', 'alpha-precision', 'beta-recall', 'authenticity', 'overlap'],
      ...['detection AUC', 'mean difference in tau', 'largest difference'],
    ],
    rows: levelsAndCompetitors(results).map(({ label, fidelity }) => [
      label,
      show(fidelity.alphaPrecision),
      show(fidelity.betaRecall),
      show(fidelity.authenticity),
      show(fidelity.meanOverlap),
      detection(fidelity.detectionAuc),
      show(fidelity.kendall.meanAbsolute),
      `${show(fidelity.kendall.largest.difference)}${
        fidelity.kendall.largest.names.length > 0
          ? ` (${withCategories(context, fidelity.kendall.largest.names.join(' and '))})`
          : ''
      }`,
    ]),
  });
}

function pairs(context: ReportContext): Html {
  const { document, study, results, sides } = context;
  const variables = results.data.order;
  if (variables.length < 2) return NOTHING;
  const panels = Math.floor(MOST_CELLS / variables.length ** 2) - 1;
  const shown = shownLevels(context, Math.max(2, Math.min(MOST_PANELS, panels)));
  const samples = context.samples
    ? shown.map((level) => (context.samples ?? [])[results.levels.indexOf(level)])
    : drawn(context, shown);
  const of = (table: typeof sides.real) =>
    study.model === null
      ? kendallOfColumns(variables, sides.plan.columns, table)
      : kendallInOrder(study.model, sides.plan.columns, table);
  const drawing = figure(
    document,
    correlationHeatmap,
    correlationHeatmapTable,
    {
      id: 'kendall',
      title: nearness(context),
      variables,
      panels: [
        { label: 'real data', tau: of(sides.real) },
        ...samples.map((table, i) => ({
          label: levelName(shown[i]),
          tau: of(conformTo(sides, seenBy(study, table))),
        })),
      ],
      blocks: blocksOf(study),
    },
    'full',
  );
  return html`${levelsDrawn(context, shown)}${drawing}`;
}

function nearness({ results }: ReportContext): string {
  const at = (level: (typeof results.levels)[number]) =>
    `${show(level.fidelity.kendall.meanAbsolute)} at ${levelName(level)}`;
  const [first, last] = [results.levels[0], results.levels[results.levels.length - 1]];
  return `Kendall's tau differs from the real data by ${at(first)}${first === last ? '' : ` and ${at(last)}`}, on average over pairs of columns`;
}

function drawn({ study, results }: ReportContext, levels: readonly LevelResult[]) {
  const rows = Math.min(results.data.train, MOST_DRAWN);
  if (study.model === null) {
    const { fitted } = study;
    const rng = rngFromSeed(results.seed).split('report');
    return levels.map(({ truncation }) => truncatedTo(fitted, truncation).sample(rows, rng));
  }
  const { responseSampling } = results.settings as { responseSampling?: 'exact' | 'latent' };
  return sampleTruncations(
    study.model,
    rows,
    levels.map(({ truncation }) => truncation),
    { seed: results.seed, ...(responseSampling && { responseSampling }) },
  );
}

export function margins(context: ReportContext): Html {
  const { document, results, sides, chosen } = context;
  const { real, synthetic, plan, columns } = sides;
  const unseen: string[] = [];
  const figures = plan.columns.flatMap((planned, i) => {
    const [own, made] = [real, synthetic].map((table) => cellsOf(planned, table));
    const bins = binsOf(planned, own, made);
    const { name } = planned;
    if (bins.length === 0) {
      unseen.push(name);
      return [];
    }
    const overlap = chosen.fidelity.marginOverlap[name];
    const empty = [own, made].map((cells) => cells.filter(Number.isNaN).length);
    const missing =
      empty[0] + empty[1] > 0
        ? `; missing: real ${protectedShare(empty[0], own.length)}, synthetic ${Math.round((1000 * empty[1]) / made.length) / 10} %`
        : '';
    return [
      figure(document, marginHistogram, marginHistogramTable, {
        id: `margin-${i}`,
        title:
          overlap === undefined
            ? `${name}: real and released distributions`
            : `${name}: real and released distributions overlap by ${show(100 * overlap, 0)} %`,
        columnLabel: `${name}${missing}`,
        bins,
        realRows: own.length,
        syntheticRows: made.length,
      }),
    ];
  });
  return html`<p>Each column of the real table is shown beside the released one (truncation ${results.recommended.truncation}). Bins with fewer than ${SMALLEST_COUNT} real rows are suppressed, and other real counts are rounded. The outermost bins of numbers include all values beyond them. Rare categories are counted together.</p>
${unseen.length > 0 ? html`<p>Not shown, because they have too few values: ${unseen.join(', ')}.</p>` : NOTHING}
${columns.notModelled.length > 0 ? html`<p>Not shown, because they are identifiers or free text: ${columns.notModelled.join(', ')}.</p>` : NOTHING}
${gallery(figures)}`;
}

function detection(found: Interval | null): string {
  return found
    ? `${show(found.estimate)} (${show(found.low)}–${show(found.high)})`
    : 'too few rows';
}

function show(value: number | null, digits = 3): string {
  return decimals(number(value), digits);
}
