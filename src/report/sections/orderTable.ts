/** The order of the columns, with the reason for each place. */

import type { ReportContext } from '../context.ts';
import { htmlTable } from '../plots/htmlTable.ts';

export function orderTable({ study }: ReportContext): string {
  return htmlTable({
    caption: 'The order of the columns and the reason for each place',
    head: ['column', 'role', 'centre of tree', 'reason'],
    rows: study.order.order.columns.map(({ name, role, centreOfTree, reason }) => [
      name,
      role === 'related' ? 'related (K)' : role,
      centreOfTree === null ? '–' : String(centreOfTree),
      reason,
    ]),
  });
}
