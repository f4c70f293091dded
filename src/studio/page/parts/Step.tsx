/** The frame of a step: its heading, what it is for, its error, and what is under way in it. */

import type { ComponentChildren } from 'preact';
import { cancel } from '../actions.ts';
import { pageWords } from '../pageWords.ts';
import { busy, failure, type Job, type StepName } from '../state.ts';
import { bytes, jobWords, percent, seconds, stageWords } from '../words.ts';

interface StepProps {
  readonly name: StepName;
  readonly title: string;
  readonly about?: string;
  /** The jobs that belong to it. */
  readonly jobs: readonly Job[];
  readonly children?: ComponentChildren;
}

export function Step({ name, title, about, jobs, children }: StepProps) {
  const failed = failure.value?.step === name ? pageWords(failure.value.message) : null;
  return (
    <section id={`step-${name}`} class="step" aria-labelledby={`title-${name}`} tabIndex={-1}>
      <h2 id={`title-${name}`}>{title}</h2>
      {about !== undefined && <p class="about">{about}</p>}
      {failed !== null && (
        <p class="failure" role="alert">
          {failed}
        </p>
      )}
      <Progress jobs={jobs} />
      {children}
    </section>
  );
}

/** Jobs that are done before one could cancel them. */
const SHORT: readonly Job[] = ['files'];

function Progress({ jobs }: { readonly jobs: readonly Job[] }) {
  const now = busy.value;
  if (!now || !jobs.includes(now.job) || SHORT.includes(now.job)) return null;
  const { told } = now;
  const left = told ? seconds(told.secondsLeft) : '';
  const words = told ? stageWords(told.stage) : jobWords(now.job);
  return (
    <div class={told ? 'progress' : 'progress late'}>
      <progress aria-label={words} max={1} {...(told && { value: told.share })} />
      <span>
        {words}
        {told && ` · ${percent(told.share)}`}
        {told?.bytes !== undefined && ` · ${bytes(told.bytes)}`}
        {left !== '' && ` · ${left}`}
      </span>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}
