/**
 * Where a queue is. Passwords come from the environment or from a file that its owner alone may read: what is
 * typed on a command line can be read by everybody on the machine. Connections that leave the machine must be
 * encrypted.
 */

import { InputError } from '../numerics/inputError.ts';
import { readSecretFile } from '../store/runKey.ts';

export const QUEUE_VARIABLE = 'TVINESYNTH_QUEUE';

export interface QueueUrl {
  readonly kind: 'redis' | 'postgres';
  /** With its password: not to be shown. */
  readonly url: string;
  /** Without. */
  readonly shown: string;
}

export interface UrlOptions {
  /** Allow connections to other machines that are not encrypted. */
  readonly insecure?: boolean | undefined;
}

/** `text`: a URL without a password, 'env' for that of the environment, or 'file:PATH'. */
export function queueUrl(text: string, { insecure = false }: UrlOptions = {}): QueueUrl {
  if (text === 'env') {
    const told = process.env[QUEUE_VARIABLE];
    if (!told) throw new InputError(`--queue env: ${QUEUE_VARIABLE} is not set.`);
    return checked(told, insecure, QUEUE_VARIABLE);
  }
  if (text.startsWith('file:')) {
    const path = text.slice('file:'.length);
    return checked(readSecretFile(path, 'the URL of the queue').trim(), insecure, path);
  }
  const found = checked(text, insecure, '--queue');
  if (new URL(text).password !== '') {
    throw new InputError(
      `--queue: everybody on this machine can read a password that is typed. Put the URL into ${QUEUE_VARIABLE} and give --queue env, or into a file of mode 0600 and give --queue file:PATH.`,
    );
  }
  return found;
}

const KINDS = new Map<string, QueueUrl['kind']>([
  ['redis:', 'redis'],
  ['rediss:', 'redis'],
  ['postgres:', 'postgres'],
  ['postgresql:', 'postgres'],
]);

function checked(text: string, insecure: boolean, place: string): QueueUrl {
  if (!URL.canParse(text)) throw new InputError(`${place}: this is no URL. ${EXAMPLES}`);
  const url = new URL(text);
  const kind = KINDS.get(url.protocol);
  if (!kind) throw new InputError(`${place}: found ${url.protocol}// . ${EXAMPLES}`);
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  if (!isLoopback(url.hostname) && !isEncrypted(url) && !insecure) {
    const how =
      kind === 'redis' ? 'Use rediss://' : 'Add ?sslmode=verify-full (or require) to the URL';
    throw new InputError(
      `${shown}: the connection to another machine would not be encrypted. ${how}, or accept it with --insecure-queue: units are sealed all the same, passwords are not.`,
    );
  }
  return { kind, url: text, shown };
}

const EXAMPLES =
  'Give one such as rediss://queue.example:6380 or postgres://user@db.example/work?sslmode=verify-full.';

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host) || host === '';
}

function isEncrypted(url: URL): boolean {
  if (url.protocol === 'rediss:') return true;
  return ['require', 'verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? '');
}
