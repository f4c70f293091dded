/**
 * What is sent to workers. A message is small and sealed: which unit, and its task with addresses in place of
 * large parts. Its id is a keyed digest of engine, study, unit and task, so that the same work sent twice is
 * one job, and a message cannot pass for another or for one of another study.
 */

import type { Sealer } from '../store/sealer.ts';
import { decode, encode } from '../work/codec.ts';
import type { JointOutcome } from '../work/store.ts';

/** A part of a task: as it is, or where it lies. */
export type Part = { readonly v: unknown } | { readonly at: string };

export interface Message {
  readonly v: 1;
  readonly engine: string;
  readonly study: string;
  readonly unit: string;
  readonly task: Part | Readonly<Record<string, Part>>;
  /** A task that is no record; one by the names of its parts; or where such a one lies. */
  readonly form: 'value' | 'record' | 'elsewhere';
  /** It was under way whenever a worker ended, or another beside it was: it is done with nothing beside it. */
  readonly alone?: true;
}

/** As BullMQ keeps it. */
export interface JobData {
  /** In the clear, so that a worker can ask whether the study goes on: tells nothing. */
  readonly study: string;
  readonly sealed: string;
}

export function jobIdOf(sealer: Sealer, message: Message): string {
  const { engine, study, unit } = message;
  return `u${sealer.id('job', engine, study, unit, encode(message.task))}`;
}

export function sealMessage(sealer: Sealer, id: string, message: Message): JobData {
  const sealed = sealer.seal(encode(message), `job ${message.study} ${id}`);
  return { study: message.study, sealed: Buffer.from(sealed).toString('base64') };
}

/** Nothing if it was not sealed under this key as this job. */
export function openMessage(sealer: Sealer, id: string, data: JobData): Message | undefined {
  const sealed = Buffer.from(String(data?.sealed ?? ''), 'base64');
  const plain = sealer.unseal(sealed, `job ${data?.study} ${id}`);
  return plain && (decode(plain) as Message);
}

/** What a worker gives. */
export interface Answer {
  readonly by: string;
  readonly engine: string;
  readonly seconds: number;
  readonly outcome: JointOutcome;
}

export const names = {
  blob: (study: string, address: string) => `blob/${study}/${address}`,
  result: (study: string, id: string) => `result/${study}/${id}`,
  /** The study is under way; what it sent can be asked for. */
  mark: (study: string) => `study/${study}`,
  cancelled: (study: string) => `cancelled/${study}`,
  conflict: (study: string) => `conflict/${study}`,
  worker: (name: string) => `worker/${name}`,
} as const;

export function sealAnswer(sealer: Sealer, study: string, id: string, answer: Answer): Uint8Array {
  return sealer.seal(encode(answer), names.result(study, id));
}

export function openAnswer(
  sealer: Sealer,
  study: string,
  id: string,
  sealed: Uint8Array,
): Answer | undefined {
  const plain = sealer.unseal(sealed, names.result(study, id));
  return plain && (decode(plain) as Answer);
}
