/** The default beside the paper's vine on further tables at the lowest level: worth, likeness, protection. */

import type * as Library from '../../src/index.ts';
import type { Setting } from '../setting.ts';
import { type FurtherTable, TABLES } from './tables.ts';

/** What was found of one generator; lists are by synthetic set or by iteration. */
export interface FurtherFound {
  /** AUC, the mean of one class against the rest; of a numeric response R2. On held-out rows. */
  readonly scores: readonly number[];
  /** Of a classifier that tells real from synthetic rows; .5 is best. */
  readonly detection: readonly number[];
  /** R2 of each attacker's guesses of the sensitive column: of people in the table, and of others. */
  readonly inTable: Library.AttributeFindings['r2OnReal']['inTable'];
  readonly heldOut: Library.AttributeFindings['r2OnReal']['heldOut'];
}

export interface FurtherFindings {
  readonly title: string;
  readonly real: number;
  readonly paper: FurtherFound;
  readonly default: FurtherFound;
}

const LEVEL = 1;
const SETS = 6;
const DETECTIONS = 3;
const ITERATIONS = 6;

export async function findFurther(setting: Setting): Promise<readonly FurtherFindings[]> {
  const found: FurtherFindings[] = [];
  for (const make of TABLES) {
    const own = await make(setting);
    if (own) found.push(await setting.parts.play(own.name, () => findTable(setting, own)));
  }
  return found;
}

async function findTable(setting: Setting, own: FurtherTable): Promise<FurtherFindings> {
  const paper = await findGenerator(setting, own, { byClass: 'never', protect: 'table' });
  const ours = await findGenerator(setting, own, {});
  return { title: own.title, real: paper.real, paper: paper.found, default: ours.found };
}

async function findGenerator(
  { library, seed, threads, scale, share }: Setting,
  { table, response, sensitive }: FurtherTable,
  choice: Pick<Library.GeneratorSettings, 'byClass' | 'protect'>,
): Promise<{ readonly real: number; readonly found: FurtherFound }> {
  const fit = { response, sensitive: [sensitive], ...choice };
  const common = { generator: 'cvine' as const, fit, levels: [LEVEL], seed };
  const utility = { ...common, sets: SETS, modelSettings: { forest: { trees: scale.trees } } };
  const useful = await share(table, { utility }, (store) =>
    library.utility(table, { ...utility, threads, store }),
  );
  const score = useful.response === 'classes' ? 'auc' : 'r2';
  const attribute = {
    ...common,
    targets: { quantiles: [], random: 1 },
    iterations: ITERATIONS,
    sets: 1,
    baselines: false,
  };
  const attack = await share(table, { attribute }, (store) =>
    library.attributeAttack(table, { ...attribute, threads, store }),
  );
  const column = attack.levels[0].sensitive[sensitive];
  const model = await library.fit(table, { ...fit, truncation: LEVEL, seed, threads });
  const detection = Array.from({ length: DETECTIONS }, (_, k) => {
    const drawn = library.sample(model, table.rows, { seed: seed + k });
    const { detectionAuc } = library.tableFidelity(table, drawn, { response, seed: seed + k });
    if (!detectionAuc) throw new Error('too few rows for detection');
    return detectionAuc.estimate;
  });
  return {
    real: useful.real.forest[score],
    found: {
      scores: useful.levels[0].models.forest[score].values,
      detection,
      inTable: column.r2OnReal.inTable,
      heldOut: column.r2OnReal.heldOut,
    },
  };
}
