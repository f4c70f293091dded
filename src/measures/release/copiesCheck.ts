/**
 * Synthetic rows that equal a real one in all columns but identifiers and free text, judged by rows that
 * were never fitted: where columns are coarse, other people's rows equal real ones as well, whatever the
 * types of the columns are called.
 *
 * Two limits, and the lower one counts.
 *
 * 1. Of all rows. x of m unseen rows equal a real one, so with p = (x + 1) / (m + 2) at most
 *    p + 1.96 sqrt(p (1 - p) (1 / m + 1 / rows)) of the synthetic rows may: a harmless table passes 39
 *    times in 40. Without unseen rows each real row is compared with all others (Good 1953: the chance
 *    that a new row is a known one is the share of rows that are not alone); as these come in pairs, the
 *    variance of their share is up to twice that of independent rows (Esty 1983).
 * 2. Of near copies. No number of unseen rows without a copy shows that one copy in a table is no
 *    accident; the rows around it do. Where chance makes copies, it makes more rows that equal a real one
 *    in all columns but the finest. Such a pair has that last value in common too with a chance q: that
 *    of any two real rows, or the share among pairs of real rows that come so near, if that is larger. So
 *    d pairs that come near and differ there stand for d o copies, o = q / (1 - q), with variance
 *    d o (1 + o) (negative binomial). Where no row comes near, copies are copies. Above q = 1/2 no column
 *    is fine.
 *
 * Fewer than five unseen rows count as two, so that the limit tells nobody how many they are.
 */

import { type FeaturePlan, planFeatures } from '../../features/plan.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import type { TypedColumn } from '../../table/applySchema.ts';
import type { Table } from '../../table/table.ts';
import { type CoincidentRows, coincidentRows, tableCopies } from '../exactCopies.ts';
import type { ReleaseCheck } from './releaseChecks.ts';

const NAME = 'exact-copies';
/** With fewer unseen rows the real ones among themselves say more. */
const FEWEST_UNSEEN = 50;

const ADVICE =
  'Leave out the synthetic rows that equal a real row, or draw the table again with another seed. If copies stay beyond chance in five draws, the generator repeats people: do not release its tables.';

export function copiesCheck(
  real: Table,
  synthetic: Table,
  typed: readonly TypedColumn[],
  heldOut: Table | undefined,
): ReleaseCheck {
  const names = synthetic.columns.map(({ name }) => name);
  const compared = typed.filter(({ name }) => names.includes(name));
  const plan = planFeatures({ columns: compared });
  if (plan.columns.length === 0) {
    const note = 'the tables share no column that is modelled';
    return { name: NAME, passed: true, found: 0, allowed: 0, note };
  }
  const found = tableCopies({ plan, real, synthetic, heldOut: undefined }).synthetic.copies;
  const unseen = heldOut && heldOut.rows >= FEWEST_UNSEEN ? heldOut : undefined;
  const allowed = allowedCopies(plan, real, synthetic, unseen);
  const { whole, rows } = coincidentRows(plan, real, unseen).others;
  const said = `${fewInWords(whole, rows)} of ${rows} ${unseen ? 'unseen real rows do too' : 'real rows equal another one'}`;
  const note = `synthetic rows that equal a real row in all ${plan.columns.length} modelled columns; ${said}`;
  const passed = found <= allowed;
  return { name: NAME, passed, found, allowed, note, ...(!passed && { advice: ADVICE }) };
}

/** How many synthetic rows may equal a real one. */
export function allowedCopies(
  plan: FeaturePlan,
  real: Table,
  synthetic: Table,
  unseen: Table | undefined,
): number {
  const { others, sameFinest } = coincidentRows(plan, real, unseen);
  const made = coincidentRows(plan, real, synthetic).others;
  // rows that equal each other are counted on both sides
  const weight = unseen ? 1 : 2;
  const whole = blurred(others.whole);
  const ofAll = limit((whole + 1) / (others.rows + 2), weight / others.rows, made.rows);
  const [same, near] = [blurred(others.wholePairs), blurred(others.nearPairs)];
  // a few real rows that are there twice, with none near them, are no accidents
  const isKnown = same + near >= FEWEST_PEOPLE;
  const q = Math.max(sameFinest, isKnown ? (same + sameFinest) / (same + near + 1) : 0);
  const known = weight / Math.max(1, same + near);
  return q < 0.5 ? Math.min(ofAll, limitOfNear(q, known, made.nearPairs)) : ofAll;
}

function blurred(people: number): number {
  return people > 0 && people < FEWEST_PEOPLE ? 2 : people;
}

/** Of `rows` rows, if harmless ones have the share p, known with variance p (1 - p) times `known`. */
function limit(p: number, known: number, rows: number): number {
  if (rows === 0) return 0;
  const most = p + 1.96 * Math.sqrt(p * (1 - p) * (known + 1 / rows));
  return Math.floor(rows * Math.min(1, most));
}

/** Beside d pairs that come near; one half more, since counts are whole. */
function limitOfNear(q: number, known: number, d: number): number {
  if (d === 0) return 0;
  const odds = q / (1 - q);
  // the error of q, carried over to the odds
  const error = (d * Math.sqrt(q * known)) / Math.sqrt((1 - q) * (1 - q) * (1 - q));
  return Math.floor(d * odds + 1.96 * Math.sqrt(d * odds * (1 + odds) + error * error) + 0.5);
}

function fewInWords(people: CoincidentRows['whole'], of: number): string {
  const isFew = people > 0 && people < FEWEST_PEOPLE && of >= FEWEST_PEOPLE;
  return isFew ? `fewer than ${FEWEST_PEOPLE}` : String(people);
}
