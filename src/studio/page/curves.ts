/** The curves of all sensitive columns: by theory from the preview, measured from the study. */

import { computed } from '@preact/signals';
import { limitFor, limitsOf } from '../../study/limits.ts';
import type { MeasuredPoint } from './parts/RiskCurve.tsx';
import { choices, order, partial, study } from './state.ts';

export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly truncation: number; readonly r2: number }[];
  readonly measured: readonly MeasuredPoint[];
  readonly limit: number | null;
}

/** Changes with what was chosen and measured, not with the slider. */
export const curves = computed(curvesOf);

function curvesOf(): Curve[] {
  const preview = order.value?.preview;
  if (!preview) return [];
  const limits = limitsOf(choices.value.constraints);
  return (preview.levels[0]?.sensitive ?? []).map(({ name }, place) => {
    const points = preview.levels.map(({ truncation, sensitive }) => {
      const { r2, expectedR2, within } = sensitive[place];
      const inClasses = within?.expectedR2 ?? within?.r2 ?? 0;
      return { truncation, r2: Math.max(expectedR2 ?? r2, inClasses) };
    });
    const real = points[points.length - 1]?.r2 ?? null;
    return {
      name,
      points,
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
