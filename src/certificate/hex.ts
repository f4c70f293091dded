/** Bytes as hexadecimal digits in lower case: one way to write them, so that no altered digit goes unnoticed. */

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Nothing unless it is so many bytes in that form. */
export function fromHex(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) return undefined;
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}
