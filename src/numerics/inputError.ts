/** What the user gave cannot be used; the message says what, where, what was found and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
