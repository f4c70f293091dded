/** certificate.json as it is read and written; `certificateSchema.ts` has the same as a check. */

export type FileRole = 'synthetic' | 'model' | 'report' | 'results' | 'settings' | 'schema';

type Judgement = 'safe' | 'unclear' | 'unsafe';
type VerdictWord = 'release' | 'release-with-care' | 'do-not-release' | 'first-look';
type OptionWord = string | number;

interface CertifiedInterval {
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly level: number;
}

/** A file that was read, by its digest under the salt that the data holder keeps. */
interface SaltedFile {
  readonly file: string | null;
  readonly hmac: string;
}

interface ReleasedFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface CertifiedAttack {
  readonly attacks: number;
  readonly rate: CertifiedInterval;
}

interface CertifiedRisk {
  readonly main: CertifiedAttack;
  readonly control: CertifiedAttack | null;
  readonly baseline: CertifiedAttack;
  readonly residual: CertifiedInterval | null;
  readonly beatsBaseline: boolean;
}

/** What is certified, before it is sealed. */
export interface CertificateContent {
  readonly format: 'tvinesynth-certificate';
  readonly version: 1;
  /** The version of tvinesynth. */
  readonly engine: string;
  readonly results: { readonly format: string; readonly version: number };
  /** `study`: of a program that called the library. */
  readonly command: 'run' | 'demo' | 'audit' | 'study';
  /** As in '2026-11-18'. */
  readonly date: string | null;
  readonly seed: number;
  readonly preset: string | null;
  /** Of the command line, by name; files without their folders. None of a program. */
  readonly options: Readonly<
    Record<string, OptionWord | boolean | readonly OptionWord[] | Readonly<Record<string, number>>>
  >;
  readonly input: {
    readonly rows: number;
    readonly columns: number;
    readonly table: SaltedFile | null;
    readonly test: SaltedFile | null;
    readonly schema: SaltedFile | null;
  };
  readonly verdict: {
    readonly word: VerdictWord;
    readonly why: string;
    readonly truncation: number | null;
    readonly sentences: {
      readonly attribute: string;
      readonly membership: string;
      readonly use: string;
    };
    readonly against: readonly string[];
    readonly model: { readonly word: VerdictWord; readonly why: string } | null;
    readonly forced: boolean;
  };
  readonly limits: readonly {
    readonly risk: string;
    readonly value: number | null;
    readonly words: string;
  }[];
  readonly judged: {
    readonly judged: Judgement;
    readonly figures: readonly {
      readonly risk: string;
      readonly of: string | null;
      readonly figure: CertifiedInterval;
      readonly limit: number;
      readonly judged: Judgement;
      readonly words: string;
    }[];
  };
  readonly checks: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly found: number | null;
    readonly allowed: number | null;
  }[];
  readonly threeRisks: {
    readonly singlingOut: {
      readonly univariate: CertifiedRisk | null;
      readonly multivariate: CertifiedRisk | null;
    };
    readonly linkability:
      | (CertifiedRisk & { readonly known: readonly (readonly string[])[] })
      | null;
    readonly inference: readonly (CertifiedRisk & {
      readonly name: string;
      readonly known: readonly string[];
    })[];
  } | null;
  /** Of a differentially private generator. */
  readonly promise: {
    readonly generator: string;
    readonly epsilon: number;
    readonly delta: number;
    readonly neighbours: string;
    readonly holds: boolean;
    readonly statement: string;
    readonly covered: readonly string[];
    readonly notCovered: readonly string[];
  } | null;
  readonly files: { readonly [Role in FileRole]?: ReleasedFile | undefined };
}

export interface Certificate extends CertificateContent {
  readonly checksum: string;
  readonly signature: {
    readonly algorithm: 'Ed25519';
    readonly publicKey: string;
    readonly value: string;
  } | null;
}
