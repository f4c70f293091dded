/** Whether encoded columns are ones that a fit gives: for documents from outside. */

import {
  also,
  distinct,
  type Fault,
  fault,
  finite,
  flag,
  list,
  oneOf,
  orNull,
  record,
  text,
  variant,
  whole,
  within,
} from '../../documents/check.ts';
import { identifierCheck } from '../../margins/identifierSchema.ts';
import {
  dateRangeFault,
  decimalsCheck,
  gridCheck,
  LEVEL_TYPES,
  layoutCheck,
  layoutFault,
  levelNamesFault,
  levelsCheck,
  NUMBER_TYPES,
} from '../../table/layoutSchema.ts';
import type {
  EncodedColumn,
  EncodedConstant,
  EncodedIdentifier,
  EncodedLevels,
  EncodedNumbers,
} from './encoding.ts';

const MOST_LEVELS = 0x7fffffff;
/** Values are up to four standard deviations from a mean, and must stay numbers. */
const LARGEST = Number.MAX_VALUE / 16;

const base = { name: text(), layout: layoutCheck };

const numbers = also<EncodedNumbers>(
  record({
    ...base,
    kind: oneOf('numbers'),
    type: oneOf(...NUMBER_TYPES),
    decimals: decimalsCheck,
    modes: list(record({ mean: finite(-LARGEST, LARGEST), sd: finite(0, LARGEST) }), 1),
    hasGaps: flag,
    min: orNull(finite()),
    max: orNull(finite()),
    grid: orNull(gridCheck),
  }),
  ({ min, max, type, layout, modes }) => {
    if (min !== null && max !== null && min > max) return within('min', fault('is above max'));
    const wrong = within('layout', layoutFault(type, layout));
    if (wrong || type !== 'date') return wrong;
    for (const [place, { mean, sd }] of modes.entries()) {
      const found = dateRangeFault(mean - sd, mean + sd, layout);
      if (found) return within('modes', within(place, found));
    }
    const ends = [min, max].filter((end) => end !== null);
    return ends.length === 0
      ? undefined
      : within('max', dateRangeFault(Math.min(...ends), Math.max(...ends), layout));
  },
);

const levels = also<EncodedLevels>(
  record({
    ...base,
    kind: oneOf('levels'),
    type: oneOf(...LEVEL_TYPES),
    levels: levelsCheck,
    places: list(whole(-1, MOST_LEVELS), 2),
  }),
  ({ levels: names, places, layout }) => {
    const outside = places.findIndex((place) => place >= names.length);
    if (outside >= 0) return within('places', within(outside, fault('is no level')));
    return within('places', distinct(places)) ?? within('levels', levelNamesFault(names, layout));
  },
);

const constant = also<EncodedConstant>(
  record({
    ...base,
    kind: oneOf('constant'),
    type: oneOf(...NUMBER_TYPES, ...LEVEL_TYPES),
    decimals: decimalsCheck,
    levels: list(text()),
    value: orNull(finite()),
  }),
  ({ type, value, levels: names, layout }) => {
    if (value === null) return undefined;
    const isNumber = NUMBER_TYPES.some((each) => each === type);
    if (isNumber) {
      const wrong = within('layout', layoutFault(type, layout));
      return (
        wrong ??
        (type === 'date' ? within('value', dateRangeFault(value, value, layout)) : undefined)
      );
    }
    const isPlace = Number.isInteger(value) && value >= 0 && value < names.length;
    if (!isPlace) return within('value', fault('is no level'));
    return within('levels', levelNamesFault(names, layout) ?? distinct(names));
  },
);

const identifier = also<EncodedIdentifier>(
  record({ ...base, kind: oneOf('identifier'), shape: identifierCheck }),
  ({ shape, layout }) =>
    (shape.kind === 'number') === (layout.kind === 'numeric')
      ? undefined
      : within('shape', within('kind', fault('does not go with the layout'))),
);

export const encodedCheck = also<readonly EncodedColumn[]>(
  list(variant('kind', { numbers, levels, constant, identifier }), 1),
  (columns): Fault | undefined => {
    const strange = columns.findIndex(({ name, layout }) => layout.name !== name);
    if (strange >= 0) return within(strange, fault('has another name in its layout'));
    if (distinct(columns.map(({ name }) => name))) return fault('holds a name twice');
    const isLearnt = columns.some(({ kind }) => kind === 'numbers' || kind === 'levels');
    return isLearnt ? undefined : fault('holds no column that is learnt');
  },
);
