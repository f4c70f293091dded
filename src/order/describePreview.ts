import { alignText } from '../table/alignText.ts';
import type { AttackPreview, Preview, PreviewLevel } from './preview.ts';

/** With more levels, those at which next to nothing changes share a line. */
const MOST_LINES = 12;
/** What counts as next to nothing. */
const SMALL = { r2: 0.02, mab: 0.005 };

/**
 * A preview as text: a line for each level, and for each sensitive column what a sample gives an
 * attacker on average. Of many levels those that hardly differ from the first of them share its line.
 */
export function describePreview(preview: Preview): string {
  const { levels, rows, scale, independent, notes } = preview;
  const all = levels.map((level) => ({ from: level, to: level.truncation }));
  const lines = levels.length > MOST_LINES ? thinned(levels) : all;
  const names = levels[0]?.sensitive.map(({ name }) => name) ?? [];
  const head = ['truncation', ...names.flatMap((name) => [`${name} R2`, 'MAB'])];
  const cells = lines.map(({ from, to }) => [
    from.truncation === to ? String(to) : `${from.truncation} to ${to}`,
    ...from.sensitive.flatMap((attack) => {
      const { r2, mab } = figures(attack);
      return [r2.toFixed(3), mab.toFixed(4)];
    }),
  ]);
  const regressed = scale === 'values' ? 'values' : 'normal scores';
  return [
    `What a regression of a sensitive column on all others would give an attacker with ${rows} synthetic`,
    'rows: R2, and the mean size of the coefficients (MAB). An approximation, made before anything is',
    `fitted: a Gaussian copula with the correlations of this table (Theorem 2); the columns' ${regressed}.`,
    '',
    ...alignText([head, ...cells], () => true),
    ...(independent
      ? [
          '',
          `Independent columns would give R2 ${independent.r2.toFixed(3)} and MAB ${independent.mab.toFixed(4)} by chance.`,
        ]
      : []),
    ...notes,
  ].join('\n');
}

/** What a sample gives on average, or the population's figures where a sample is too small. */
function figures({ expectedR2, expectedMab, r2, mab }: AttackPreview) {
  return { r2: expectedR2 ?? r2, mab: expectedMab ?? mab };
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
    return Math.abs(one.r2 - other.r2) >= SMALL.r2 || Math.abs(one.mab - other.mab) >= SMALL.mab;
  });
}
