/** What goes from the page when something else takes its place. */

import { batch } from '@preact/signals';
import * as state from '../state.ts';

export function clearTable(): void {
  batch(() => {
    state.table.value = null;
    state.head.value = null;
    state.columns.value = null;
    clearFit();
    state.order.value = null;
  });
}

export function clearFit(): void {
  state.fitted.value = null;
  state.isFitOld.value = false;
  state.looks.value = new Map();
  state.pair.value = null;
  state.pinned.value = null;
  clearStudy();
}

export function clearStudy(): void {
  state.study.value = null;
  state.partial.value = null;
  state.files.value = null;
}
