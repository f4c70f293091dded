/** Whether the shape of identifiers is one that a fit gives: for documents from outside. */

import {
  also,
  type Check,
  fault,
  flag,
  list,
  oneOf,
  record,
  text,
  variant,
  whole,
  within,
} from '../documents/check.ts';
import { ROOM, roomOf } from './identifiers.ts';
import { NAME_LISTS } from './inventedNames.ts';

/** Characters of an identifier, so that a short document cannot ask for a long table. */
const LONGEST = 4096;

const MOST_PLACES = 64;

/** A kind of character, or '=' and the character itself. */
const place = also<string>(text(1, 3), (each) =>
  /^([91Aa]|=.)$/su.test(each) ? undefined : fault('must be 9, 1, A, a, or = and a character'),
);

export const identifierCheck: Check = variant('kind', {
  number: record({ kind: oneOf('number'), first: whole(0, 1e15 + 1) }),
  form: record({
    kind: oneOf('form'),
    form: also<readonly string[]>(list(place, 1), (places) =>
      places.length <= MOST_PLACES ? undefined : fault('is too long'),
    ),
    isNumber: flag,
    beyond: record({ prefix: text(0, LONGEST), digits: whole(1, LONGEST) }),
  }),
  name: record({
    kind: oneOf('name'),
    parts: oneOf('given', 'surname', 'full', 'reversed'),
    letters: oneOf('mixed', 'upper', 'lower'),
    list: whole(0, NAME_LISTS - 1),
  }),
  email: record({ kind: oneOf('email'), domain: text(1, 253), list: whole(0, NAME_LISTS - 1) }),
  counter: record({ kind: oneOf('counter'), prefix: text(0, LONGEST), digits: whole(1, LONGEST) }),
  pattern: also<{ readonly pattern: string }>(
    record({ kind: oneOf('pattern'), pattern: text(1, LONGEST) }),
    ({ pattern }) =>
      roomOf(pattern) >= ROOM
        ? undefined
        : within('pattern', fault('has no room for so many identifiers')),
  ),
});
