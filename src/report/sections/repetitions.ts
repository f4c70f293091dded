/** Box plots over the repetitions of attacks and of models. */

import type { GroupFigures } from '../../measures/groups.ts';
import { medianOf } from '../../numerics/median.ts';
import {
  ATTACKERS,
  isCategoryFinding,
  isNumberFinding,
  levelName,
  levelsAndCompetitors,
  number,
  type ReportContext,
} from '../context.ts';
import { figure, gallery, scrolling } from '../figure.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { type LevelBoxes, levelBoxes, levelBoxesTable } from '../plots/levelBoxes.ts';
import { decimals, shortNumber } from '../plots/text.ts';
import { type Html, html, NOTHING } from '../template.ts';

const TARGETS = [
  { label: 'outlying people', colour: 'orange' },
  { label: 'random people', colour: 'blue' },
] as const;
const EVERYONE = [{ label: 'all people', colour: 'blue' }] as const;
const ONE = [{ label: 'all', colour: 'sky' }] as const;
const LEVEL = 'truncation level or generator';
/** Levels and generators that half of the page has room for. */
const MOST_IN_HALF = 16;

export function attribute(context: ReportContext): Html {
  const { results, chosen } = context;
  const all = levelsAndCompetitors(results);
  const names = Object.keys(chosen.aia);
  if (names.length === 0) return NOTHING;
  const plotsOf = (name: string, i: number): LevelBoxes[] => {
    const found = chosen.aia[name];
    const real = results.real.aia[name];
    const numbers = all.flatMap(({ label, aia }) => {
      const here = aia[name];
      return isNumberFinding(here) ? [{ label, here }] : [];
    });
    if (isNumberFinding(found)) {
      return [
        {
          id: `mab-${i}`,
          title: `MAB of ${name} is ${decimals(number(found.mab.median))} at the recommended level; chance alone gives ${decimals(number(found.mabFloor))}`,
          levelLabel: LEVEL,
          valueLabel: `MAB of ${name}, by iteration (per standard deviation)`,
          groups: ONE,
          levels: numbers.map(({ label, here }) => ({ label, values: [finite(here.mab.values)] })),
          lines: [
            ...(isNumberFinding(real)
              ? [{ value: number(real.mab.median), label: 'real data' }]
              : []),
            { value: number(found.mabFloor), label: 'noise floor' },
          ].filter(({ value }) => Number.isFinite(value)),
        },
        {
          id: `mse-${i}`,
          title: `Guesses of ${name} have ${shortNumber(medianOf(finite(found.mse.all)))} times the squared error of guessing the mean, at the recommended level: the lower, the more is known`,
          levelLabel: LEVEL,
          valueLabel: 'squared error as a share of that of the mean, over people, by iteration',
          ...byGroup(numbers.map(({ label, here }) => ({ label, figures: here.mse }))),
          lines: [{ value: 1, label: 'guessing the mean' }],
        },
        {
          id: `wcab-${i}`,
          title: `The largest coefficient for ${name} (WCAB) is ${decimals(number(found.wcab))} at the recommended level`,
          levelLabel: LEVEL,
          valueLabel: `WCAB of ${name}: the largest of all regressions (per standard deviation)`,
          groups: ONE,
          levels: numbers.map(({ label, here }) => ({ label, values: [finite([here.wcab])] })),
          lines: isNumberFinding(real)
            ? finite([real.wcab]).map((value) => ({ value, label: 'real data' }))
            : [],
        },
      ];
    }
    if (!isCategoryFinding(found)) return [];
    return [
      {
        id: `right-${i}`,
        title: `Guesses of ${name} are right in ${share(found.rate.estimate)} at the recommended level; the most frequent level alone is right in ${share(found.baseline.estimate)}`,
        levelLabel: LEVEL,
        valueLabel: 'share of right guesses, over people, by iteration',
        ...byGroup(
          all.flatMap(({ label, aia }) => {
            const here = aia[name];
            return isCategoryFinding(here) ? [{ label, figures: here.right }] : [];
          }),
        ),
        lines: [{ value: number(found.baseline.estimate), label: 'most frequent level' }],
      },
    ];
  };
  return html`<section id="attribute"><h2>Guessing sensitive columns</h2>
<p>An attacker regresses a sensitive column on all others in synthetic tables and guesses the value of people of whom all other columns are known. Outlying people have extreme values of the sensitive column. Errors are pooled over at least five people. WCAB is the largest coefficient of all regressions, as MAB is the mean.</p>
${names.map((name, i) => html`<h3>${name}</h3>${gallery(plotsOf(name, i).map((plot) => boxes(context, plot)))}`)}</section>`;
}

export function membership(context: ReportContext): Html {
  const { results, chosen } = context;
  const attacked = levelsAndCompetitors(results).flatMap(({ label, mia }) =>
    mia ? [{ label, mia }] : [],
  );
  const said = results.membership.skipped ? html`<p>${results.membership.skipped}</p>` : NOTHING;
  if (attacked.length === 0) {
    return html`<section id="membership"><h2>Recognising members</h2><p>Membership was not attacked: nothing is known about who could be recognised.</p>${said}</section>`;
  }
  const first = attacked.find(({ label }) => label === levelName(chosen)) ?? attacked[0];
  const { groups, levels } = byGroup(
    attacked.map(({ label, mia }) => ({ label, figures: mia.privacyGain })),
  );
  const plot: LevelBoxes = {
    id: 'privacy-gain',
    title: `The median privacy gain at ${first.label} is ${first.mia.judged.map(({ who, gain }) => `${decimals(gain, 2)} for ${who}`).join(' and ') || 'not told: too few people were attacked'}: near 1 the attack is as good as tossing a coin`,
    levelLabel: LEVEL,
    valueLabel: 'privacy gain, mean over people, by iteration',
    groups: [...groups, { label: 'placebo (median)', colour: 'grey' }],
    levels: levels.map((level, place) => ({
      ...level,
      values: [...level.values, finite([attacked[place].mia.placebo.median])],
    })),
    lines: [{ value: 1, label: 'nothing is learned' }],
  };
  const attackers = htmlTable({
    caption:
      'All attackers: mean advantage with its 95 % interval, area under the ROC curve (0.5 is chance), and the largest advantage that so many fits could have proven',
    head: [
      'generator',
      'attacker',
      'privacy gain (median)',
      'placebo',
      'advantage',
      'AUC',
      'provable',
    ],
    rows: attacked.flatMap(({ label, mia }) =>
      mia.attackers.map((each) => [
        label,
        ATTACKERS[each.features],
        decimals(number(each.privacyGain.median)),
        decimals(number(each.placebo.median)),
        each.advantage
          ? `${decimals(number(each.advantage.estimate))} (${decimals(number(each.advantage.low))} to ${decimals(number(each.advantage.high))})`
          : '–',
        decimals(number(each.auc)),
        decimals(number(each.limit.fits.advantage)),
      ]),
    ),
  });
  return html`<section id="membership"><h2>Recognising members</h2>
<p>An attacker learns from generators that were fitted with and without a person, and guesses for new synthetic tables whether that person was in. The placebo is another person who was added: where the attack reacts to it as much, it has recognised nobody. Shown is the attacker with the largest advantage.</p>${said}
${gallery([boxes(context, plot)])}${scrolling(attackers)}</section>`;
}

export function utility(context: ReportContext): Html {
  const { results, chosen } = context;
  const keys = Object.keys(results.real.utility);
  const plots = keys
    .filter((key) => SCORES[key]?.plotted)
    .map(
      (key, i): LevelBoxes => ({
        id: `utility-${i}`,
        title: `${scoreName(key)} is ${decimals(number(chosen.utility[key]?.median))} at the recommended level; learning from the real rows gives ${decimals(number(results.real.utility[key]))}`,
        levelLabel: LEVEL,
        valueLabel: `${scoreName(key)}, by synthetic set (${betterOf(key)} is better)`,
        groups: ONE,
        levels: levelsAndCompetitors(results).map(({ label, utility }) => ({
          label,
          values: [finite(utility[key]?.values ?? [])],
        })),
        lines: finite([results.real.utility[key]]).map((value) => ({ value, label: 'real data' })),
      }),
    );
  return html`<section id="utility"><h2>What the tables are worth</h2>
<p>Random forests learn ${results.data.response} from synthetic rows and are tested on ${results.data.test} real rows that no generator saw.</p>
${gallery(plots.map((plot) => boxes(context, plot)))}
${scrolling(
  htmlTable({
    caption: 'All scores: medians over synthetic sets',
    head: ['generator', ...keys.map((key) => `${scoreName(key)} (${betterOf(key)} is better)`)],
    rows: [
      ...levelsAndCompetitors(results).map(({ label, utility }) => [
        label,
        ...keys.map((key) => decimals(number(utility[key]?.median))),
      ]),
      ['real data', ...keys.map((key) => decimals(number(results.real.utility[key])))],
    ],
  }),
)}</section>`;
}

/** Outlying and random people where both are many enough everywhere, else all together. */
function byGroup(
  found: readonly { readonly label: string; readonly figures: GroupFigures }[],
): Pick<LevelBoxes, 'groups' | 'levels'> {
  const isSplit = found.every(
    ({ figures: { outlying, random } }) => outlying.length > 0 && random.length > 0,
  );
  return {
    groups: isSplit ? TARGETS : EVERYONE,
    levels: found.map(({ label, figures: { outlying, random, all } }) => ({
      label,
      values: isSplit ? [finite(outlying), finite(random)] : [finite(all)],
    })),
  };
}

function boxes({ document }: ReportContext, data: LevelBoxes): Html {
  const width = data.levels.length > MOST_IN_HALF ? 'full' : 'half';
  return figure(document, levelBoxes, levelBoxesTable, data, width);
}

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

function scoreName(key: string): string {
  return SCORES[key]?.name ?? key;
}

function betterOf(key: string): string {
  return SCORES[key]?.better ?? 'higher';
}

function share(value: number | null): string {
  return `${decimals(100 * number(value), 0)} %`;
}

function finite(values: readonly (number | null)[]): number[] {
  return values.filter((value): value is number => Number.isFinite(value));
}
