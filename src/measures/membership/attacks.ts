/** Which attackers a game needs, what each learns from and guesses, and how guesses are read. */

import type { Truncation } from '../../generators/generator.ts';
import type { AttackTarget } from '../targets.ts';
import type { AttackTask, SetGroup } from './attackSets.ts';
import {
  blocksOf,
  type FeatureBlock,
  type FeatureSet,
  type SetSummaries,
  summaryNames,
} from './features.ts';
import type { Added, PlannedFit } from './fits.ts';
import type { TrialGuesses } from './scores.ts';
import type { Game } from './settings.ts';

/** What a fit gave, by level; nothing if it failed. */
export type Summaries = (
  stage: PlannedFit['stage'],
  turn: number,
  added: Added,
) => readonly SetSummaries[] | undefined;

export const fitKey = (stage: string, turn: number, added: Added) => `${stage} ${turn} ${added}`;

export interface PlannedAttack {
  readonly truncation: Truncation;
  readonly set: FeatureSet;
  /** The place of the target. */
  readonly place: number;
  /** Iterations whose sets with and without the target are there, and whether the placebo is. */
  readonly iterations: readonly { readonly iteration: number; readonly placebo: boolean }[];
  /** Nothing if too many fits failed. */
  readonly task?: AttackTask;
}

/** Shadows and iterations count where both fits, with and without the target, are there. */
export function planAttack(
  { plan, sizes, rng, targets }: Game,
  summaries: Summaries,
  at: number,
  truncation: Truncation,
  set: FeatureSet,
  place: number,
): PlannedAttack {
  const widths = new Map(blocksOf(set).map((block) => [block, summaryNames(plan, block).length]));
  const blocks = [...widths.keys()].filter((block) => (widths.get(block) as number) > 0);
  const group = (stage: PlannedFit['stage'], turn: number, added: Added): SetGroup | undefined => {
    const found = summaries(stage, turn, added);
    return found && blocks.map((block) => partOf(found[at], block, place, targets.length));
  };
  const shadowOut: SetGroup[] = [];
  const shadowIn: SetGroup[] = [];
  for (let turn = 0; turn < sizes.shadows; turn++) {
    const without = group('shadow', turn, 'none');
    const withTarget = group('shadow', turn, place);
    if (!without || !withTarget) continue;
    shadowOut.push(without);
    shadowIn.push(withTarget);
  }
  const iterations: { iteration: number; placebo: boolean }[] = [];
  const groups: SetGroup[] = [];
  for (let turn = 0; turn < sizes.iterations; turn++) {
    const without = group('iteration', turn, 'none');
    const withTarget = group('iteration', turn, place);
    if (!without || !withTarget) continue;
    const placebo = group('iteration', turn, 'placebo');
    groups.push(without, withTarget, ...(placebo ? [placebo] : []));
    iterations.push({ iteration: turn, placebo: placebo !== undefined });
  }
  const planned = { truncation, set, place, iterations };
  if (shadowIn.length === 0 || groups.length === 0) return planned;
  const { key } = rng.split('attacker', String(truncation), set, targets[place].row);
  return {
    ...planned,
    task: {
      widths: blocks.map((block) => widths.get(block) as number),
      shadowOut,
      shadowIn,
      groups,
      trees: sizes.trees,
      key,
    },
  };
}

/** The summaries that concern a target. */
function partOf(
  summaries: SetSummaries,
  block: FeatureBlock,
  place: number,
  targets: number,
): Float64Array {
  const matrix = summaries[block] as Float64Array;
  if (block !== 'nearness') return matrix;
  const length = matrix.length / targets;
  // a copy: a view would take the whole matrix along to another thread
  return matrix.slice(place * length, (place + 1) * length);
}

/** From groups, in the order in which `planAttack` made them, to iterations. */
export function guessesOf(
  { iterations }: PlannedAttack,
  groups: readonly Float64Array[] | undefined,
): TrialGuesses[] {
  if (!groups) return [];
  let at = 0;
  return iterations.map(({ iteration, placebo }) => ({
    iteration,
    out: groups[at++],
    in: groups[at++],
    ...(placebo && { placebo: groups[at++] }),
  }));
}

export function describeAttack(
  { truncation, set, place }: PlannedAttack,
  targets: readonly AttackTarget[],
): string {
  return `attacker on row ${targets[place].row} at level ${truncation} with features ${set}`;
}
