/**
 * A document with a format, a version and a checksum, which whoever reads it checks: one that is cut
 * off, altered or of another version is refused.
 *
 * The checksum is SHA-256 over the document without it, as `JSON.stringify` writes it. It finds
 * accidents and careless edits; it is no signature, and so what is inside is checked as well.
 */

import { InputError } from '../numerics/inputError.ts';
import { type Check, faultText, shown } from './check.ts';
import { sha256 } from './sha256.ts';

/** What begins a document, and what errors call it. */
export interface DocumentHead<Format extends string = string, Version extends number = number> {
  readonly what: 'Certificate' | 'Model file' | 'Saved generator' | 'Vine file';
  readonly format: Format;
  readonly version: Version;
  /** Versions before it that are read as well. */
  readonly earlier?: readonly number[];
}

/** What a document has besides its content. */
export interface Seal<Format extends string = string, Version extends number = number> {
  readonly format: Format;
  readonly version: Version;
  readonly checksum: string;
}

/** The document of a content. */
export function sealed<Content extends object, Format extends string, Version extends number>(
  { format, version }: DocumentHead<Format, Version>,
  content: Content,
): Content & Seal<Format, Version> {
  const whole = { format, version, ...content };
  return { ...whole, checksum: checksumOf(JSON.stringify(whole)) };
}

/** The content of a document that `sealed` made; anything else is refused with the reason. */
export function unsealed(head: DocumentHead, saved: unknown): Record<string, unknown> {
  const { checksum, ...whole } = headed(head, saved);
  let text: string;
  try {
    text = JSON.stringify(whole);
  } catch {
    // lists within lists, deeper than the language follows
    throw damaged(head.what, 'it is nested too deep');
  }
  if (checksum !== checksumOf(text)) throw damaged(head.what, 'its checksum does not match');
  const { format: _, version: __, ...content } = whole;
  return content;
}

/** A document of the right format and version, whose checksum is not looked at. */
export function headed(
  { what, format, version, earlier = [] }: DocumentHead,
  saved: unknown,
): Record<string, unknown> {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) {
    throw damaged(what, 'it is no JSON object');
  }
  const whole = saved as Record<string, unknown>;
  if (whole.format !== format) throw damaged(what, `its format is not '${format}'`);
  const read = [...earlier, version];
  if (!read.includes(whole.version as number)) {
    const versions = `version${earlier.length > 0 ? 's' : ''} ${read.join(', ')}`;
    throw new InputError(
      `${what}: its version is ${shown(whole.version)}, but this engine reads ${versions}. Use the engine that wrote it.`,
    );
  }
  return whole;
}

/** Refuses a content with the part of it that is wrong. */
export function refuseFaults(what: DocumentHead['what'], content: unknown, check: Check): void {
  const found = check(content);
  if (found) throw damaged(what, faultText(found));
}

export function damaged(what: DocumentHead['what'], reason: string): InputError {
  return new InputError(`${what}: it is damaged or was not written by this engine: ${reason}.`);
}

function checksumOf(text: string): string {
  return sha256(new TextEncoder().encode(text));
}
