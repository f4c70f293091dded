/** Whether what a model file says of columns that follow from others can be: for documents from outside. */

import {
  also,
  ascending,
  type Check,
  type Fault,
  fault,
  finite,
  flag,
  list,
  oneOf,
  record,
  text,
  variant,
  whole,
  within,
} from '../documents/check.ts';
import type { ColumnMargin } from '../margins/margin.ts';
import { marginCheck } from '../margins/marginSchema.ts';
import { InputError } from '../numerics/inputError.ts';
import { bindNumber, bindRule } from '../rules/bindRule.ts';
import { type Derivation, definitionOf, sourcesOf } from '../rules/derivation.ts';
import {
  type Branches,
  boundItIsOn,
  boundsOf,
  branchOf,
  type Given,
  type Within,
} from '../rules/given.ts';
import type { Near } from '../rules/near.ts';
import { parseRule } from '../rules/parseRule.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { Branch, Tree } from '../rules/tree.ts';
import { ruleChecks } from '../rules/violations.ts';
import { gridCheck, levelsCheck } from '../table/layoutSchema.ts';
import type { Constraint } from '../table/schema.ts';
import { drawnBefore, neededFor } from './drawColumns.ts';
import { levelsOfContent, type Model, type ModelColumn } from './model.ts';
import { modelRuleColumn } from './ruleColumns.ts';

const MOST_PARTS = 10_000;
const name = text();
const rule = text(1, 2000);
const numbers = (least: number) => list(finite(-1e300, 1e300), least, MOST_PARTS);
const places = (least: number) => list(whole(0, 1e6), least, MOST_PARTS);

const derivation = variant('kind', {
  bins: also<Extract<Derivation, { kind: 'bins' }>>(
    record({ kind: oneOf('bins'), from: name, edges: numbers(1), results: numbers(2) }),
    ({ edges, results }) =>
      within('edges', ascending(edges, true)) ??
      (results.length === edges.length + 1
        ? undefined
        : within('results', fault('must be one more than edges'))),
  ),
  map: also<Extract<Derivation, { kind: 'map' }>>(
    record({ kind: oneOf('map'), from: name, keys: numbers(1), results: numbers(1) }),
    ({ keys, results }) =>
      within('keys', ascending(keys, true)) ??
      (results.length === keys.length
        ? undefined
        : within('results', fault('must be as many as keys'))),
  ),
  linear: record({
    kind: oneOf('linear'),
    terms: list(record({ from: name, times: finite(-1e15, 1e15) }), 1, 1000),
    plus: finite(-1e150, 1e150),
  }),
  years: record({
    kind: oneOf('years'),
    from: name,
    to: (value) => (typeof value === 'string' ? undefined : finite(-1e7, 1e7)(value)),
  }),
  rule: record({ kind: oneOf('rule'), rule }),
  part: record({ kind: oneOf('part'), from: name, results: places(1) }),
});

function marginsFault({ groups, margins, levels }: Branches | Within): Fault | undefined {
  if (groups.some((place) => place >= margins.length)) {
    return within('groups', fault('names a margin that is not there'));
  }
  const isWrong = margins.some((margin) =>
    margin.kind === 'levels'
      ? !levels || margin.levels.some((level) => !levels.includes(level))
      : levels !== undefined,
  );
  return isWrong ? within('margins', fault('do not have the levels of the column')) : undefined;
}

const MOST_NODES = 10_000;
const MOST_CELLS = 10_000;

const nodeCheck: Check = (value) =>
  typeof value === 'object' && value !== null && 'leaf' in value
    ? record({ leaf: whole(0, MOST_NODES) })(value)
    : also<Branch>(
        record(
          { from: name, first: whole(1, MOST_NODES), second: whole(1, MOST_NODES) },
          {
            levels: list(whole(0, 1e6), 1, MOST_PARTS),
            below: finite(-1e300, 1e300),
            missing: (given) => (given === true ? undefined : fault('must be true')),
          },
        ),
        ({ levels, below, missing }) =>
          [levels, below, missing].filter((each) => each !== undefined).length === 1
            ? undefined
            : fault('must ask for levels, for a bound, or whether a cell is missing'),
      )(value);

function treeFault({ nodes, margin, cuts, leaves, levels }: Tree): Fault | undefined {
  for (const [at, node] of nodes.entries()) {
    const isThere =
      'leaf' in node
        ? node.leaf < leaves.length
        : [node.first, node.second].every((next) => next > at && next < nodes.length);
    if (!isThere) return within('nodes', within(at, fault('leads nowhere')));
  }
  const unordered = within('cuts', ascending(cuts, true) ?? endFault(cuts));
  if (unordered) return unordered;
  for (const [at, below] of leaves.entries()) {
    const isWhole = below.length === cuts.length;
    const found = isWhole
      ? (ascending(below, false) ?? endFault(below))
      : fault(`has ${below.length} entries, but there are ${cuts.length} cells`);
    if (found) return within('leaves', within(at, found));
  }
  if (margin.kind === 'levels' ? margin.levels.join() !== levels?.join() : levels !== undefined)
    return within('margin', fault('does not have the levels of the column'));
  return undefined;
}

function endFault(ascendingTo1: readonly number[]): Fault | undefined {
  return ascendingTo1[0] >= 0 && ascendingTo1[ascendingTo1.length - 1] === 1
    ? undefined
    : fault('must end at 1');
}

const treeCheck: Check = also<Tree>(
  record(
    {
      kind: oneOf('tree'),
      nodes: list(nodeCheck, 3, MOST_NODES),
      margin: marginCheck,
      cuts: list(finite(0, 1), 1, MOST_CELLS),
      leaves: list(list(finite(0, 1), 1, MOST_CELLS), 1, MOST_NODES),
    },
    { levels: levelsCheck },
  ),
  treeFault,
);

/** Of whether a column is missing. */
export const stateTreeCheck: Check = also<Tree>(treeCheck, ({ levels }) =>
  levels?.join() === 'present,missing'
    ? undefined
    : within('levels', fault('must be present and missing')),
);

const given = variant('kind', {
  near: also<Near>(
    record(
      {
        kind: oneOf('near'),
        to: rule,
        scale: oneOf('difference', 'ratio'),
        least: finite(-1e150, 1e150),
        largest: finite(-1e150, 1e150),
        grid: gridCheck,
      },
      { tree: treeCheck },
    ),
    ({ least, largest, tree }) =>
      least > largest
        ? within('least', fault('is above the largest'))
        : tree?.levels && within('tree', fault('has levels, but it is of a number')),
  ),
  bounded: also<{
    lower: string[];
    upper: string[];
    scale: string;
    least: number;
    largest: number;
    tree?: Tree;
    margin?: ColumnMargin;
  }>(
    record(
      {
        kind: oneOf('bounded'),
        lower: list(rule, 0, 100),
        upper: list(rule, 0, 100),
        scale: oneOf('difference', 'ratio', 'share', 'place'),
        isStrict: flag,
        least: finite(-1e150, 1e150),
        largest: finite(-1e150, 1e150),
        grid: gridCheck,
      },
      {
        tree: treeCheck,
        margin: marginCheck,
        strays: record({ share: finite(0, 1), distances: list(finite(0, 1e150), 1, 1000) }),
        onBound: list(record({ condition: rule, bound: rule }), 1, 100),
        offBound: list(rule, 1, 100),
      },
    ),
    ({ lower, upper, scale, least, largest, tree, margin }) => {
      if ((margin !== undefined) !== (scale === 'place') || margin?.kind === 'levels')
        return within('margin', fault('does not fit the scale'));
      if (tree?.levels) return within('tree', fault('has levels, but it is of a number'));
      if (lower.length + upper.length === 0) return within('lower', fault('is empty, as is upper'));
      const isBetween = lower.length > 0 && upper.length > 0;
      if (scale !== 'place' && isBetween !== (scale === 'share'))
        return within('scale', fault('does not fit the bounds'));
      return least <= largest ? undefined : within('least', fault('is above the largest'));
    },
  ),
  branches: also<Branches>(
    record(
      {
        kind: oneOf('branches'),
        conditions: list(rule, 1, 6),
        groups: places(2),
        margins: list(marginCheck, 1, 64),
      },
      { levels: levelsCheck },
    ),
    (branches) =>
      branches.groups.length === 1 << branches.conditions.length
        ? marginsFault(branches)
        : within('groups', fault('must be one for each pattern of conditions')),
  ),
  within: also<Within>(
    record(
      {
        kind: oneOf('within'),
        from: list(name, 1, 2),
        groups: places(2),
        margins: list(marginCheck, 1, 1000),
      },
      { levels: levelsCheck },
    ),
    marginsFault,
  ),
  tree: treeCheck,
  joint: record({ kind: oneOf('joint'), results: places(1), levels: levelsCheck }),
});

export const givenCheck: Check = given;
export const derivationCheck: Check = derivation;
export const missingAsCheck: Check = list(name, 1, 1000);
export const missingIfCheck: Check = list(rule, 1, 1000);

export const constraintsCheck: Check = list(
  (value) =>
    record({}, { rule, combinations: list(name, 2, 1000), together: list(name, 2, 1000) })(value) ??
    (Object.keys(value as object).length === 1 ? undefined : fault('must be one constraint')),
  1,
  1000,
);

/** Whether all that columns are computed from is there, can be computed, and not from themselves. */
export function relationsFault({
  columns,
  constraints = [],
}: Pick<Model, 'columns' | 'constraints'>): Fault | undefined {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const empty = new Map<string, RuleColumn>(
    columns.flatMap((column) =>
      column.content.kind === 'identifier' || column.content.kind === 'missing'
        ? []
        : [[column.name, modelRuleColumn(column, new Float64Array())]],
    ),
  );
  for (const [place, column] of columns.entries()) {
    const found = columnFault(column, byName, empty);
    if (found) return within('columns', within(place, within('content', found)));
  }
  const cycle = columns.findIndex(({ name: own }) => isCycle(own, byName));
  if (cycle >= 0) return within('columns', within(cycle, fault('follows from itself')));
  for (const [place, constraint] of constraints.entries()) {
    const found = attempted(() => bindConstraint(constraint, empty));
    if (found) return within('constraints', within(place, found));
  }
  return undefined;
}

function bindConstraint(constraint: Constraint, columns: ReadonlyMap<string, RuleColumn>): void {
  const names =
    'rule' in constraint
      ? []
      : 'together' in constraint
        ? constraint.together
        : constraint.combinations;
  if (names.some((each) => !columns.has(each)))
    throw new InputError('names a column that is not there');
  ruleChecks([constraint], columns);
}

/** What goes wrong when a rule is read, as a fault. */
function attempted(act: () => void): Fault | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return fault(error.message);
  }
}

function columnFault(
  column: ModelColumn,
  byName: ReadonlyMap<string, ModelColumn>,
  empty: ReadonlyMap<string, RuleColumn>,
): Fault | undefined {
  const { content } = column;
  const as = 'missingAs' in content ? (content.missingAs ?? []) : [];
  if (as.some((other) => !empty.has(other))) return within('missingAs', fault('names no column'));
  if (content.kind !== 'derived' && content.kind !== 'modelled') return undefined;
  const conditions = attempted(() => {
    for (const condition of content.missingIf ?? []) bindRule(condition, empty);
  });
  if (conditions) return within('missingIf', conditions);
  const unreadable = attempted(() => neededFor(content));
  if (unreadable) return unreadable;
  if (neededFor(content).some((other) => !empty.has(other)))
    return fault('needs a column that is not there');
  if (content.kind === 'derived') return derivedFault(column, content.by, byName, empty);
  const state = content.missing?.given;
  return (
    (state && within('missing', within('given', questionsFault(state, empty)))) ??
    (content.given ? within('given', givenFault(column, content.given, empty)) : undefined)
  );
}

function derivedFault(
  column: ModelColumn,
  by: Derivation,
  byName: ReadonlyMap<string, ModelColumn>,
  columns: ReadonlyMap<string, RuleColumn>,
): Fault | undefined {
  const levels = levelsOfContent(column.content);
  const isLevel = ['boolean', 'ordered', 'nominal'].includes(column.type);
  if (isLevel !== (levels !== undefined))
    return within('levels', fault(`do not fit ${column.type}`));
  if (
    'results' in by &&
    levels &&
    by.results.some((place) => !(Number.isInteger(place) && place >= 0 && place < levels.length))
  ) {
    return within('by', within('results', fault('names a level that is not there')));
  }
  if (levels && !('results' in by)) return within('by', fault('gives no levels'));
  if (column.type === 'date') {
    return by.kind === 'linear' || by.kind === 'rule'
      ? undefined
      : within('by', fault('gives no dates'));
  }
  const isCategory = (name: string) => columns.get(name)?.kind === 'category';
  if ((by.kind === 'linear' || by.kind === 'years') && sourcesOf(by).some(isCategory)) {
    return within('by', fault('computes with a category'));
  }
  if (by.kind === 'part') {
    const first = byName.get(by.from)?.content;
    const combinations =
      first?.kind === 'modelled' && first.given?.kind === 'joint' && first.margin.kind === 'levels'
        ? first.margin.levels.length
        : 0;
    return combinations === by.results.length
      ? undefined
      : within('by', fault('is part of no combination'));
  }
  if (by.kind === 'rule') {
    return within(
      'by',
      attempted(() => void bindNumber(by.rule, definitionOf(by.rule).right, columns)),
    );
  }
  return undefined;
}

function givenFault(
  column: ModelColumn,
  own: Given,
  columns: ReadonlyMap<string, RuleColumn>,
): Fault | undefined {
  const { content } = column;
  if (content.kind !== 'modelled') return undefined;
  if (own.kind === 'bounded') {
    return content.margin.kind === 'levels'
      ? fault('bounds a category')
      : (attempted(() => {
          boundsOf(own, columns, 1);
          boundItIsOn(own.onBound, columns, 1);
          for (const condition of own.offBound ?? []) bindRule(condition, columns);
        }) ??
          (own.tree && within('tree', questionsFault(own.tree, columns))));
  }
  if (own.kind === 'near') {
    if (content.margin.kind === 'levels') return fault('lies close to a number, but is a category');
    return (
      attempted(() => void bindNumber(own.to, parseRule(own.to), columns)) ??
      (own.tree && within('tree', questionsFault(own.tree, columns)))
    );
  }
  if (own.kind === 'within') {
    const parents = own.from.map((each) => columns.get(each));
    if (parents.some((parent) => parent?.kind !== 'category'))
      return within('from', fault('names no category'));
    const cells = parents.reduce((product, parent) => product * (parent?.levels?.length ?? 0), 1);
    if (cells !== own.groups.length)
      return within('groups', fault('must be one for each level, or combination of levels'));
  }
  const wrongQuestion = own.kind === 'tree' ? questionsFault(own, columns) : undefined;
  if (wrongQuestion) return wrongQuestion;
  if (own.kind === 'branches' || own.kind === 'within' || own.kind === 'tree') {
    if (content.margin.kind === 'levels') return fault('must be places in a distribution');
    if (own.kind !== 'branches') return undefined;
    return attempted(() => void branchOf(own, columns));
  }
  const isWhole =
    content.margin.kind === 'levels' &&
    own.results.length === content.margin.levels.length &&
    own.results.every((place) => place < own.levels.length);
  return isWhole ? undefined : fault('does not have a level for each combination');
}

/** Whether a tree asks categories for levels, and numbers for bounds. */
function questionsFault(
  { nodes }: Tree,
  columns: ReadonlyMap<string, RuleColumn>,
): Fault | undefined {
  const wrong = nodes.findIndex(
    (node) =>
      'from' in node &&
      !node.missing &&
      (columns.get(node.from)?.kind === 'category') !== (node.levels !== undefined),
  );
  return wrong < 0
    ? undefined
    : within('nodes', within(wrong, fault('asks for what is not there')));
}

/** Whether a column needs itself, by way of others. */
function isCycle(start: string, columns: ReadonlyMap<string, ModelColumn>): boolean {
  const seen = new Set<string>();
  const next = [start];
  for (let each = next.pop(); each !== undefined; each = next.pop()) {
    const content = columns.get(each)?.content;
    for (const other of content ? drawnBefore(content, columns) : []) {
      if (other === start) return true;
      if (!seen.has(other)) {
        seen.add(other);
        next.push(other);
      }
    }
  }
  return false;
}
