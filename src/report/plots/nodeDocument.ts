/** A document to draw in where there is no browser. In one, give its own document. */

import { parseHTML } from 'linkedom';

export function nodeDocument(): Document {
  return parseHTML('<!doctype html><html><body></body></html>').document;
}
