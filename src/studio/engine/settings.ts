/** What was chosen in the page, as settings of the engine: the same as the command that the page shows. */

import { FIT_DEFAULTS } from '../../model/settings.ts';
import { budgetSettings } from '../../study/privateSettings.ts';
import type { AnyStudySettings } from '../../study/studySettings.ts';
import type { DeclaredSchema, FitChoice, StudyChoice } from './protocol.ts';

/** What the model depends on. */
export function fitKey(choice: FitChoice): string {
  const { response, sensitive, schema, seed, order, protect } = choice;
  const { leaveOut, generator, epsilon, rules } = choice;
  return JSON.stringify([
    ...[response, sensitive, schema, seed, order, protect, leaveOut, generator],
    generator === 'dpvine' ? epsilon : rules,
  ]);
}

export function fitSettings({
  response,
  sensitive,
  schema,
  seed,
  order,
  protect,
  leaveOut,
  rules,
  generator,
}: FitChoice) {
  return {
    response,
    sensitive,
    schema: schemaWithout(schema, leaveOut),
    seed,
    // without a sensitive column there is nothing to protect, unless it was asked for
    ...(protect !== FIT_DEFAULTS.protect && { protect }),
    ...(order && { order }),
    ...(generator === 'cvine' && rules !== FIT_DEFAULTS.rules && { rules }),
  };
}

export function settingsOf(choice: StudyChoice): AnyStudySettings {
  const { preset, compare, constraints, generator, epsilon } = choice;
  const shared = { ...fitSettings(choice), preset, compare, constraints };
  return generator === 'dpvine'
    ? { ...shared, generator, generators: budgetSettings({ ranges: 'declared', epsilon }) }
    : shared;
}

function schemaWithout(schema: DeclaredSchema, names: readonly string[]): DeclaredSchema {
  const { columns } = schema;
  if (!columns || names.length === 0) return schema;
  const kept = Object.entries(columns).filter(([name]) => !names.includes(name));
  return { ...schema, columns: Object.fromEntries(kept) };
}

/** What of a schema has to be known before a file is read. */
export function readingOf({ columns = {}, missing = [] }: DeclaredSchema) {
  const text = Object.entries(columns).flatMap(([each, { type }]) =>
    type === 'text' ? [each] : [],
  );
  return { text, ...(missing.length > 0 && { missing }) };
}
