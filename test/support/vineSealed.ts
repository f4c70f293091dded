import { keyOfPath, keyOfSeed } from '../../src/random/keyPath.ts';

/** The document of a vine, whatever it holds, with the checksum that fits it. */
export function vineSealed(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const { version, rows, order, partners, copulas, atoms, groups } = json as Record<
    string,
    unknown
  >;
  const parts = [rows, order, partners, copulas, atoms, ...(groups ? [groups] : [])];
  const known = version === 1 || version === 2 ? version : 1;
  const words = keyOfPath(keyOfSeed(0), ['tvinesynth-vine', known, JSON.stringify(parts)]);
  const checksum = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  return { ...json, checksum };
}
