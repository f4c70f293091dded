/** Whether the shape of identifiers is one that a fit gives: for documents from outside. */

import {
  also,
  type Check,
  fault,
  oneOf,
  record,
  text,
  variant,
  whole,
  within,
} from '../documents/check.ts';
import { ROOM, roomOf } from './identifiers.ts';

/** Characters of an identifier, so that a short document cannot ask for a long table. */
const LONGEST = 4096;

export const identifierCheck: Check = variant('kind', {
  number: record({ kind: oneOf('number'), first: whole(0, 1e15 + 1) }),
  counter: record({ kind: oneOf('counter'), prefix: text(0, LONGEST), digits: whole(1, LONGEST) }),
  pattern: also<{ readonly pattern: string }>(
    record({ kind: oneOf('pattern'), pattern: text(1, LONGEST) }),
    ({ pattern }) =>
      roomOf(pattern) >= ROOM
        ? undefined
        : within('pattern', fault('has no room for so many identifiers')),
  ),
});
