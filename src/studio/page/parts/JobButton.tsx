/**
 * The button of a job. While one is under way that somebody asked for, it does nothing and says so, but is not
 * disabled: a browser takes the focus from a disabled button, and who uses the keyboard would begin at the top of the
 * page again. What the page does by itself after a choice is waited for.
 */

import type { ComponentChildren } from 'preact';
import { begin, isOwnJob } from '../actions/jobs.ts';
import { busy } from '../state.ts';

interface JobButtonProps {
  readonly isPrimary: boolean;
  /** For another reason than a job. */
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

export function JobButton({ isPrimary, isDisabled = false, onClick, children }: JobButtonProps) {
  const isBusy = busy.value !== null && !isOwnJob(busy.value.job);
  return (
    <button
      type="button"
      class={isPrimary ? 'primary' : ''}
      disabled={isDisabled}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) begin(onClick);
      }}
    >
      {children}
    </button>
  );
}
