/**
 * The judge: an attacker fits a model of their own to the synthetic table, kernel margins and a Gaussian
 * C-vine of the same truncation, and looks how likely it makes each person. Where a table was drawn from
 * a fitted density, that is about all there is to see in it: differences of log-likelihoods are what the
 * best test is made of (Neyman and Pearson 1933).
 */

import type { FeaturePlan } from '../../../features/plan.ts';
import type { Truncation } from '../../../generators/generator.ts';
import { kernel } from '../../../numerics/kernel.ts';
import type { Table } from '../../../table/table.ts';
import { cellMargin } from '../refit/cellMargin.ts';
import {
  fitGaussianCvine,
  type GaussianCvine,
  gaussianCvineLogDensity,
  gaussianDistances,
} from '../refit/gaussianCvine.ts';
import { kernelMargin, kernelSteps } from '../refit/kernelMargin.ts';
import type { JudgeMargin } from '../refit/margin.ts';
import { encode, type JudgeVariable, judgeVariables } from '../refit/variables.ts';

export interface JudgePlan {
  readonly variables: readonly JudgeVariable[];
  /** What is known of the people, by variable (`encode`). */
  readonly people: readonly Float64Array[];
  /** Of the kernels, on the scale of normal scores. */
  readonly bandwidth: number;
}

/**
 * `scale`: the rows that make the public scale; `order`: names of columns, the response last;
 * `trained`: rows that a training table has, which set the bandwidth by the normal reference rule.
 */
export function planJudge(
  plan: FeaturePlan,
  scale: Table,
  people: Table,
  order: readonly string[],
  trained: number,
): JudgePlan {
  const variables = judgeVariables(plan, scale, order);
  return {
    variables,
    people: encode(variables, people),
    bandwidth: 1.06 * kernel().pow(trained, -0.2),
  };
}

/** A model of some rows, as the judge sees them. */
interface FittedJudge {
  readonly margins: readonly JudgeMargin[];
  readonly dependence: GaussianCvine;
}

/** The log-density of each person under a model of the synthetic rows. */
export function refitScores(
  plan: JudgePlan,
  synthetic: Table,
  truncation: Truncation,
): Float64Array {
  const { variables, people } = plan;
  const { margins, dependence } = fitJudge(plan, encode(variables, synthetic));
  const trees = truncation === 'full' ? variables.length : truncation;
  const total = gaussianCvineLogDensity(dependence, scoresOf(margins, people), trees);
  margins.forEach((margin, j) => {
    people[j].forEach((value, i) => {
      if (!Number.isNaN(value)) total[i] += margin.logDensity(value);
    });
  });
  return total;
}

/** How far each person is from the middle of all people, by all variables that are known of them. */
export function leverages(plan: JudgePlan): Float64Array {
  const { margins, dependence } = fitJudge(plan, plan.people);
  return gaussianDistances(dependence, scoresOf(margins, plan.people));
}

function fitJudge({ variables, bandwidth }: JudgePlan, rows: readonly Float64Array[]): FittedJudge {
  const steps = kernelSteps(bandwidth);
  const margins = variables.map((variable, j) =>
    variable.kind === 'smooth' ? kernelMargin(rows[j], steps) : cellMargin(rows[j], variable.cells),
  );
  return { margins, dependence: fitGaussianCvine(scoresOf(margins, rows)) };
}

function scoresOf(margins: readonly JudgeMargin[], rows: readonly Float64Array[]): Float64Array[] {
  return margins.map((margin, j) =>
    rows[j].map((value) => (Number.isNaN(value) ? value : margin.score(value))),
  );
}
