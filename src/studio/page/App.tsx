/** The page: five steps, one below the other, with a rail that says how far one is. */

import { ENGINE_VERSION } from '../../model/engine.ts';
import { Footer } from './Footer.tsx';
import { announced, done, type StepName, table } from './state.ts';
import { ColumnsStep } from './steps/ColumnsStep.tsx';
import { LookStep } from './steps/LookStep.tsx';
import { PreviewStep } from './steps/PreviewStep.tsx';
import { ReleaseStep } from './steps/ReleaseStep.tsx';
import { TableStep } from './steps/TableStep.tsx';
import { VerifyStep } from './steps/VerifyStep.tsx';

const STEPS: readonly { readonly name: StepName; readonly title: string }[] = [
  { name: 'table', title: 'Table' },
  { name: 'columns', title: 'Columns' },
  { name: 'preview', title: 'Preview' },
  { name: 'look', title: 'Fit and look' },
  { name: 'release', title: 'Attack and release' },
];

export function App() {
  return (
    <>
      <a class="skip" href="#step-table">
        Skip to the steps
      </a>
      <header class="top">
        <h1>
          TVineSynth <span>studio</span>
        </h1>
        <p class="quiet">Nothing leaves this page · engine {ENGINE_VERSION}</p>
      </header>
      <div class="frame">
        <nav class="rail" aria-label="Steps">
          <ol>
            {STEPS.map(({ name, title }, place) => (
              <li key={name} class={done.value[name] ? 'done' : ''}>
                <a href={`#step-${name}`}>
                  <span class="number" aria-hidden="true">
                    {done.value[name] ? '✓' : place + 1}
                  </span>
                  {title}
                  {done.value[name] && <span class="unseen"> (done)</span>}
                </a>
              </li>
            ))}
            <li class="apart">
              <a href="#step-verify">Verify a certificate</a>
            </li>
          </ol>
        </nav>
        <main>
          <TableStep />
          {table.value && (
            <>
              <ColumnsStep />
              <PreviewStep />
              <LookStep />
              <ReleaseStep />
            </>
          )}
          <VerifyStep />
        </main>
      </div>
      <Footer />
      <div class="unseen" role="status" aria-live="polite">
        {announced.value}
      </div>
    </>
  );
}
