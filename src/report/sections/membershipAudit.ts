/**
 * The membership audit, level by level and attacker by attacker, beside generators whose leakage is known:
 * a reader sees what the attack would have seen.
 */

import type { ControlAudit, ControlName } from '../../measures/membershipAudit/controls.ts';
import type { GroupAudit, LevelAudit } from '../../measures/membershipAudit/levelAudit.ts';
import type { ScoreAudit, ScoreAudits } from '../../measures/membershipAudit/scoreAudit.ts';
import type { ScoreName } from '../../measures/membershipAudit/scores/score.ts';
import { levelName, levelsAndCompetitors, number, type ReportContext } from '../context.ts';
import { figure, scrolling } from '../figure.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { type LevelBoxes, levelBoxes, levelBoxesTable } from '../plots/levelBoxes.ts';
import { decimals } from '../plots/text.ts';
import { type Html, html, NOTHING } from '../template.ts';

/** Who the attackers are, by the score they go by. */
const ATTACKERS: Readonly<Record<ScoreName, string>> = {
  refit: 'fits a density to the synthetic rows',
  near: 'looks for the nearest synthetic row',
  near5: 'looks for the five nearest synthetic rows',
  nearRanks: 'looks for the nearest synthetic row, by ranks',
  near5Ranks: 'looks for the five nearest synthetic rows, by ranks',
  kernel: 'counts synthetic rows around a person',
  model: 'has the model file',
  file: 'has the file of noisy numbers, and takes the likelihood ratio of each person',
};

const CONTROLS: Readonly<Record<ControlName, string>> = {
  copy: 'control: a copy of the training rows',
  'partial-copy': 'control: a tenth of the training rows copied',
  independent: 'control: margins of the training rows, no dependence',
  unrelated: 'control: a table of other people',
};

interface Audited {
  readonly label: string;
  readonly scores: ScoreAudits;
}

export function membershipAudit(context: ReportContext): Html {
  const { results, chosen } = context;
  const levels = levelsAndCompetitors(results).flatMap(({ label, membershipAudit: audit }) =>
    audit ? [{ label, audit }] : [],
  );
  if (levels.length === 0) return NOTHING;
  const first = levels.find(({ label }) => label === levelName(chosen)) ?? levels[0];
  const controls = results.controls.map(({ name, scores }) => ({ label: CONTROLS[name], scores }));
  const audited: Audited[] = [
    ...levels.map(({ label, audit }) => ({ label, scores: audit.scores })),
    ...controls,
  ];
  const { fits, people } = first.audit;
  return html`<p>Everybody is a target. The generator was fitted ${fits} times to random halves of the table, and attackers who know everybody's record say, for each of ${people} people and each fit, whether the person was in. An AUC of 0.5 is a coin, 1 means that everybody is recognised. The figures at release are what is left when the whole table is fitted and a synthetic table of the released size is drawn. ${controlWords(results.controls)}</p>
${aucPlot(context, audited, first.label)}
${scrolling(scoresTable(audited, first.audit.judge))}
${scrolling(groupsTable(context, first.label, first.audit))}
<p>${peopleWords(first.label, first.audit)}</p>`;
}

export function auditLine({ chosen }: ReportContext): string {
  const judge = chosen.membershipAudit && Object.values(chosen.membershipAudit.scores)[0];
  return judge ? `AUC ${interval(judge.atRelease)} at release; 0.5 is a coin` : '';
}

/** What the attack saw where it is known what there is to see. */
function controlWords(controls: readonly ControlAudit[]): string {
  const judged = controls.filter(({ passed }) => passed !== undefined);
  if (judged.length === 0) return 'No generator of known leakage was attacked beside it.';
  const missed = judged.filter(({ passed }) => passed === false);
  return missed.length === 0
    ? 'Beside it stand generators of known leakage: the attack recognised copies, and accused no table of other people. So it would have seen such a leak here.'
    : `Beside it stand generators of known leakage, and the attack failed on ${missed.map(({ name }) => CONTROLS[name].replace('control: ', '')).join(' and ')}: do not rely on its figures.`;
}

function aucPlot(context: ReportContext, audited: readonly Audited[], first: string): Html {
  const here = audited.find(({ label }) => label === first)?.scores;
  const judge = here && Object.values(here)[0];
  const data: LevelBoxes = {
    id: 'membership-auc',
    title: judge
      ? `At ${first} a well-informed attacker reaches an AUC of ${decimals(number(judge.atRelease.estimate), 2)} at release; 0.5 is a coin`
      : 'AUC of the membership audit at release',
    levelLabel: 'truncation level, generator or control',
    valueLabel: 'AUC at release (0.5 is a coin)',
    groups: [
      { label: 'density', colour: 'blue' },
      { label: 'nearest row', colour: 'orange' },
    ],
    levels: audited.map(({ label, scores }) => ({
      label: label.replace('control: ', ''),
      values: [scores.refit, scores.near].map((score) =>
        score && Number.isFinite(score.atRelease.estimate) ? [score.atRelease.estimate] : [],
      ),
    })),
    lines: [{ value: 0.5, label: 'a coin' }],
  };
  return figure(context.document, levelBoxes, levelBoxesTable, data, 'full');
}

function scoresTable(audited: readonly Audited[], judge: string): string {
  const rows = audited.flatMap(({ label, scores }) =>
    (Object.entries(scores) as [ScoreName, ScoreAudit][]).map(([name, score]) => [
      label,
      `${ATTACKERS[name]}${name === judge ? ' (the judge)' : ''}`,
      interval(score.atRelease),
      interval(score.auc),
      recognisedAt(score),
      decimals(number(score.epsilonLower), 2),
    ]),
  );
  return htmlTable({
    caption:
      'Every attacker at every level, with 95 % intervals. The judge was named beforehand and counts in the verdict, and so does the nearest row.',
    head: [
      ...['generator', 'the attacker', 'AUC at release', 'AUC in the audit'],
      ...['members found at 1 % false alarms', 'epsilon refuted'],
    ],
    rows,
  });
}

function recognisedAt({ tprAt }: ScoreAudit): string {
  const rate = tprAt['0.01'];
  if (!rate) return '–';
  const found = number(rate.estimate);
  return Number.isFinite(found)
    ? `${decimals(100 * found, 1)} %`
    : `at most ${decimals(100 * number(rate.high), 1)} %`;
}

function groupsTable(
  context: ReportContext,
  label: string,
  { groups }: Pick<LevelAudit, 'groups'>,
): string {
  return htmlTable({
    caption: `Groups of people at ${label}, named before anything was attacked: AUC in the audit, by the judge`,
    head: ['group', 'people', 'AUC', 'p, corrected for the number of groups'],
    rows: groups.map((group) => [
      groupWords(context, group),
      String(group.people),
      interval(group.auc),
      decimals(number(group.adjusted)),
    ]),
  });
}

/** By the names of categories, which at least five rows have: rarer ones were pooled. */
function groupWords({ sides }: ReportContext, { kind, column, level }: GroupAudit): string {
  if (kind === 'isolated') return 'the most isolated';
  if (kind === 'leverage') return 'the most influential';
  if (kind === 'outlying') return `unusual values of ${column}`;
  const planned = sides.plan.columns.find(({ name }) => name === column);
  const name = level === undefined ? undefined : planned?.levels[level - 1];
  return `${column} = ${name ?? 'a further category'}`;
}

function peopleWords(
  label: string,
  { screen, people, isAnybodySure }: Pick<LevelAudit, 'screen' | 'people' | 'isAnybodySure'>,
): string {
  const most = screen.mostExposed;
  const exposed = most
    ? ` For the five most exposed together the attacker's advantage is ${interval(most)}, where 0 is a coin and 1 is always right.`
    : '';
  const sure = isAnybodySure
    ? ' Somebody is recognised nearly every time.'
    : ' Nobody is recognised nearly every time.';
  return screen.confirmed
    ? `At ${label} tables with and without ${screen.people === undefined ? 'fewer than five' : screen.people} of ${people} people differ for certain, after correction for their number.${sure}${exposed}`
    : `At ${label} tables with and without any single one of ${people} people do not differ for certain, after correction for their number.${sure}${exposed}`;
}

function interval({
  estimate,
  low,
  high,
}: {
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}): string {
  const ends = [number(low), number(high)];
  const range = ends.every(Number.isFinite)
    ? ` (${ends.map((end) => decimals(end)).join(' to ')})`
    : '';
  return `${decimals(number(estimate))}${range}`;
}
