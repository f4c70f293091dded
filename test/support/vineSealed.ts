import { keyOfPath, keyOfSeed } from '../../src/random/keyPath.ts';

/** The document of a vine, whatever it holds, with the checksum that fits it. */
export function vineSealed(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const { rows, order, partners, copulas, atoms } = json as Record<string, unknown>;
  const text = JSON.stringify([rows, order, partners, copulas, atoms]);
  const words = keyOfPath(keyOfSeed(0), ['tvinesynth-vine', 1, text]);
  const checksum = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  return { ...json, checksum };
}
