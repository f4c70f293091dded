/** Utility: how well models trained on synthetic rows predict real ones, level by level. */

import { levelsAndCompetitors, number, type ReportContext } from '../context.ts';
import { gallery, scrolling } from '../figure.ts';
import { boxes, finite, LEVEL_LABEL, ONE_GROUP } from '../levelPlots.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import type { LevelBoxes } from '../plots/levelBoxes.ts';
import { decimals } from '../plots/text.ts';
import { type Html, html } from '../template.ts';

interface ScoreWords {
  readonly name: string;
  readonly better: 'higher' | 'lower';
  readonly plotted: boolean;
}

const SCORES: Readonly<Record<string, ScoreWords>> = {
  auc: { name: 'AUC', better: 'higher', plotted: true },
  balancedAccuracy: { name: 'Balanced accuracy', better: 'higher', plotted: true },
  r2: { name: 'R²', better: 'higher', plotted: true },
  rmse: { name: 'Root mean squared error', better: 'lower', plotted: true },
  accuracy: { name: 'Accuracy', better: 'higher', plotted: false },
  f1: { name: 'F1', better: 'higher', plotted: false },
  brier: { name: 'Brier score', better: 'lower', plotted: false },
};

export function utility(context: ReportContext): Html {
  const { results } = context;
  const keys = Object.keys(results.real.utility);
  const plots = keys
    .filter((key) => SCORES[key]?.plotted)
    .map((key, i) => scorePlot(context, key, i));
  return html`<p>Random forests are trained on synthetic rows to predict ${results.data.response} and tested on ${results.data.test} real rows that no generator saw.</p>
${gallery(plots.map((plot) => boxes(context, plot)))}
${scrolling(scoresTable(context, keys))}`;
}

export function utilityLine({ chosen, score }: ReportContext): string {
  const found = decimals(number(chosen.utility[score.key]?.median));
  return `${score.name} ${found} from synthetic rows, ${decimals(score.real)} from real ones`;
}

function scorePlot({ results, chosen }: ReportContext, key: string, i: number): LevelBoxes {
  return {
    id: `utility-${i}`,
    title: `At the level of the verdict the ${inSentence(key)} is ${decimals(number(chosen.utility[key]?.median))}; training on the real rows gives ${decimals(number(results.real.utility[key]))}`,
    levelLabel: LEVEL_LABEL,
    valueLabel: `${scoreName(key)} by synthetic set (${betterOf(key)} is better)`,
    groups: ONE_GROUP,
    levels: levelsAndCompetitors(results).map(({ label, utility }) => ({
      label,
      values: [finite(utility[key]?.values ?? [])],
    })),
    lines: finite([results.real.utility[key]]).map((value) => ({ value, label: 'real data' })),
  };
}

function scoresTable({ results }: ReportContext, keys: readonly string[]): string {
  return htmlTable({
    caption: 'All scores: medians over synthetic sets',
    head: ['generator', ...keys.map((key) => `${scoreName(key)} (${betterOf(key)} is better)`)],
    rows: [
      ...levelsAndCompetitors(results).map(({ label, utility }) => [
        label,
        ...keys.map((key) => decimals(number(utility[key]?.median))),
      ]),
      ['real data', ...keys.map((key) => decimals(number(results.real.utility[key])))],
    ],
  });
}

function scoreName(key: string): string {
  return SCORES[key]?.name ?? key;
}

/** 'AUC', but 'balanced accuracy'. */
function inSentence(key: string): string {
  const name = scoreName(key);
  return /^[A-Z][a-z]/.test(name) && key !== 'brier' ? name[0].toLowerCase() + name.slice(1) : name;
}

function betterOf(key: string): string {
  return SCORES[key]?.better ?? 'higher';
}
