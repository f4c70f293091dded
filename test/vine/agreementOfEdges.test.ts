/**
 * The strict form of the agreement with vinecopulib ("the peer"): its own fitted vines are walked over
 * the data, and at every edge this engine selects a pair copula for the same arguments.
 */
import { afterAll, expect, test } from 'vitest';
import { logPdf } from '../../src/copula/evaluate.ts';
import { familyNames } from '../../src/copula/families/index.ts';
import { selectPair } from '../../src/copula/selectPair.ts';
import { sum } from '../../src/numerics/sum.ts';
import { vineOfGroup } from '../../src/vine/groups.ts';
import { walkUp } from '../../src/vine/walkUp.ts';
import {
  datasets,
  kinds,
  type PeerCopula,
  peerFit,
  peerVine,
  referenceMargins,
} from '../support/peer.ts';

const cases = datasets.flatMap((data) => kinds.map((kind) => [kind, data] as const));
const settings = { families: familyNames, criterion: 'aic', giveUp: true } as const;

/** Lines of the report, printed at the end. */
const report: string[] = [];
afterAll(() => {
  if (report.length > 0) console.info(report.join('\n'));
});

test.for(cases)(
  '%s of %s: given the same pseudo-observations, no edge has a greater AIC than the peer chose',
  ([kind, data], context) => {
    const margins = referenceMargins(data, context);
    const vine = peerVine(peerFit(kind, data));
    const byPosition = vine.structure.order.map((variable) => margins[variable]);
    const worse: string[] = [];
    let most = Number.NEGATIVE_INFINITY;
    let least = Number.POSITIVE_INFINITY;
    let edges = 0;
    walkUp(vineOfGroup(vine, 0), byPosition, (found, first, second) => {
      const copula = found as PeerCopula;
      const { edge } = copula;
      const own = selectPair(first, second, settings);
      const here = 2 * copula.parameters.length - 2 * sum(logPdf(copula, first, second));
      const rise = own.aic - here;
      most = Math.max(most, rise);
      least = Math.min(least, rise);
      edges++;
      expect(rise, `edge ${edge.conditioned} of tree ${edge.tree}`).toBeLessThan(1e-3);
      if (own.aic > edge.aic + 1e-3) worse.push(`${edge.conditioned}`);
    });
    report.push(
      `${kind} of ${data}: AIC of ${edges} edges against the peer's, same arguments: at most ${most.toExponential(1)}, at least ${least.toFixed(2)}`,
    );
    // Stored values are met too, but for two edges above the D-vine's edge (3, 4): Frank's copula
    // with parameter 28.3, whose h-function the peer loses to cancellation, so that its
    // pseudo-observations are wrong from there on (by 0.0007 and 0.04 in the log-likelihood).
    expect(worse).toEqual(kind === 'dvine' && data === 'support2' ? ['3,9', '3,16'] : []);
  },
);
