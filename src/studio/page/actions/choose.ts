/** A choice is taken, and remembered where the user wants that. */

import { batch } from '@preact/signals';
import type { Choices } from '../choices.ts';
import { forget, store } from '../memory.ts';
import * as state from '../state.ts';

const FIT_FIELDS = [
  ...(['response', 'sensitive', 'schema', 'seed', 'order', 'protect'] as const),
  ...(['leaveOut', 'generator', 'epsilon', 'rules'] as const),
];

/** Takes a choice; what no longer fits it is kept and marked as old, or goes. */
export function choose(change: Partial<Choices>): void {
  batch(() => {
    const before = state.choices.value;
    const now = { ...before, ...change };
    // an order by hand names all columns in their roles
    const moved = (['response', 'sensitive', 'leaveOut'] as const).some(
      (field) => now[field] !== before[field],
    );
    state.choices.value = moved && change.order === undefined ? { ...now, order: null } : now;
    if (FIT_FIELDS.some((field) => state.choices.value[field] !== before[field])) {
      state.isFitOld.value = state.fitted.value !== null;
      state.files.value = null;
    }
  });
  const { value: source } = state.source;
  if (state.remember.value && source) void store(source.blob, source.name, state.choices.value);
}

export function rememberChoices(isOn: boolean): void {
  state.remember.value = isOn;
  const { value: source } = state.source;
  if (!source) return;
  if (isOn) void store(source.blob, source.name, state.choices.value);
  else void forget(source.blob, source.name);
}
