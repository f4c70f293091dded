/**
 * The button of a job. While one is under way it does nothing and says so, but is not disabled: a browser takes the
 * focus from a disabled button, and who uses the keyboard would begin at the top of the page again.
 */

import type { ComponentChildren } from 'preact';
import { busy } from '../state.ts';

interface JobButtonProps {
  readonly isPrimary: boolean;
  /** For another reason than a job. */
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

export function JobButton({ isPrimary, isDisabled = false, onClick, children }: JobButtonProps) {
  const isBusy = busy.value !== null;
  return (
    <button
      type="button"
      class={isPrimary ? 'primary' : ''}
      disabled={isDisabled}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) onClick();
      }}
    >
      {children}
    </button>
  );
}
