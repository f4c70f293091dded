/**
 * Who does the units of work of a fit. Results do not depend on it: a unit is a pure function of its
 * input. Here the work is done on the spot; `src/work` hands it to threads.
 */

import { type EdgeResult, type EdgeTask, fitEdge } from './fitEdge.ts';
import { type WeighTask, weighPairs } from './weighPairs.ts';

/** The units by name, with what goes in and what comes out. */
export interface VineUnits {
  readonly fitEdge: (task: EdgeTask) => EdgeResult;
  readonly weighPairs: (task: WeighTask) => Float64Array;
}

export const vineUnits: VineUnits = { fitEdge, weighPairs };

type AnyUnits<Units> = { readonly [Name in keyof Units]: (task: never) => unknown };

/** Those who do the units of a table of units, one or many. */
export interface Crew<Units extends AnyUnits<Units> = VineUnits> {
  /** How many units can be under way at the same time. */
  readonly size: number;
  run<Name extends keyof Units & string>(
    name: Name,
    task: Parameters<Units[Name]>[0],
  ): Promise<ReturnType<Units[Name]>>;
}

/** A crew of one: the calling thread. */
export const alone: Crew = {
  size: 1,
  async run<Name extends keyof VineUnits>(name: Name, task: Parameters<VineUnits[Name]>[0]) {
    const unit = vineUnits[name] as (input: typeof task) => ReturnType<VineUnits[Name]>;
    return unit(task);
  },
};
