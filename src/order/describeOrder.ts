import type { CovariateOrder } from './covariateOrder.ts';

/** An order as text: a table with a line for each column, and what follows for the truncation. */
export function describeOrder(order: CovariateOrder): string {
  const head = ['position', 'column', 'role', 'centre of tree', 'why'];
  const rows = order.columns.map(({ position, name, role, centreOfTree, reason }) => [
    String(position),
    name,
    role === 'related' ? 'related (K)' : role,
    centreOfTree === null ? 'none' : String(centreOfTree),
    reason,
  ]);
  const rightAligned = [true, false, false, true, false];
  const widths = head.map((_, c) => Math.max(...[head, ...rows].map((cells) => cells[c].length)));
  const table = [head, ...rows].map((cells) =>
    cells
      .map((cell, c) => (rightAligned[c] ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
      .join('  ')
      .trimEnd(),
  );
  return [...table, '', ...truncationInWords(order)].join('\n');
}

function truncationInWords({ columns, sensitive, tMax, blockBound, blocks }: CovariateOrder) {
  const d = columns.length - 1;
  if (sensitive.length === 0) {
    return [`No column is sensitive: every truncation from 1 to ${d} may be used.`];
  }
  const next = columns.find(({ centreOfTree }) => centreOfTree === tMax + 1);
  const lines = [
    next
      ? `Largest sensible truncation: ${tMax}. The sensitive ${next.name} is the centre of tree ${tMax + 1}.`
      : `Largest sensible truncation: ${tMax}, which is all trees. The sensitive column is never a centre.`,
  ];
  if (blockBound !== null) {
    lines.push(
      `Truncation up to ${blockBound} hides the sensitive columns from a regression if no column of the block`,
      `  ${blocks.sensitive.join(', ')}`,
      'depends on the others.',
    );
  }
  const across = blocks.strongestAcross;
  if (across) {
    lines.push(
      `Strongest association across: ${across.association.toFixed(3)} between ${across.a} and ${across.b}.`,
    );
  }
  return lines;
}
