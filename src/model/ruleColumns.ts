/** Columns of a table, of a fit or of a draw, as rules see them. */

import type { Grid } from '../margins/grid.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { TypedLevels, TypedNumbers } from '../table/applySchema.ts';
import { dateFormat } from '../table/dateFormat.ts';
import { gridOf } from './fitMargins.ts';
import { type ColumnContent, levelsOfContent, type ModelColumn } from './model.ts';
import type { PreparedColumn } from './prepareColumns.ts';

const SECONDS_A_DAY = 86_400;

/** A column of the real table; codes are those of its own levels. */
export function typedRuleColumn(column: TypedNumbers | TypedLevels, k: number): RuleColumn {
  if (!('codes' in column)) return numbersAs(column, column.values);
  const counts = new Float64Array(column.levels.length);
  for (const code of column.codes) if (code >= 0) counts[code]++;
  const values = Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code));
  const rare = Uint8Array.from(column.codes, (code) => (code >= 0 && counts[code] < k ? 1 : 0));
  return { ...categoryAs(column, values, column.levels), ...(rare.includes(1) && { rare }) };
}

/** A column of a fit. */
export function preparedRuleColumn({ typed, values, levels, rare }: PreparedColumn): RuleColumn {
  if (!('codes' in typed)) return numbersAs(typed, values);
  return { ...categoryAs(typed, values, levels ?? []), ...(rare && { rare }) };
}

/** A column that a model draws. */
export function modelRuleColumn(column: ModelColumn, values: Float64Array): RuleColumn {
  const { name, type, layout, content } = column;
  const levels = levelsOfContent(content);
  if (levels) return categoryAs({ name, type: type as TypedLevels['type'] }, values, levels);
  const numbers = { name, type: type as TypedNumbers['type'], layout, decimals: layout.decimals };
  return { ...numbersAs(numbers, values), grid: gridOfContent(content) };
}

function gridOfContent(content: ColumnContent): Grid {
  if (content.kind === 'derived') return content.grid;
  if (content.kind !== 'modelled') return { decimals: 0 };
  const { given, margin } = content;
  if (given?.kind === 'bounded' || given?.kind === 'near') return given.grid;
  const own =
    given?.kind === 'tree' ? given.margin : given && 'margins' in given ? given.margins[0] : margin;
  return own.kind === 'levels' ? { decimals: 0 } : own.grid;
}

type Numbers = Pick<TypedNumbers, 'name' | 'type' | 'layout' | 'decimals'>;

export function numbersAs(column: Numbers, values: Float64Array): RuleColumn {
  const { name, type, layout } = column;
  const grid = gridOf(column);
  if (type !== 'date') return { name, kind: 'number', values, grid };
  const { unit, parse } = dateFormat(layout.date?.pattern ?? 'YYYY-MM-DD');
  const days = unit === 'day' ? 1 : 1 / SECONDS_A_DAY;
  return { name, kind: 'date', values, grid, days, parse };
}

export function categoryAs(
  { name, type }: Pick<TypedLevels, 'name' | 'type'>,
  values: Float64Array,
  levels: readonly string[],
): RuleColumn {
  const isOrdered = type === 'ordered';
  return { name, kind: 'category', values, levels, isOrdered, grid: { decimals: 0 } };
}
