/**
 * What a stranger can check of a certificate: that it is unchanged, whose signature it bears, that the files
 * are those that were certified, and that the verdict follows from figures and limits.
 */

import { canonicalJson } from './canonicalJson.ts';
import type { Certificate, CertificateContent, FileRole } from './certificate.ts';
import { type Finding, failed, notChecked, passed } from './finding.ts';
import { fingerprintOf, isSignedBy } from './keys.ts';
import { limitsKept } from './limitsKept.ts';
import { readCertificate } from './readCertificate.ts';
import { saidByResults } from './saidByResults.ts';
import { signedBytes } from './sealCertificate.ts';

export interface Evidence {
  /** The bytes of certificate.json. */
  readonly certificate: Uint8Array;
  /** Files that are at hand, by role. */
  readonly files?: Partial<Record<FileRole, FileDigest>>;
  /** The document in results.json, if it is at hand. */
  readonly results?: unknown;
  /** The key that must have signed it, 64 hexadecimal digits. */
  readonly publicKey?: string | undefined;
  /** Whether 'release with care' is not enough. */
  readonly strict?: boolean;
}

export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

export interface Verification {
  /** Whether nothing failed. */
  readonly passed: boolean;
  /** Nothing if it could not be read. */
  readonly certificate: Certificate | undefined;
  readonly findings: readonly Finding[];
}

/** const { passed, findings } = await verifyCertificate({ certificate: bytes, files: { synthetic } }); */
export async function verifyCertificate(evidence: Evidence): Promise<Verification> {
  const { certificate, fault } = readCertificate(evidence.certificate);
  if (!certificate || fault !== undefined) {
    const words = `The certificate cannot be relied on: ${fault}.`;
    return { passed: false, certificate, findings: [failed('certificate', words)] };
  }
  const findings = [
    passed('certificate', `Unchanged since it was written by tvinesynth ${certificate.engine}.`),
    await signatureOf(certificate, evidence.publicKey),
    ...filesOf(certificate, evidence),
    ...limitsKept(certificate),
    verdictOf(certificate, evidence.strict ?? false),
  ];
  return { passed: findings.every(({ outcome }) => outcome !== 'failed'), certificate, findings };
}

async function signatureOf(certificate: Certificate, wanted?: string): Promise<Finding> {
  const { signature, ...summed } = certificate;
  if (!signature) {
    return wanted === undefined
      ? notChecked(
          'signature',
          'Not signed: anybody could have written this certificate. Ask for a signed one.',
        )
      : failed('signature', 'The certificate is not signed, but a public key was given.');
  }
  const { publicKey, value } = signature;
  if (!(await isSignedBy(publicKey, value, signedBytes(summed)))) {
    return failed('signature', 'The signature does not belong to this certificate.');
  }
  const who = `key ${fingerprintOf(publicKey)}`;
  if (wanted === undefined) {
    return notChecked(
      'signature',
      `Signed by ${who}. Whose key that is cannot be told from here: give the public key of whom you trust.`,
    );
  }
  return publicKey === wanted
    ? passed('signature', `Signed by the key that was given (${who}).`)
    : failed('signature', `Signed by ${who}, not by the key that was given.`);
}

const NAMES: Readonly<Record<FileRole, string>> = {
  synthetic: 'Synthetic table',
  model: 'Model',
  report: 'Report',
  results: 'Results',
  settings: 'Settings',
  schema: 'Schema',
};

function filesOf(certificate: Certificate, { files = {}, results }: Evidence): Finding[] {
  const roles = Object.keys(NAMES) as FileRole[];
  const found = roles.flatMap((role): Finding[] => {
    const [entry, own] = [certificate.files[role], files[role]];
    if (!entry) {
      return own && role === 'synthetic'
        ? [failed(role, 'No synthetic table was released with this certificate.')]
        : [];
    }
    if (!own) return [notChecked(role, `${NAMES[role]}: ${entry.file} is not at hand.`)];
    return [
      own.sha256 === entry.sha256 && own.bytes === entry.bytes
        ? passed(role, `${NAMES[role]}: ${entry.file} is the file that was certified.`)
        : failed(role, `${NAMES[role]}: this is not the ${entry.file} that was certified.`),
    ];
  });
  const isSame = files.results?.sha256 === certificate.files.results?.sha256;
  return results !== undefined && isSame ? [...found, figuresOf(certificate, results)] : found;
}

/** The figures of the certificate are those of the results that it names. */
function figuresOf(certificate: Certificate, results: unknown): Finding {
  const said = saidByResults(results);
  const isSame =
    said !== undefined &&
    (Object.keys(said) as (keyof CertificateContent)[]).every(
      (part) => canonicalJson(said[part]) === canonicalJson(certificate[part]),
    );
  return isSame
    ? passed('figures', 'Verdict, limits and figures are those of results.json.')
    : failed('figures', 'Verdict, limits or figures are not those of results.json.');
}

function verdictOf({ verdict: { word, why } }: Certificate, strict: boolean): Finding {
  if (word === 'release') return passed('verdict', `Release. ${why}`);
  if (word === 'release-with-care') {
    const words = `Release with care. ${why}`;
    return strict ? failed('verdict', words) : passed('verdict', words);
  }
  return word === 'first-look'
    ? failed('verdict', `A first look, which is no verdict. ${why}`)
    : failed('verdict', `Do not release. ${why}`);
}
