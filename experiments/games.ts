/** The measures as the experiments play them. */

import type * as Library from '../src/index.ts';
import type { Setting } from './setting.ts';

type Level = number | 'full';

/** The attribute attack at all levels. */
export async function attribute(
  { library, scale, threads, seed, say }: Setting,
  table: Library.Table,
  settings: Library.GeneratorSettings,
  levels: readonly Level[],
  targets: readonly Library.AttackTarget[],
): Promise<Library.AttributeResult> {
  const begun = performance.now();
  const result = await library.attributeAttack(table, {
    settings,
    levels,
    targets,
    iterations: scale.iterations,
    sets: scale.sets,
    baselines: false,
    threads,
    seed,
  });
  say(`attribute attack, ${settings.responseSampling}: ${seconds(begun)}`);
  return result;
}

/** Privacy gains of the correlation attack at each level: the median and the middle half. */
export async function membership(
  { library, scale, threads, seed, say }: Setting,
  table: Library.Table,
  generator: Library.GeneratorName,
  settings: Library.GeneratorSettings,
  levels: readonly Level[],
  targets: readonly Library.AttackTarget[],
): Promise<
  readonly { level: Level; median: number; low: number; high: number; placebo: number }[]
> {
  const begun = performance.now();
  const { outcomes } = await library.membershipAttack(table, {
    generator,
    settings,
    levels,
    targets,
    features: 'correlation',
    iterations: scale.iterations,
    shadows: scale.shadows,
    setsPerShadow: scale.setsPerShadow,
    sets: scale.membershipSets,
    threads,
    seed,
  });
  say(`membership attack on ${generator}: ${seconds(begun)}`);
  return outcomes.map(({ level, outlying, random, median }) => {
    const gains = Float64Array.from([...outlying, ...random]).sort();
    const at = (share: number) => gains[Math.round(share * (gains.length - 1))];
    return {
      level,
      median: at(0.5),
      low: at(0.25),
      high: at(0.75),
      placebo: median.placebo ?? Number.NaN,
    };
  });
}

/** Balanced accuracy and AUC of the forest: on the real rows, and the medians at each level. */
export async function utilityAt(
  { library, scale, threads, seed, say }: Setting,
  table: Library.Table,
  test: Library.Table,
  generator: Library.GeneratorName,
  settings: Library.GeneratorSettings,
  levels: readonly Level[],
) {
  const begun = performance.now();
  const { real, levels: found } = await library.utility(table, {
    generator,
    settings,
    test,
    levels,
    sets: scale.utilitySets,
    modelSettings: { forest: { trees: scale.trees } },
    threads,
    seed,
  });
  say(`utility of ${generator}: ${seconds(begun)}`);
  return {
    real: { balancedAccuracy: real.forest.balancedAccuracy, auc: real.forest.auc },
    balancedAccuracy: found.map(({ models }) => models.forest.balancedAccuracy.median),
    auc: found.map(({ models }) => models.forest.auc.median),
  };
}

function seconds(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(0)} s`;
}
