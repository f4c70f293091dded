/** What a study tells the private vine, and what of a study's settings it cannot heed. */

import { type DpvineSettings, resolveDpvine } from '../generators/dpvine/settings.ts';
import type { GeneratorSettings } from '../generators/generator.ts';
import { FIT_DEFAULTS } from '../model/settings.ts';
import { InputError } from '../numerics/inputError.ts';
import {
  type AnyStudySettings,
  type CompetitorSettings,
  type ResolvedStudy,
  studyDefaults,
} from './studySettings.ts';

/** For the fit that is released: the domain as it was declared, and nothing that was read from the rows. */
export function privateSettingsOf(study: ResolvedStudy): GeneratorSettings {
  const { generators, publicSchema, response, sensitive, fit } = study;
  const { association, threshold, k, pooledLevel } = fit;
  return {
    response,
    sensitive,
    schema: publicSchema,
    ...(association && { association }),
    ...(threshold !== undefined && { threshold }),
    ...(k !== undefined && { k }),
    ...(pooledLevel !== undefined && { pooledLevel }),
    ...(generators.noiseSeed !== undefined && { noiseSeed: generators.noiseSeed }),
    dpvine: toldDpvine(generators.dpvine, fit),
  };
}

/** Settings of vines that a private one has a counterpart of. */
function toldDpvine(
  given: DpvineSettings = {},
  { truncation, order, byClass }: ResolvedStudy['fit'],
): DpvineSettings {
  return {
    ...given,
    ...(truncation !== undefined && truncation > 0 && { largest: truncation }),
    ...(order !== undefined && order !== 'auto' && { order }),
    ...(byClass !== undefined && byClass !== 'auto' && { byClass: byClass === 'always' }),
  };
}

/** A budget and where the domain comes from, as the private generators take them; each heeds what concerns it. */
export function budgetSettings({
  epsilon,
  delta,
  ranges,
  gaps,
}: Pick<DpvineSettings, 'epsilon' | 'delta' | 'ranges' | 'gaps'>) {
  const told = {
    ...(ranges !== undefined && { ranges }),
    ...(epsilon !== undefined && { epsilon }),
    ...(gaps !== undefined && { gaps }),
  };
  const withDelta = { ...told, ...(delta !== undefined && { delta }) };
  return { privbayes: told, privpgd: withDelta, dpvine: withDelta };
}

interface Budgeted {
  readonly epsilon?: number;
  readonly delta?: number;
}

/** What fits are told, without what stands beside it in the settings of a private study. */
export function withoutBudget<Settings extends object>(settings: Settings): Settings {
  const { epsilon: _, delta: __, ...rest } = settings as Settings & Budgeted;
  return rest as unknown as Settings;
}

/** The budget stands beside the other settings of a study, or among those of the generator. */
export function withBudget(
  settings: AnyStudySettings,
  generators: CompetitorSettings,
): CompetitorSettings {
  const { epsilon, delta } = settings as Budgeted;
  if (settings.generator !== 'dpvine') {
    if (epsilon === undefined && delta === undefined) return generators;
    throw new InputError(
      "Epsilon, delta: a vine without noise has no privacy budget. Give generator: 'dpvine', or the budget of a competitor in generators.",
    );
  }
  const dpvine = {
    ...generators.dpvine,
    ...(epsilon !== undefined && { epsilon }),
    ...(delta !== undefined && { delta }),
  };
  // refused here, before anything is computed
  resolveDpvine(dpvine);
  return { ...generators, dpvine };
}

/** Refuses what would be ignored. */
export function checkPrivate(settings: AnyStudySettings): void {
  const { generator = 'cvine', schema } = settings;
  if (generator !== 'cvine' && generator !== 'dpvine') {
    throw new InputError(`Generator: found '${String(generator)}'. Give cvine or dpvine.`);
  }
  if (generator !== 'dpvine') return;
  const { structure, families, criterion, margins, truncateRest, columnLevels } = settings;
  const { responseSampling, protect } = settings;
  const usual: Readonly<Record<string, readonly [given: unknown, usual: unknown]>> = {
    structure: [structure, FIT_DEFAULTS.structure],
    families: [families, FIT_DEFAULTS.families],
    criterion: [criterion, FIT_DEFAULTS.criterion],
    margins: [margins, FIT_DEFAULTS.margins],
    'truncateRest (--truncate-rest)': [truncateRest, undefined],
    'columnLevels (--column-levels)': [columnLevels, studyDefaults.columnLevels],
    'responseSampling (--response-sampling)': [responseSampling, studyDefaults.responseSampling],
    protect: [protect === 'table' ? undefined : protect, FIT_DEFAULTS.protect],
  };
  for (const [name, [given, ours]] of Object.entries(usual)) {
    if (given === undefined || given === ours) continue;
    throw new InputError(
      `${name}: found '${String(given)}', which dpvine cannot heed: it is a C-vine of Gaussian pair copulas whose levels cut the whole table. Leave it out.`,
    );
  }
  const rules = (schema as { readonly constraints?: readonly unknown[] } | undefined)?.constraints;
  if (rules && rules.length > 0) {
    throw new InputError(
      'Schema, constraints: dpvine knows no rules between columns, so that rows would break them. Leave them out of the schema.',
    );
  }
}
