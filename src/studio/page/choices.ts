/** What the user has chosen, as plain data: it goes to the engine, into settings.json and into the command. */

import type { GeneratorName } from '../../generators/catalogue.ts';
import type { Constraints } from '../../study/constraints.ts';
import type { PresetName } from '../../study/presets.ts';
import type { DeclaredSchema, StudyChoice } from '../engine/protocol.ts';

export interface Choices {
  readonly response: string | null;
  readonly sensitive: readonly string[];
  readonly schema: DeclaredSchema;
  readonly seed: number;
  /** As given by hand; null: by Algorithm 1. */
  readonly order: readonly string[] | null;
  readonly protect: 'related' | 'sensitive' | 'table';
  /** Which functions of and rules between columns a fit keeps: also those it finds, those declared, none. */
  readonly rules: 'auto' | 'schema' | 'none';
  /** Columns that are treated as if the table did not have them. */
  readonly leaveOut: readonly string[];
  readonly generator: 'cvine' | 'dpvine';
  /** The privacy budget of dpvine. */
  readonly epsilon: number;
  readonly preset: PresetName;
  readonly compare: readonly GeneratorName[];
  readonly constraints: Constraints;
}

export const NO_CHOICES: Choices = {
  response: null,
  sensitive: [],
  schema: {},
  seed: 1,
  order: null,
  protect: 'related',
  rules: 'auto',
  leaveOut: [],
  generator: 'cvine',
  epsilon: 1,
  preset: 'quick',
  compare: [],
  constraints: {},
};

/** Competitors that the page has; others are on the command line. */
export const COMPETITORS = ['independent', 'cvine-paper', 'gaussian', 'rvine'] as const;

/** Nothing as long as there is no response. */
export function studyChoice({ response, ...rest }: Choices): StudyChoice | null {
  return response === null ? null : { ...rest, response };
}

export function hasSchema({
  columns = {},
  missing = [],
  constraints = [],
  derived = {},
}: DeclaredSchema): boolean {
  return (
    Object.keys(columns).length > 0 ||
    missing.length > 0 ||
    constraints.length > 0 ||
    Object.keys(derived).length > 0
  );
}
