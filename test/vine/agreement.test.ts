/**
 * Agreement with vinecopulib ("the peer") on a table drawn from a known vine (600 rows, 13 variables)
 * and on the paper's data: SUPPORT2 (884 rows, 27 variables) and the simulated table (1000 rows, 21
 * variables), covariates continuous, the response Y discrete.
 */

import { afterAll, describe, expect, test } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { type SelectSettings, selectPair } from '../../src/copula/selectPair.ts';
import { vineLogPdf } from '../../src/vine/density.ts';
import { fitColumns } from '../../src/vine/fitColumns.ts';
import { inverseRosenblattOf } from '../../src/vine/inverseRosenblatt.ts';
import { selectTrees } from '../../src/vine/selectTrees.ts';
import {
  dvine,
  type FamilyName,
  familyNames,
  fitVine,
  kendallMatrix,
  sampleVine,
  truncateVine,
  type Vine,
} from '../../src/vine.ts';
import {
  type Dataset,
  datasets,
  type Kind,
  kinds,
  peerCopulas,
  peerFit,
  peerTrees,
  peerVine,
  peerVines,
  referenceMargins,
} from '../support/peer.ts';
import { runnerByName } from '../support/runnerByName.ts';
import { tauError } from '../support/statistics.ts';
import { edgeSets } from './structure/edgeSet.ts';

const cases = datasets.flatMap((data) => kinds.map((kind) => [kind, data] as const));

/** Lines of the report, printed at the end. */
const report: string[] = [];
afterAll(() => {
  if (report.length > 0) console.info(report.join('\n'));
});

const settings: SelectSettings = { families: familyNames, criterion: 'aic', giveUp: true };

function fitReference(kind: Kind, margins: readonly CopulaColumn[]): Promise<Vine> {
  return fitVine(
    margins.map(({ u }) => u),
    { structure: kind === 'star1' ? 'star' : kind, left: margins.map(({ left }) => left) },
  );
}

describe('the sequential fit beside the peer', () => {
  /** The total of a sequential fit depends on its path; this much above the peer's is as good. */
  const PATH = 10;
  /** The better AIC of the peer's two variants, with and without preselection of families. */
  const best: Record<Dataset, number> = { drawn: -5073.9, d20: -5341.7, support2: -15851.8 };

  test.for(cases)('%s of %s: AIC and truncated log-likelihoods', async ([kind, data], context) => {
    const margins = referenceMargins(data, context);
    const peer = peerFit(kind, data);
    const levels = Object.keys(peer.truncated).map(Number);
    const vine = await fitReference(kind, margins);
    const rises = levels.map((t) => truncateVine(vine, t).logLik - peer.truncated[t]);
    report.push(
      `${kind} of ${data}: AIC ${vine.aic.toFixed(1)} (peer ${peer.aic.toFixed(1)}, ours ${signed(vine.aic - peer.aic)}); ` +
        `log-likelihood ${signed(vine.logLik - peer.loglik)}, truncated at ${levels.map((t, k) => `${t}: ${signed(rises[k])}`).join(', ')}`,
    );
    if (kind === 'dvine' && data === 'support2') {
      // worse by its path, see the next test
      expect(vine.aic - peer.aic).toBeCloseTo(26.95, 0);
    } else {
      expect(vine.aic).toBeLessThan((kind === 'cvine' ? best[data] : peer.aic) + PATH);
    }
    if (kind === 'cvine') expect(Math.min(...rises)).toBeGreaterThan(-5);
  });

  /**
   * The D-vine of SUPPORT2 ends 27.0 above the peer's AIC. The two part at edge (12, 14 | 13) of tree
   * 2, where the peer's preselection drops Frank's copula and takes the Gaussian: its AIC there is
   * 1.4 worse (-138.4 against -139.8), and the path after it is luckier by 34.6. With this one
   * edge chosen as the peer did, everything else by this engine, the total is 6.2 below the peer's.
   */
  test('dvine of support2: one edge chosen worse, as the peer did, gives a better total', async (context) => {
    const margins = referenceMargins('support2', context);
    const peer = peerFit('dvine', 'support2');
    const fitWith = async (families: readonly FamilyName[]) => {
      const runner = runnerByName(margins, ({ first, second }, a, b) => {
        const isThatEdge = Math.min(a, b) === 11 && Math.max(a, b) === 13;
        return selectPair(first, second, isThatEdge ? { ...settings, families } : settings);
      });
      const given = dvine(Array.from(margins.keys()));
      const vine = await fitColumns(margins, { given }, settings, runner);
      const edge = vine.edges.find(({ a, b }) => Math.min(a, b) === 11 && Math.max(a, b) === 13);
      return { total: vine.aic - peer.aic, edge };
    };
    const own = await fitWith(familyNames);
    const asThePeer = await fitWith(['gaussian']);
    expect(own.edge?.family).toBe('frank');
    expect(own.edge?.logLik).toBeCloseTo(70.89, 2);
    expect(asThePeer.edge?.logLik).toBeCloseTo(70.18, 2);
    expect(own.total).toBeCloseTo(26.95, 1);
    expect(asThePeer.total).toBeCloseTo(-6.2, 1);
  });
});

/**
 * Later trees depend on the pair copulas of the earlier ones. So the trees are compared with the
 * peer's own pair copulas in place of a fit; h-functions and tau are this engine's.
 *
 * In the R-vine of the drawn table the peer (its release 1.0.1) joins the discrete response in tree 3 to
 * a variable at |tau| = 0.043 where one at 0.049 is allowed; trees are compared up to there.
 */
describe("Dissmann's selection on the peer's pair copulas", () => {
  const selected = cases.filter(([kind]) => kind === 'rvine' || kind === 'star1');

  test.for(selected)("%s of %s: every tree is the peer's", async ([kind, data], context) => {
    const margins = referenceMargins(data, context);
    const peer = peerFit(kind, data);
    const copulaOf = peerCopulas(peer);
    const runner = runnerByName(margins, (_, a, b) => ({ ...copulaOf(a, b), aic: 0, bic: 0 }));
    const star = kind === 'star1' ? peer.d - 1 : undefined;
    const choice = { truncation: peer.d - 1, ...(star !== undefined && { star }) };
    const { vine } = await selectTrees(margins, choice, undefined, settings, runner);
    const compared = kind === 'rvine' && data === 'drawn' ? 2 : peer.d - 1;
    const [own, theirs] = [edgeSets(vine.trees), edgeSets(peerTrees(peer))];
    expect(own.slice(0, compared)).toEqual(theirs.slice(0, compared));
  });
});

describe("with the peer's parameters", () => {
  const levels = ['1', '10', 'none'];
  const cut = (vine: Vine, level: string) =>
    level === 'none' ? vine : truncateVine(vine, Number(level));

  test.for(datasets)('C-vine of %s: the inverse Rosenblatt transform of given uniforms', (data) => {
    const { deterministic } = peerVines(data);
    const vine = peerVine(peerFit('cvine', data));
    const uniforms = columnsOf(deterministic.uniforms);
    for (const level of levels) {
      const expected = columnsOf(deterministic[level].inverse);
      const found = inverseRosenblattOf(cut(vine, level), uniforms, false);
      const differences = found.map((u, j) => largest(u, (x, i) => Math.abs(x - expected[j][i])));
      expect(Math.max(...differences)).toBeLessThan(1e-8);
    }
  });

  test.for(datasets)('C-vine of %s: the density of the first 40 rows', (data, context) => {
    const { deterministic } = peerVines(data);
    const vine = peerVine(peerFit('cvine', data));
    const margins = referenceMargins(data, context).map(({ u, left }) => ({
      u: u.subarray(0, 40),
      left: left?.subarray(0, 40),
    }));
    for (const level of levels) {
      const expected = deterministic[level].density;
      const found = vineLogPdf(cut(vine, level), margins);
      const worst = largest(found, (log, i) => Math.abs(Math.exp(log) / expected[i] - 1));
      report.push(
        `C-vine of ${data}, level ${level}: densities differ by ${worst.toExponential(1)}, relative`,
      );
      expect(worst).toBeLessThan(1e-6);
    }
  });

  /**
   * Two independent samples of 20,000 rows. Each entry may differ by 4 standard errors of the
   * difference, which happens with probability 6e-5: in 0.1 of the 1,683 entries.
   */
  const sampled = ['d20', 'support2'] as const;
  test.for(sampled)("C-vine of %s: Kendall's matrix of 20,000 rows, latent", (data) => {
    const { samples = {} } = peerVines(data);
    const vine = peerVine(peerFit('cvine', data));
    for (const level of levels) {
      const rows = 20_000;
      const sample = sampleVine(cut(vine, level), rows, { seed: 1, responseSampling: 'latent' });
      const found = kendallMatrix(sample);
      const few = sample.map((u) => u.subarray(0, 2000));
      let worst = 0;
      for (let i = 0; i < sample.length; i++) {
        for (let j = 0; j < i; j++) {
          const error = Math.SQRT2 * tauError(few[i], few[j], rows);
          const difference = Math.abs(found[i][j] - samples[level][i][j]);
          worst = Math.max(worst, difference / error);
        }
      }
      report.push(
        `C-vine of ${data}, level ${level}: taus differ by at most ${worst.toFixed(2)} standard errors`,
      );
      expect(worst).toBeLessThan(4);
    }
  });
});

function columnsOf(rows: readonly (readonly number[])[]): Float64Array[] {
  return rows[0].map((_, j) => Float64Array.from(rows, (row) => row[j]));
}

function largest(column: Float64Array, measure: (value: number, row: number) => number): number {
  return column.reduce((most, value, row) => Math.max(most, measure(value, row)), 0);
}

function signed(difference: number): string {
  return `${difference < 0 ? '' : '+'}${difference.toFixed(1)}`;
}
