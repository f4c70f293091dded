/**
 * The preview where dependence may differ between the classes of the response. Two attackers: one
 * regresses on all rows, the other within each class. The first is blind to slopes that differ by
 * class; the second has fewer rows for each regression.
 */

import { cholesky } from '../numerics/cholesky.ts';
import { attackFigures } from './attackFigures.ts';
import { chanceWithin, type MixtureAttack, withinFigures } from './attackWithin.ts';
import { checkPreviewInput, type PreviewInput } from './checkPreviewInput.ts';
import { type MixtureClass, type MixtureLevel, mixtureLevels } from './classMixture.ts';
import { precisionOf } from './gaussianCvine.ts';
import type { Loadings } from './hermiteLoadings.ts';
import {
  type AttackPreview,
  byChance,
  fewRowsInWords,
  impossible,
  type Preview,
  ridgeInWords,
} from './preview.ts';
import { regressionFrom } from './regressionAttack.ts';
import { usableCorrelations } from './usableCorrelations.ts';

export interface PreviewByClassSettings extends PreviewInput {
  readonly classes: readonly PreviewClass[];
  readonly scale: 'scores' | 'values';
}

/** A class of the response; its columns in the order of the vine, without the response. */
export interface PreviewClass extends Omit<MixtureClass, 'matrix' | 'factor' | 'margins'> {
  /** The level of the response; null for the rows of several small classes, which nobody regresses alone. */
  readonly label: string | null;
  readonly correlations: readonly Float64Array[];
  readonly margins: readonly Loadings[];
}

export function previewByClass(settings: PreviewByClassSettings): Preview {
  const { names, rows, responseDeviation = 1, scale } = settings;
  const { shown, seen, targets, free, wanted } = checkPreviewInput(settings);
  const d = shown.length - 1;
  const usable = settings.classes.map((each) => usableClass(each, names));
  const attack = {
    classes: usable.map(({ mixed }) => mixed),
    // without the response
    columns: seen.slice(1).map((variable) => variable - 1),
    // a class with too few rows, or which stands for several, is left to the pooled regression
    regressed: usable.map(({ label, mixed: { share } }) => label !== null && rows * share > d + 1),
    rows,
    scaleOf: (k: number) => (k === 0 ? responseDeviation : 1),
    shown,
    sensitive: settings.sensitive,
    targets,
  };
  let ridge = Math.max(...usable.map((each) => each.ridge));
  const levels = [];
  for (const level of mixtureLevels(
    attack.classes,
    names.length - 1,
    attack.columns,
    Math.max(0, free - 1),
    wanted,
  )) {
    const found = attackLevel(attack, level);
    ridge = Math.max(ridge, found.ridge);
    levels.push({ truncation: level.truncation, sensitive: found.sensitive });
  }
  const labels = settings.classes.flatMap(({ label }) => label ?? []);
  return {
    names: shown,
    rows,
    scale,
    ...(settings.protected?.length && { protected: settings.protected }),
    independent: rows > d + 2 ? byChance(rows, d, responseDeviation) : null,
    classes: { labels, independent: chanceWithin(attack, d) },
    levels,
    ridge,
    notes: [
      ...(ridge > 0 ? [ridgeInWords(ridge)] : []),
      ...(rows > d + 2 ? [] : [fewRowsInWords(d)]),
      ...unregressedInWords(usable, attack.regressed, d),
    ],
  };
}

interface Attack extends MixtureAttack {
  readonly scaleOf: (variable: number) => number;
  readonly shown: readonly string[];
  readonly sensitive: readonly string[];
  /** Variables of the pooled regression, in which 0 is the response. */
  readonly targets: readonly number[];
}

function attackLevel(attack: Attack, level: MixtureLevel) {
  const { columns, targets, rows, scaleOf, shown, sensitive, regressed } = attack;
  const n = columns.length + 1;
  const { pooled } = level;
  const deviations = Float64Array.from({ length: n }, (_, i) => Math.sqrt(pooled[i * n + i]) || 1);
  const found = usableCorrelations(
    (i, j) => pooled[i * n + j] / (deviations[i] * deviations[j]),
    n,
  );
  if ('fault' in found) throw impossible(shown[n - 1 - found.fault]);
  const precision = precisionOf(found.factor, n, targets);
  const own = level.within.map((matrix, c) =>
    regressed[c]
      ? precisionOf(
          cholesky(matrix, n - 1),
          n - 1,
          targets.map((j) => j - 1),
        )
      : undefined,
  );
  const noiseRows = rows > n + 1 ? rows : undefined;
  const attacks = targets.map((j, s): AttackPreview => {
    const regression = regressionFrom(precision.diagonal, precision.rows[s], j);
    const byClass = own.map((each) => each && regressionFrom(each.diagonal, each.rows[s], j - 1));
    return {
      name: sensitive[s],
      ...attackFigures(regression, j, scaleOf, noiseRows),
      within: withinFigures(attack, level, deviations, { j, pooled: regression, byClass }),
    };
  });
  return { sensitive: attacks, ridge: found.ridge };
}

/** A class in the order of the centres, with correlations that a vine can have. */
function usableClass({ label, correlations, ...own }: PreviewClass, names: readonly string[]) {
  const n = names.length - 1;
  const found = usableCorrelations((i, j) => correlations[n - 1 - i][n - 1 - j], n);
  if ('fault' in found) throw impossible(names[n - 1 - found.fault]);
  const { matrix, factor, ridge } = found;
  const mixed: MixtureClass = {
    share: own.share,
    matrix,
    factor,
    margins: own.margins.slice().reverse(),
    means: own.means.slice().reverse(),
    deviations: own.deviations.slice().reverse(),
    response: own.response,
  };
  return { label, ridge, mixed };
}

function unregressedInWords(
  classes: readonly { readonly label: string | null }[],
  regressed: readonly boolean[],
  d: number,
): string[] {
  const few = classes.flatMap(({ label }, c) => (label === null || regressed[c] ? [] : label));
  return few.length === 0
    ? []
    : [
        `In ${few.join(', ')} there are too few rows for a regression on ${d - 1} columns: these are attacked with all rows alone.`,
      ];
}
