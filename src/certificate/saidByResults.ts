/** What a certificate of these results must say of them; nothing if they are no results. */

import type { Audit } from '../audit/audit.ts';
import type { StudyResults } from '../study/results.ts';
import type { CertificateContent } from './certificate.ts';
import { certifyAudit, certifyStudy, NO_CIRCUMSTANCES } from './certify.ts';

export type Said = Pick<
  CertificateContent,
  | 'results'
  | 'seed'
  | 'preset'
  | 'verdict'
  | 'limits'
  | 'judged'
  | 'checks'
  | 'threeRisks'
  | 'promise'
>;

export function saidByResults(document: unknown): Partial<CertificateContent> | undefined {
  try {
    const { format } = document as { format?: unknown };
    return pick(
      format === 'tvinesynth-audit'
        ? certifyAudit(document as Audit, NO_CIRCUMSTANCES)
        : certifyStudy(document as StudyResults, NO_CIRCUMSTANCES),
    );
  } catch {
    // a document from anybody may lack any part
    return undefined;
  }
}

function pick(content: CertificateContent): Said {
  const { results, seed, preset, verdict, limits, judged, checks, threeRisks, promise } = content;
  return { results, seed, preset, verdict, limits, judged, checks, threeRisks, promise };
}
