/** The curves of all sensitive columns: by theory from the preview, measured from the study. */

import { computed } from '@preact/signals';
import { limitFor, limitsOf } from '../../study/limits.ts';
import { choices, order, partial, study } from './state.ts';

export interface TheoryPoint {
  readonly truncation: number;
  /** The share of variance that an attacker explains. */
  readonly r2: number;
  /** The mean size of the attacker's coefficients. */
  readonly mab: number;
}

export interface MeasuredPoint {
  readonly truncation: number;
  readonly estimate: number;
  readonly high: number;
}

export interface Curve {
  readonly name: string;
  readonly points: readonly TheoryPoint[];
  readonly measured: readonly MeasuredPoint[];
  readonly limit: number | null;
}

/** Changes with what was chosen and measured, not with the slider. */
export const curves = computed(curvesOf);

function curvesOf(): Curve[] {
  const preview = order.value?.preview;
  if (!preview) return [];
  const limits = limitsOf(choices.value.constraints);
  const { independent, classes } = preview;
  const byChance = [independent, classes?.independent ?? null];
  const most = (values: readonly (number | undefined)[]) =>
    Math.max(0, ...values.map((value) => value ?? 0));
  // cut off from all others, of which an attacker gets what chance gives
  const none: TheoryPoint = {
    truncation: 0,
    r2: most(byChance.map((each) => each?.r2)),
    mab: most(byChance.map((each) => each?.mab)),
  };
  return (preview.levels[0]?.sensitive ?? []).map(({ name }, place) => {
    const points = preview.levels.map(({ truncation, sensitive }): TheoryPoint => {
      const { r2, expectedR2, mab, expectedMab, within } = sensitive[place];
      return {
        truncation,
        r2: most([expectedR2 ?? r2, within?.expectedR2 ?? within?.r2]),
        mab: most([expectedMab ?? mab, within?.expectedMab ?? within?.mab]),
      };
    });
    const real = points[points.length - 1]?.r2 ?? null;
    return {
      name,
      points: [none, ...points],
      measured: measuredOf(name),
      limit: limits.attribute.value === null ? null : limitFor(limits.attribute, real),
    };
  });
}

/** The figures that levels are judged by; before there are any, what is known so far. */
function measuredOf(name: string): MeasuredPoint[] {
  const levels = study.value?.results.levels;
  if (levels) {
    return levels.flatMap(({ truncation, judged }) =>
      judged.figures
        .filter(({ risk, of }) => risk === 'attribute' && of === name)
        .map(({ figure }) => ({ truncation, estimate: figure.estimate, high: figure.high })),
    );
  }
  return (partial.value ?? []).flatMap(({ truncation, attribute = [] }) =>
    attribute
      .filter((each) => each.name === name)
      .map(({ estimate, high }) => ({ truncation, estimate, high })),
  );
}

/** Between two levels of the curve, on the line. */
export function valueAt(points: readonly TheoryPoint[], level: number): number {
  const after = points.findIndex(({ truncation }) => truncation >= level);
  if (after < 0) return points[points.length - 1]?.r2 ?? 0;
  const [a, b] = [points[Math.max(0, after - 1)], points[after]];
  if (b.truncation === a.truncation) return b.r2;
  const share = (level - a.truncation) / (b.truncation - a.truncation);
  return a.r2 + share * (b.r2 - a.r2);
}

/** Of a curve's rise from one level to the next: a step that anybody would call one. */
const JUMP = 0.1;

/** Levels at which an attacker gets that much more than a level lower, and of which column. */
export function jumpsOf(
  all: readonly Pick<Curve, 'name' | 'points'>[],
): { readonly truncation: number; readonly name: string }[] {
  const steps = all.flatMap(({ name, points }) =>
    points.flatMap(({ truncation, r2 }, i) =>
      i > 0 && r2 - points[i - 1].r2 >= JUMP ? [{ truncation, name }] : [],
    ),
  );
  const levels = [...new Set(steps.map(({ truncation }) => truncation))].sort((a, b) => a - b);
  return levels.map((truncation) => ({
    truncation,
    name: steps
      .filter((step) => step.truncation === truncation)
      .map(({ name }) => name)
      .join(' and '),
  }));
}

/** What a curve says, in a sentence. */
export function findingOf({ points, limit }: Pick<Curve, 'points' | 'limit'>): string {
  const [first, last] = [points[0], points[points.length - 1]];
  if (!first || !last) return '';
  const share = (r2: number) => `${Math.round(100 * r2)} %`;
  const over = limit === null ? undefined : points.find(({ r2 }) => r2 > limit);
  const rise = `${share(first.r2)} at level ${first.truncation}, ${share(last.r2)} at level ${last.truncation}`;
  if (limit === null) return `${rise}.`;
  return over
    ? `${rise}; above the limit of ${share(limit)} from level ${over.truncation} on.`
    : `${rise}; below the limit of ${share(limit)} at every level.`;
}
