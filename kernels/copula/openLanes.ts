// Iterations on a group of observations that end for each by itself: a root that has been found no longer
// moves while its neighbours go on. So the value of a row does not depend on the rows beside it.

import { choose } from '../lanes';
import { column } from './scratch';

// @ts-ignore: decorator
@inline const LAST: usize = 15;

/** Before the first round: all `size` bytes of observations are to move. */
export function openLanes(size: usize): void {
  for (let i: usize = 0; i < size; i += 16) v128.store(column(LAST) + i, i64x2.splat(-1));
}

/** Moves the roots at `d + i` that are open; those for which `goesOn` is not set are closed. Gives the open ones. */
// @ts-ignore: decorator
@inline
export function moveOpen(d: usize, i: usize, at: v128, next: v128, goesOn: v128): v128 {
  const wasOpen = v128.load(column(LAST) + i);
  v128.store(d + i, choose(wasOpen, next, at));
  const open = v128.and(wasOpen, goesOn);
  v128.store(column(LAST) + i, open);
  return open;
}
