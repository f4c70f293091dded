/**
 * What is decided once about a table before generators are fitted to parts of it: the types of its
 * columns, and their order in a vine. So that fits to different rows are fits of the same model.
 */

import { type FeaturePlan, planFeatures } from '../features/plan.ts';
import { arrange } from '../model/arrange.ts';
import { protectedIn } from '../model/protection.ts';
import { resolveFit, resolveSchema } from '../model/settings.ts';
import { wholeOrder } from '../order/wholeOrder.ts';
import { applySchema } from '../table/applySchema.ts';
import { schemaOf } from '../table/detectSchema.ts';
import { completeSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import type { GeneratorSettings } from './generator.ts';
import { withNoiseKey } from './private/noise.ts';

export interface FrozenSchema {
  readonly plan: FeaturePlan;
  /** With all types and the order of the columns declared. */
  readonly settings: GeneratorSettings;
  readonly notes: readonly string[];
}

/** All games of a study ask for the same: it is found out once for a table and the object that settings are. */
const known = new WeakMap<Table, WeakMap<GeneratorSettings, FrozenSchema>>();

export async function freezeSchema(
  table: Table,
  settings: GeneratorSettings,
  signal?: AbortSignal,
): Promise<FrozenSchema> {
  const own = known.get(table) ?? new WeakMap<GeneratorSettings, FrozenSchema>();
  known.set(table, own);
  const frozen = own.get(settings) ?? (await freeze(table, settings, signal));
  own.set(settings, frozen);
  // a secret is that of one job
  return { ...frozen, settings: withNoiseKey(frozen.settings) };
}

async function freeze(
  table: Table,
  settings: GeneratorSettings,
  signal: AbortSignal | undefined,
): Promise<FrozenSchema> {
  const declared = resolveSchema(settings.schema);
  const typed = applySchema(table, declared);
  const schema = completeSchema(schemaOf(typed.detection), declared);
  const resolved = resolveFit(table, { ...settings, schema, ...(signal && { signal }) });
  const { order, notes, related } = await arrange(typed, resolved);
  return {
    plan: planFeatures(typed),
    settings: {
      ...settings,
      response: resolved.response,
      // what holds between columns is found once, and then declared
      schema: resolved.rules === 'none' ? schema : { ...schema, ...related.declared },
      rules: resolved.rules === 'none' ? 'none' : 'schema',
      declared: settings.declared ?? declared,
      // a generator that knows no rules models derived columns too
      order: wholeOrder(order, table.columns),
      protect: protectedIn(order),
    },
    notes,
  };
}
