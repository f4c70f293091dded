/** For whoever is given a release: a certificate and its files, and what can be checked of them. */

import { verdictTitle } from '../../../study/verdictWords.ts';
import type { VerifyInfo } from '../../engine/protocol.ts';
import { verify } from '../actions.ts';
import { FileDrop } from '../parts/files.tsx';
import { Step } from '../parts/Step.tsx';
import { busy, verified } from '../state.ts';

const OUTCOMES = { passed: 'passed', failed: 'failed', 'not-checked': 'not checked' } as const;

export function VerifyStep() {
  const found = verified.value;
  return (
    <Step
      name="verify"
      title="Verify a certificate"
      about="For whoever is given a synthetic table: that its certificate is unchanged and signed, and that the files are those it is about. Needs no real table."
      jobs={['verify']}
    >
      <FileDrop
        label="Choose a certificate and its files"
        hint="or drop certificate.json here, together with the synthetic table, the other files of the study, and the public key (.pem) of whoever signed it"
        isDisabled={busy.value !== null}
        onFiles={(files) => void verify(files)}
      />
      {found && (
        <>
          <div class={`verdict ${summaryOf(found).look}`}>
            <p class="word">
              {found.file} {summaryOf(found).words}
            </p>
            {found.verdict && (
              <p>
                It certifies: {verdictTitle(found.verdict.word as never).toLowerCase()}.{' '}
                {found.verdict.why}
              </p>
            )}
          </div>
          <div class="scroll">
            <table class="findings">
              <thead>
                <tr>
                  <th scope="col">Check</th>
                  <th scope="col">Outcome</th>
                  <th scope="col">What was found</th>
                </tr>
              </thead>
              <tbody>
                {found.findings.map(({ check, outcome, words }) => (
                  <tr key={check} class={outcome}>
                    <th scope="row">{check}</th>
                    <td>{OUTCOMES[outcome]}</td>
                    <td>{words}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {found.unknown.length > 0 && (
            <p class="note">The certificate says nothing of {found.unknown.join(', ')}.</p>
          )}
          <p class="quiet">
            With the real table and the salt, <code>tvinesynth verify --real</code> also measures
            again and compares every figure.
          </p>
        </>
      )}
    </Step>
  );
}

/** A certificate may be genuine, and say that nothing should be released. */
function summaryOf({ passed, findings }: VerifyInfo) {
  if (passed) return { look: 'release', words: 'is in order' };
  const failed = findings.filter(({ outcome }) => outcome === 'failed');
  return failed.every(({ check }) => check === 'verdict')
    ? { look: 'release-with-care', words: 'is genuine, but its verdict is not to release' }
    : { look: 'do-not-release', words: 'is not in order' };
}
