import { alignText } from '../table/alignText.ts';
import type { CovariateOrder, OrderedColumn } from './covariateOrder.ts';

/** An order as text: a table with a line for each column, and what follows for the truncation. */
export function describeOrder(order: CovariateOrder): string {
  const { columns } = order;
  const hasGaps = columns.some(({ gapsCentreOfTree }) => gapsCentreOfTree !== undefined);
  const head = ['position', 'column', 'role', 'centre of tree', 'its gaps', 'why'];
  const lines = columns.map((column) => [
    String(column.position),
    column.name,
    column.role === 'related' ? 'related (K)' : column.role,
    treeText(column.centreOfTree),
    treeText(column.gapsCentreOfTree),
    column.reason,
  ]);
  const shown = [head, ...lines].map((cells) =>
    hasGaps ? cells : cells.filter((_, c) => c !== 4),
  );
  const isRight = (c: number) => c === 0 || c === 3 || (hasGaps && c === 4);
  return [...alignText(shown, isRight), '', ...truncationInWords(order)].join('\n');
}

function treeText(tree: number | null | undefined): string {
  if (tree === undefined) return '';
  return tree === null ? 'none' : String(tree);
}

function truncationInWords(order: CovariateOrder): string[] {
  const { columns, sensitive, trees, tMax, blockBound, blocks } = order;
  if (sensitive.length === 0) {
    return [`No column is sensitive: every truncation from 1 to ${trees} may be used.`];
  }
  const counted = columns.some(({ gapsCentreOfTree }) => gapsCentreOfTree !== undefined)
    ? ', whether columns are missing counted in'
    : '';
  const next = columns.map((column) => centreAt(column, tMax + 1)).find((each) => each);
  const lines = [
    `Trees of the whole vine: d = ${trees}${counted}.`,
    next
      ? `Largest sensible truncation: t_max = d + 1 - j = ${tMax}, with j = ${trees + 1 - tMax}, the place of ${next}, which is the centre of tree ${tMax + 1}.`
      : `Largest sensible truncation: t_max = d + 1 - j = ${tMax}, with j = 1, which is all trees: the sensitive column is never a centre.`,
  ];
  if (blockBound !== null) {
    lines.push(
      `Truncation up to ${blockBound} hides the sensitive columns from a regression if no column of the block`,
      `  ${blocks.sensitive.join(', ')}`,
      `depends on the other block, the ${blocks.others.length} columns after it.`,
    );
  }
  const across = blocks.strongestAcross;
  if (across) {
    const where = across.within === null ? '' : ` where ${order.response} = ${across.within}`;
    lines.push(
      `Strongest association across: ${across.association.toFixed(3)} between ${across.a} and ${across.b}${where}.`,
    );
  }
  return [...lines, ...protectionInWords(order), ...classesInWords(order)];
}

function protectionInWords({ protected: cut, columns }: CovariateOrder): string[] {
  if (cut.length === 0) return [];
  const kept = columns.length - 1 - cut.length;
  const others =
    kept === 0
      ? 'There is no other column besides the response.'
      : `The other ${kept === 1 ? 'column keeps' : `${kept} columns keep`} all trees.`;
  return [`A truncation cuts ${cut.join(', ')} alone. ${others}`];
}

function classesInWords({ K, blocks }: CovariateOrder): string[] {
  const isWithin = [...K, blocks.strongestAcross].some((each) => each && each.within !== null);
  return isWithin
    ? [
        'Within a class of the response an association counts for what it is at least, since the largest of several is large by chance too.',
      ]
    : [];
}

/** What of a column is the centre of a tree, in words. */
function centreAt(column: OrderedColumn, tree: number): string | undefined {
  if (column.centreOfTree === tree) return `the sensitive ${column.name}`;
  return column.gapsCentreOfTree === tree ? `'${column.name} is missing'` : undefined;
}
