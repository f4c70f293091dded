/** The experiments by name: what was found, the claims that it decides, the figures that show it. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENGINE_VERSION } from '../src/model/engine.ts';
import type { Html } from '../src/report/template.ts';
import { beyondClaims } from './beyond/claims.ts';
import { beyondFigures, type Reproduced, reproducedFrom } from './beyond/figures.ts';
import { findBeyond } from './beyond/findings.ts';
import type { Claim, Curve } from './claim.ts';
import { furtherClaims } from './further/claims.ts';
import { findFurther } from './further/findings.ts';
import { curvesOf, SIMULATED_REFERENCE, SUPPORT2_REFERENCE } from './references.ts';
import type { Setting } from './setting.ts';
import { simulatedClaims } from './simulated/claims.ts';
import { simulatedFigures } from './simulated/figures.ts';
import { findSimulated } from './simulated/findings.ts';
import { support2Claims } from './support2/claims.ts';
import { support2Figures } from './support2/figures.ts';
import { findSupport2 } from './support2/findings.ts';
import { findTheory, theoryClaims } from './theory.ts';

interface Outcome {
  readonly title: string;
  readonly claims: readonly Claim[];
  readonly curves: readonly Curve[];
  readonly figures: readonly Html[];
}

export interface ExperimentResult extends Outcome {
  readonly name: ExperimentName;
  readonly engine: string;
  readonly seed: number;
  /** Seconds of all parts, on as many threads as were used; and of each. */
  readonly seconds: number;
  readonly parts: Readonly<Record<string, number>>;
  /** All that the claims and figures rest on, by part. */
  readonly findings: Readonly<Record<string, unknown>>;
  /** SHA-256 of all that was found: the same on any machine, with any number of threads. */
  readonly checksum: string;
}

export const EXPERIMENTS = {
  async simulated(setting: Setting): Promise<Outcome> {
    const found = await findSimulated(setting);
    return {
      title: 'Simulated data',
      claims: simulatedClaims(found),
      curves: curvesOf(SIMULATED_REFERENCE, found.attribute.cvine, found.exact),
      figures: simulatedFigures(found),
    };
  },
  async support2(setting: Setting): Promise<Outcome> {
    const found = await findSupport2(setting);
    return {
      title: 'SUPPORT2',
      claims: support2Claims(found),
      curves: curvesOf(SUPPORT2_REFERENCE, found.attribute.cvine, found.exact),
      figures: support2Figures(found),
    };
  },
  async beyond(setting: Setting): Promise<Outcome> {
    const found = await findBeyond(setting);
    const figures = beyondFigures(found, {
      ...(await reproduced('simulated')),
      ...(await reproduced('support2')),
    });
    return { title: 'Beyond the paper', claims: beyondClaims(found), curves: [], figures };
  },
  async further(setting: Setting): Promise<Outcome> {
    const claims = furtherClaims(await findFurther(setting));
    return { title: 'Further tables', claims, curves: [], figures: [] };
  },
  async theory(setting: Setting): Promise<Outcome> {
    const claims = theoryClaims(await findTheory(setting));
    return { title: 'Theory', claims, curves: [], figures: [] };
  },
} as const satisfies Record<string, (setting: Setting) => Promise<Outcome>>;

/** What the last reproduction of the paper found of the other generators; nothing if there was none. */
async function reproduced(name: 'simulated' | 'support2'): Promise<Record<string, Reproduced>> {
  try {
    const file = join('experiments', 'results', `${name}.findings.json`);
    return { [name]: reproducedFrom(JSON.parse(await readFile(file, 'utf8'))) };
  } catch {
    return {};
  }
}

export type ExperimentName = keyof typeof EXPERIMENTS;

export async function experiment(
  name: ExperimentName,
  setting: Setting,
): Promise<ExperimentResult> {
  const outcome = await EXPERIMENTS[name](setting);
  const parts = setting.parts.seconds();
  return {
    name,
    engine: ENGINE_VERSION,
    seed: setting.seed,
    ...outcome,
    seconds: Object.values(parts).reduce((sum, each) => sum + each, 0),
    parts,
    findings: setting.parts.values(),
    checksum: setting.parts.checksum(),
  };
}
