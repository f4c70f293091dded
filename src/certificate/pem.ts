/** Keys as text (RFC 7468): base64 in lines of 64 between two lines that say what it is. */

export function toPem(label: string, bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  const lines = text.match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** Nothing if there is no such block, or more than one. */
export function fromPem(label: string, text: string): Uint8Array<ArrayBuffer> | undefined {
  const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`];
  const parts = text.split(begin);
  if (parts.length !== 2) return undefined;
  const [body, ...rest] = parts[1].split(end);
  if (rest.length !== 1) return undefined;
  try {
    const plain = atob(body.replace(/\s/g, ''));
    return Uint8Array.from(plain, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
