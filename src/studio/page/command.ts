/** The same study on the command line: the command itself, and settings.json. */

import type { GeneratorName } from '../../generators/catalogue.ts';
import { ENGINE_VERSION } from '../../model/engine.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Constraints } from '../../study/constraints.ts';
import { type PresetName, presets } from '../../study/presets.ts';
import {
  SETTINGS_FORMAT,
  SETTINGS_VERSION,
  type SettingsDocument,
  type SettingsValue,
} from '../../study/settingsDocument.ts';
import { type Choices, COMPETITORS, hasSchema, NO_CHOICES } from './choices.ts';

/** What was declared of columns, as a file beside the settings. */
export const SCHEMA_FILE = 'columns.json';

const LIMITS: Readonly<Record<string, keyof Constraints>> = {
  'max-mr2': 'maxMr2',
  'max-guess': 'maxGuess',
  'max-membership': 'maxMembership',
  'max-beyond-margins': 'maxBeyondMargins',
  'min-auc': 'minAuc',
  'min-r2': 'minR2',
};

/** By the names of the command line, without the dashes; what is as by default is left out. */
export function optionsOf(choices: Choices): Record<string, SettingsValue> {
  const { response, sensitive, schema, seed, order, protect, preset, compare, constraints } =
    choices;
  const { leaveOut, generator, epsilon, rules } = choices;
  return {
    ...(hasSchema(schema) && { schema: SCHEMA_FILE }),
    ...(leaveOut.length > 0 && { 'leave-out': leaveOut }),
    ...(response !== null && { response }),
    ...(sensitive.length > 0 && { sensitive }),
    ...(order && { order }),
    ...(protect !== NO_CHOICES.protect && { protect }),
    ...(generator === 'dpvine' ? { generator, epsilon } : rules !== NO_CHOICES.rules && { rules }),
    ...(preset !== 'standard' && { preset }),
    ...(compare.length > 0 && { compare }),
    ...Object.fromEntries(
      Object.entries(LIMITS).flatMap(([option, name]) => {
        const value = constraints[name];
        return value === undefined ? [] : [[option, value]];
      }),
    ),
    ...(seed !== 1 && { seed }),
  };
}

/** What the command reads as --schema. */
export function schemaText({ schema }: Choices): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

export function settingsText(table: string, choices: Choices): string {
  const document: SettingsDocument = {
    format: SETTINGS_FORMAT,
    version: SETTINGS_VERSION,
    engine: ENGINE_VERSION,
    command: 'run',
    table,
    options: optionsOf(choices),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** tvinesynth run patients.csv --response readmitted --sensitive cost */
export function commandText(table: string, choices: Choices): string {
  const options = Object.entries(optionsOf(choices)).flatMap(([name, value]) => [
    `--${name}`,
    quoted(Array.isArray(value) ? value.join(',') : String(value)),
  ]);
  return ['tvinesynth run', quoted(table), ...options].join(' ');
}

/** As a shell takes it. */
function quoted(text: string): string {
  return /^[\w.,/=@%+:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Of settings that the command line has written, or this page. `schema`: what is declared already. */
export function choicesOf(text: string, file: string, schema: Choices['schema']): Choices {
  const refuse = (found: string): never => {
    throw new InputError(`${file}: ${found}. Give the settings.json of a run or of this page.`);
  };
  let document: Partial<Record<keyof SettingsDocument, unknown>>;
  try {
    document = JSON.parse(text) as typeof document;
  } catch {
    return refuse('this is no JSON document');
  }
  if (document?.format !== SETTINGS_FORMAT) return refuse('this JSON document holds no settings');
  if (document.version !== SETTINGS_VERSION) {
    return refuse(
      `these are settings of version ${String(document.version)}, and this page reads version ${SETTINGS_VERSION}`,
    );
  }
  const options = (document.options ?? {}) as Record<string, SettingsValue>;
  const unknown = Object.entries(options).find(
    ([name, value]) => !KNOWN.has(name) && DEFAULTS[name] !== String(value),
  );
  if (unknown) {
    return refuse(`the page has no option '${unknown[0]}'; run it with tvinesynth run ${file}`);
  }
  const list = (value: SettingsValue | undefined) =>
    value === undefined
      ? []
      : (Array.isArray(value) ? value : String(value).split(',')).map(String);
  const { response, sensitive, seed, order, protect, preset, compare, generator, epsilon } =
    options;
  if (preset !== undefined && !Object.hasOwn(presets, String(preset))) {
    return refuse(`there is no preset '${String(preset)}'`);
  }
  const others = list(compare);
  const absent = others.find((name) => !(COMPETITORS as readonly string[]).includes(name));
  if (absent !== undefined) {
    return refuse(`the page does not compare with '${absent}'; run it with tvinesynth run ${file}`);
  }
  if (generator !== undefined && generator !== 'cvine' && generator !== 'dpvine') {
    return refuse(`there is no generator '${String(generator)}'`);
  }
  const { rules = NO_CHOICES.rules } = options;
  if (!(RULES as readonly unknown[]).includes(rules)) {
    return refuse(`rules are '${String(rules)}', and must be ${RULES.join(' or ')}`);
  }
  const budget = epsilon === undefined ? NO_CHOICES.epsilon : Number(epsilon);
  if (!(budget > 0)) return refuse(`epsilon is ${String(epsilon)}, and must be above 0`);
  const constraints = Object.fromEntries(
    Object.entries(LIMITS).flatMap(([option, name]) => {
      const value = options[option];
      return value === undefined ? [] : [[name, value === 'none' ? value : Number(value)]];
    }),
  ) as Constraints;
  return {
    response: response === undefined ? null : String(response),
    sensitive: list(sensitive),
    schema,
    seed: seed === undefined ? 1 : Number(seed),
    order: order === undefined || order === 'auto' ? null : list(order),
    protect: (protect ?? NO_CHOICES.protect) as Choices['protect'],
    rules: rules as Choices['rules'],
    preset: (preset ?? 'standard') as PresetName,
    leaveOut: list(options['leave-out']),
    generator: generator ?? 'cvine',
    epsilon: budget,
    compare: others as GeneratorName[],
    constraints,
  };
}

const RULES = ['auto', 'schema', 'none'] as const;

const KNOWN = new Set([
  ...['schema', 'response', 'sensitive', 'order', 'protect', 'preset', 'compare', 'seed'],
  ...['leave-out', 'generator', 'epsilon', 'rules'],
  ...Object.keys(LIMITS),
]);

/** Options that a run writes down and the page leaves as they are. */
const DEFAULTS: Readonly<Record<string, string>> = {
  association: 'kendall',
  threshold: '0.6',
  structure: 'cvine',
  'by-class': 'auto',
  families: 'parametric',
  criterion: 'aic',
  margins: 'smooth',
  levels: 'auto',
  'column-levels': 'together',
  'response-sampling': 'exact',
  membership: 'audit',
  mia: 'auto',
  alpha: '0.5',
  holdout: '0.2',
  ranges: 'declared',
};
