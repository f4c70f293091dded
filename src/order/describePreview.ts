import { alignText } from '../table/alignText.ts';
import type { AttackPreview, ByChance, Preview, PreviewLevel } from './preview.ts';

/** With more levels, those at which next to nothing changes share a line. */
const MOST_LINES = 12;
/** What counts as next to nothing. */
const SMALL = { r2: 0.02, mab: 0.005 };
/** What regressions within classes must explain more, so that they are shown. */
const WORTH = 0.01;

/**
 * A preview as text: a line for each level, and for each sensitive column what a sample gives an
 * attacker on average. Of many levels those that hardly differ from the first of them share its line.
 * Of two attackers the stronger is shown.
 */
export function describePreview(preview: Preview): string {
  const { levels, rows, independent, notes } = preview;
  const all = levels.map((level) => ({ from: level, to: level.truncation }));
  const lines = levels.length > MOST_LINES ? thinned(levels) : all;
  const names = levels[0]?.sensitive.map(({ name }) => name) ?? [];
  const shown = lines.flatMap(({ from }) => from.sensitive.map(figures));
  const isMarked = shown.some(({ isWithin }) => isWithin);
  const mark = (isWithin: boolean) => (isMarked ? (isWithin ? '*' : ' ') : '');
  const head = ['truncation', ...names.flatMap((name) => [`${name} R2${mark(false)}`, 'MAB'])];
  const cells = lines.map(({ from, to }) => [
    from.truncation === to ? String(to) : `${from.truncation} to ${to}`,
    ...from.sensitive.flatMap((attack) => {
      const { r2, mab, isWithin } = figures(attack);
      return [`${r2.toFixed(3)}${mark(isWithin)}`, mab.toFixed(4)];
    }),
  ]);
  return [
    `What a regression of a sensitive column on all others would give an attacker with ${rows} synthetic`,
    'rows: R2, and the mean size of the coefficients (MAB). An approximation, made before anything is',
    ...approximationInWords(preview),
    '',
    ...alignText([head, ...cells], () => true),
    ...(isMarked ? withinInWords(preview) : []),
    ...(independent
      ? ['', chanceInWords(independent, isMarked && preview.classes?.independent)]
      : []),
    ...notes,
  ].join('\n');
}

function approximationInWords({ scale, classes, protected: cut }: Preview): string[] {
  const regressed = scale === 'values' ? 'values' : 'normal scores';
  const fitted = classes
    ? [
        'fitted: a Gaussian copula for each class of the response, with the correlations of this table',
        `(Theorem 2); the columns' ${regressed}.`,
      ]
    : [
        `fitted: a Gaussian copula with the correlations of this table (Theorem 2); the columns' ${regressed}.`,
      ];
  return [...fitted, ...(cut ? ['Truncation cuts the protected columns alone.'] : [])];
}

function withinInWords({ names, classes }: Preview): string[] {
  const labels = classes?.labels.join(', ');
  return [
    '',
    `* by a regression within each class of ${names.at(-1)} (${labels}), where it explains at least ${WORTH} more of the variance.`,
  ];
}

function chanceInWords(pooled: ByChance, within: ByChance | null | false | undefined): string {
  const said = `Independent columns would give R2 ${pooled.r2.toFixed(3)} and MAB ${pooled.mab.toFixed(4)} by chance`;
  return within
    ? `${said}, within classes R2 ${within.r2.toFixed(3)} and MAB ${within.mab.toFixed(4)}.`
    : `${said}.`;
}

/**
 * What a sample gives the stronger attacker on average, or the population's figures where a sample is
 * too small.
 */
function figures(attack: AttackPreview) {
  const { within } = attack;
  const isWithin = within ? within.r2 >= attack.r2 + WORTH : false;
  const { expectedR2, expectedMab, r2, mab } = within && isWithin ? within : attack;
  return { r2: expectedR2 ?? r2, mab: expectedMab ?? mab, isWithin };
}

interface Line {
  readonly from: PreviewLevel;
  readonly to: number;
}

function thinned(levels: readonly PreviewLevel[]): Line[] {
  const lines: Line[] = [];
  for (const level of levels) {
    const last = lines.at(-1);
    if (last && !differs(last.from, level)) {
      lines[lines.length - 1] = { from: last.from, to: level.truncation };
    } else lines.push({ from: level, to: level.truncation });
  }
  return lines;
}

function differs(a: PreviewLevel, b: PreviewLevel): boolean {
  return a.sensitive.some((attack, s) => {
    const [one, other] = [figures(attack), figures(b.sensitive[s])];
    return (
      one.isWithin !== other.isWithin ||
      Math.abs(one.r2 - other.r2) >= SMALL.r2 ||
      Math.abs(one.mab - other.mab) >= SMALL.mab
    );
  });
}
