/** The files of a release, and certificates of others. */

import { hasSchema } from '../choices.ts';
import { commandText, optionsOf, SCHEMA_FILE, schemaText, settingsText } from '../command.ts';
import * as state from '../state.ts';
import { announce, during, theEngine } from './jobs.ts';

export async function makeFiles(): Promise<void> {
  const { value: choices } = state.choices;
  const name = state.source.value?.name ?? 'table.csv';
  const record = {
    date: today(),
    purpose: '',
    audience: '',
    command: commandText(name, choices),
    options: optionsOf(choices),
    settings: settingsText(name, choices),
    schema: hasSchema(choices.schema) ? { file: SCHEMA_FILE, text: schemaText(choices) } : null,
    key: state.signingKey.value,
  };
  const made = await during('release', 'files', () =>
    theEngine().api.files(record, state.isForced.value),
  );
  if (made) state.files.value = made;
}

/** What was made under another key goes. */
export function signWith(key: typeof state.signingKey.value): void {
  state.signingKey.value = key;
  state.files.value = null;
}

/** A certificate and the files that came with it; needs no table. */
export async function verify(given: readonly File[]): Promise<void> {
  if (given.length === 0) return;
  state.verified.value = null;
  const files = given.map((file) => ({ name: file.name, blob: file }));
  const found = await during('verify', 'verify', () => theEngine().api.verify(files));
  if (!found) return;
  state.verified.value = found;
  announce(found.passed ? 'The certificate is in order.' : 'The certificate is not in order.');
}

/** In the user's own time zone. */
function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
