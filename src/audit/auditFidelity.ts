/** The fidelity of a table as an audit tells it: no more rows than a second or two of work allows. */

import type { Comparable } from '../measures/fidelity/comparable.ts';
import { tableDetection } from '../measures/fidelity/detection.ts';
import { namedFeatures } from '../measures/fidelity/featureTable.ts';
import type { Fidelity } from '../measures/fidelity/fidelity.ts';
import type { KendallDifference } from '../measures/fidelity/kendallDifference.ts';
import { comparedFidelity, type TableFidelity } from '../measures/fidelity/tableFidelity.ts';
import type { Rng } from '../random/rng.ts';
import type { Table } from '../table/table.ts';
import { takeRows } from '../table/takeRows.ts';

export type AuditFidelity = Omit<Fidelity, 'kendall' | 'notes'> & {
  readonly detectionAuc: TableFidelity['detectionAuc'];
  readonly kendall: Pick<KendallDifference, 'meanAbsolute' | 'largest'>;
};

/** Rows that are compared with each other, at most; fewer of wide tables. */
const MOST_ROWS = 5000;
const MOST_WORK = 4e8;

export function auditFidelity(
  sides: Comparable,
  table: Table,
  response: string | undefined,
  rng: Rng,
): { readonly fidelity: AuditFidelity; readonly notes: readonly string[] } {
  // whole rows are held against held-out ones by the membership measures
  const compared: Comparable = { ...sides, synthetic: table, heldOut: undefined };
  const width = namedFeatures(sides.plan, takeRows(table, [])).names.length;
  const maxRows = Math.min(MOST_ROWS, Math.max(2, Math.floor(Math.sqrt(MOST_WORK / width))));
  const { notes, kendall, ...rest } = comparedFidelity(compared, { response, maxRows, rng });
  const { meanAbsolute, largest } = kendall;
  // held-out rows in place of the synthetic table are told from the others
  const heldOut = table === sides.heldOut ? undefined : sides.heldOut;
  const detection = tableDetection({ ...compared, heldOut }, rng.split('detection'));
  return {
    fidelity: {
      ...rest,
      detectionAuc: detection.detectionAuc,
      kendall: { meanAbsolute, largest },
    },
    notes: [...notes, ...detection.notes].map((note) => `Fidelity: ${note}.`),
  };
}
