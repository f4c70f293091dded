/**
 * What a model file holds, as one check: every part by itself, and then whether the parts belong
 * together. Whoever makes a checksum of their own gets no further than this.
 */

import {
  also,
  distinct,
  type Fault,
  fault,
  finite,
  list,
  oneOf,
  orNull,
  record,
  text,
  variant,
  whole,
  within,
} from '../documents/check.ts';
import { identifierCheck } from '../margins/identifierSchema.ts';
import { isNumberShape } from '../margins/identifiers.ts';
import type { ColumnMargin } from '../margins/margin.ts';
import {
  isSingle,
  marginCheck,
  missingMarginCheck,
  rangeOfMargin,
} from '../margins/marginSchema.ts';
import type { Given } from '../rules/given.ts';
import {
  dateRangeFault,
  formatCheck,
  gridCheck,
  LEVEL_TYPES,
  layoutCheck,
  layoutFault,
  levelNamesFault,
  levelsCheck,
  NUMBER_TYPES,
} from '../table/layoutSchema.ts';
import { isCutJSON, MOST_ROWS, type VineJSON, vineCheck } from '../vine/json.ts';
import { type ColumnContent, type Model, type ModelColumn, variablesOf } from './model.ts';
import {
  constraintsCheck,
  derivationCheck,
  givenCheck,
  missingAsCheck,
  missingIfCheck,
  relationsFault,
  stateTreeCheck,
} from './relationSchema.ts';

/** The parts of a model file between its version and its checksum. */
export type ModelContent = Omit<Model, 'vine'> & { readonly vine: VineJSON };

type Modelled = Extract<ColumnContent, { kind: 'modelled' }>;

const variable = whole(0, MOST_ROWS);

const stateCheck = orNull(
  record({ variable, margin: missingMarginCheck }, { given: stateTreeCheck }),
);

const contentCheck = variant('kind', {
  modelled: record(
    {
      kind: oneOf('modelled'),
      margin: marginCheck,
      variable: orNull(variable),
      missing: stateCheck,
    },
    { given: givenCheck, missingAs: missingAsCheck, missingIf: missingIfCheck },
  ),
  derived: record(
    { kind: oneOf('derived'), by: derivationCheck, grid: gridCheck, missing: stateCheck },
    { levels: levelsCheck, missingAs: missingAsCheck, missingIf: missingIfCheck },
  ),
  missing: record({ kind: oneOf('missing') }),
  identifier: record(
    { kind: oneOf('identifier'), shape: identifierCheck },
    { missingAs: missingAsCheck },
  ),
});

const columnCheck = also<ModelColumn>(
  record(
    {
      name: text(),
      type: oneOf(...NUMBER_TYPES, ...LEVEL_TYPES, 'identifier'),
      layout: layoutCheck,
      content: contentCheck,
    },
    { min: finite(), max: finite() },
  ),
  (column) => {
    const { name, layout, type, content, min, max } = column;
    if (layout.name !== name)
      return within('layout', within('name', fault('is not that of the column')));
    if (min !== undefined && max !== undefined && min > max) {
      return within('min', fault('is above the max'));
    }
    if ((type === 'identifier') !== (content.kind === 'identifier')) {
      return within(
        'content',
        within('kind', fault(`is '${content.kind}', but the type is ${type}`)),
      );
    }
    if (content.kind === 'missing') return undefined;
    if (content.kind === 'derived') {
      const wrong = layoutFault(type, layout);
      if (wrong) return within('layout', wrong);
      return content.levels
        ? within('content', within('levels', levelNamesFault(content.levels, layout)))
        : undefined;
    }
    if (content.kind === 'modelled') return modelledFault(column, content);
    const kind = isNumberShape(content.shape) ? 'numeric' : 'text';
    return layout.kind === kind
      ? undefined
      : within('layout', within('kind', fault(`must be '${kind}' for these identifiers`)));
  },
);

function modelledFault(
  { type, layout }: ModelColumn,
  { margin, variable: own, given }: Modelled,
): Fault | undefined {
  const wrong = within('layout', layoutFault(type, layout));
  if (wrong) return wrong;
  if ((own === null) !== isSingle(margin)) {
    const what =
      own === null
        ? 'is null, but the margin has several values'
        : 'must be null: the margin has one value';
    return within('content', within('variable', fault(what)));
  }
  if (!given) return within('content', within('margin', typedMarginFault(type, margin, layout)));
  return within('content', within('given', typedGivenFault(type, given, layout)));
}

/** What a column that is drawn given others comes out as, with its type. */
function typedGivenFault(
  type: ModelColumn['type'],
  given: Given,
  layout: ModelColumn['layout'],
): Fault | undefined {
  const isCategory = type === 'boolean' || type === 'ordered' || type === 'nominal';
  if (given.kind === 'bounded' || given.kind === 'near') {
    if (isCategory) return fault(`bounds a column whose type is ${type}`);
    const { least, largest } = given;
    return type === 'date' ? dateRangeFault(least, largest, layout) : undefined;
  }
  if (given.kind === 'joint') {
    return isCategory ? levelNamesFault(given.levels, layout) : fault(`does not fit ${type}`);
  }
  if (isCategory !== (given.levels !== undefined)) return fault(`does not fit ${type}`);
  if (given.levels) return levelNamesFault(given.levels, layout);
  for (const margin of given.kind === 'tree' ? [given.margin] : given.margins) {
    const found = typedMarginFault(type, margin, layout);
    if (found) return within('margins', found);
  }
  return undefined;
}

/** A margin with the type of its column. */
function typedMarginFault(
  type: ModelColumn['type'],
  margin: ColumnMargin,
  layout: ModelColumn['layout'],
): Fault | undefined {
  const isCategory = type === 'boolean' || type === 'ordered' || type === 'nominal';
  if (isCategory !== (margin.kind === 'levels')) {
    return within('kind', fault(`is '${margin.kind}', but the type of the column is ${type}`));
  }
  if (margin.kind === 'levels') {
    if (type === 'boolean' && margin.levels.length > 2) {
      return within('levels', fault('has more than the two of a boolean'));
    }
    return within('levels', levelNamesFault(margin.levels, layout));
  }
  return type === 'date' ? dateRangeFault(...rangeOfMargin(margin), layout) : undefined;
}

export const modelCheck = also<ModelContent>(
  record(
    {
      engine: text(0, 100),
      seed: whole(0, Number.MAX_SAFE_INTEGER),
      rows: whole(1, MOST_ROWS),
      response: text(),
      sensitive: list(text()),
      margins: oneOf('smooth', 'empirical'),
      k: whole(1, MOST_ROWS),
      structure: oneOf('cvine', 'dvine', 'rvine', 'star'),
      notes: list(text()),
      order: list(text(), 2),
      columns: list(columnCheck, 2),
      table: formatCheck,
      vine: vineCheck,
    },
    {
      protected: list(record({ name: text(), truncation: variable }), 1),
      constraints: constraintsCheck,
    },
  ),
  (model) =>
    columnsFault(model) ??
    relationsFault(model) ??
    rolesFault(model) ??
    within('protected', protectedFault(model)) ??
    within('order', orderFault(model)) ??
    within('vine', vineFault(model)),
);

function columnsFault({ columns, margins }: ModelContent): Fault | undefined {
  const doubled = distinct(columns.map(({ name }) => name));
  if (doubled) return within('columns', fault('holds a name twice'));
  // the notes promise smooth margins by this
  const values = columns.findIndex(
    ({ content }) =>
      content.kind === 'modelled' &&
      !content.given &&
      (content.margin.kind === 'empirical' || content.margin.kind === 'smooth') &&
      content.margin.kind !== margins,
  );
  if (values < 0) return undefined;
  return within('columns', within(values, fault(`has a margin that is not ${margins}`)));
}

function rolesFault({ columns, response, sensitive }: ModelContent): Fault | undefined {
  const modelled = new Map(
    columns.flatMap(({ name, content }) => (content.kind === 'modelled' ? [[name, content]] : [])),
  );
  const target = modelled.get(response);
  if (!target || target.variable === null) {
    return within('response', fault('is no column that the vine has'));
  }
  const unknown = sensitive.findIndex((name) => !modelled.has(name));
  if (unknown >= 0)
    return within('sensitive', within(unknown, fault('is no column that is modelled')));
  return within('sensitive', distinct(sensitive));
}

/** Protected columns come first in the order, in a C-vine, and have no edge beyond their last tree. */
function protectedFault({
  protected: own,
  columns,
  vine,
  structure,
}: ModelContent): Fault | undefined {
  if (!own) return undefined;
  if (structure !== 'cvine') return fault(`is not for a '${structure}'`);
  const doubled = distinct(own.map(({ name }) => name));
  if (doubled) return doubled;
  const limits = new Map<number, number>();
  for (const [place, { name, truncation }] of own.entries()) {
    const content = columns.find((each) => each.name === name)?.content;
    if (content?.kind !== 'modelled' && content?.kind !== 'derived') {
      return within(place, fault('is no column that is modelled'));
    }
    for (const each of variablesOf(content)) limits.set(each, truncation);
  }
  if ([...limits.keys()].some((place) => place >= limits.size)) {
    return fault('are not the first of the order');
  }
  const joined = vine.copulas.some((row, k) =>
    row.some((edge, i) => {
      const trees = limits.get(vine.order[k + 1 + i]);
      return trees !== undefined && k >= trees && !isCutJSON(edge);
    }),
  );
  return joined ? fault('have edges beyond their last tree') : undefined;
}

/** Each variable of the vine belongs to one column, and is called after it. */
function orderFault({ columns, order, vine }: ModelContent): Fault | undefined {
  const d = vine.order.length;
  if (order.length !== d) return fault(`has ${order.length} entries, but the vine ${d} variables`);
  const names = new Array<string | undefined>(d).fill(undefined);
  const claims = columns.flatMap(({ name, content }) => {
    if (content.kind !== 'modelled' && content.kind !== 'derived') return [];
    const { missing } = content;
    const own = content.kind === 'modelled' ? content.variable : null;
    return [
      ...(own === null ? [] : [{ place: own, name }]),
      ...(missing ? [{ place: missing.variable, name: `${name} is missing` }] : []),
    ];
  });
  for (const { place, name } of claims) {
    if (place >= d) return fault(`has no variable ${place}, which a column asks for`);
    if (names[place] !== undefined) return fault(`has two columns for its variable ${place}`);
    names[place] = name;
  }
  const wrong = names.findIndex((name, place) => name !== order[place]);
  return wrong < 0 ? undefined : within(wrong, fault('is not the name that its column gives it'));
}

/** How far the levels of the vine may be from those of the margin. */
const CLOSE = 1e-3;

/** What the margins say of a variable, the vine must say as well. */
function vineFault({ columns, rows, vine }: ModelContent): Fault | undefined {
  if (vine.rows !== rows)
    return within('rows', fault(`is ${vine.rows}, but the model has ${rows}`));
  for (const { content } of columns) {
    if (content.kind !== 'modelled' && content.kind !== 'derived') continue;
    const { missing } = content;
    const found =
      (content.kind === 'derived' || content.variable === null
        ? undefined
        : levelsFault(vine, content.variable, content.margin)) ??
      (missing
        ? levelsFault(vine, missing.variable, missing.given ? undefined : missing.margin)
        : undefined);
    if (found) return within('atoms', found);
  }
  return undefined;
}

function levelsFault(
  vine: VineJSON,
  own: number,
  margin: ColumnMargin | undefined,
): Fault | undefined {
  const atoms = vine.atoms[own];
  const upper = margin && 'upper' in margin ? margin.upper : undefined;
  if (!atoms && !upper) return undefined;
  const fits =
    atoms &&
    upper &&
    atoms[1].length === upper.length &&
    upper.every((each, level) => Math.abs(each - atoms[1][level]) <= CLOSE);
  return fits ? undefined : within(own, fault('does not have the levels of its margin'));
}
