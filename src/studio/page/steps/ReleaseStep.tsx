/** The fifth step: attacks and measures in the background, the verdict, limits that change it, and the files. */

import { verdictTitle } from '../../../study/verdictWords.ts';
import { attack, choose } from '../actions.ts';
import { type Choices, COMPETITORS } from '../choices.ts';
import { pageWords } from '../pageWords.ts';
import { Downloads } from '../parts/Downloads.tsx';
import { JobButton } from '../parts/JobButton.tsx';
import { LevelTable } from '../parts/LevelTable.tsx';
import { Limits } from '../parts/Limits.tsx';
import { Step } from '../parts/Step.tsx';
import { busy, choices, fitted, isFitOld, isReady, partial, study, times } from '../state.ts';
import { duration } from '../words.ts';

const COMPETITOR_WORDS: Readonly<Record<(typeof COMPETITORS)[number], string>> = {
  independent: 'margins without any dependence',
  'cvine-paper': 'the paper’s generator',
  gaussian: 'a Gaussian vine',
  rvine: 'an R-vine',
};

export function ReleaseStep() {
  const { preset, compare, sensitive } = choices.value;
  const found = study.value;
  return (
    <Step
      name="release"
      title="Attack and release"
      about="Attacks synthetic tables at several levels, measures what they are good for, and says whether one may be released."
      jobs={['study', 'judge']}
    >
      <div class="bar">
        <label>
          Effort{' '}
          <select
            value={preset}
            onChange={(event) => choose({ preset: event.currentTarget.value as Choices['preset'] })}
          >
            <option value="quick">quick: a first look</option>
            <option value="standard">standard: for a decision</option>
            <option value="paper">paper: the paper’s sizes, long</option>
          </select>
        </label>
        <JobButton
          isPrimary={!found || isFitOld.value}
          isDisabled={!isReady.value || sensitive.length === 0}
          onClick={() => void attack()}
        >
          {found ? 'Attack again' : 'Attack'}
        </JobButton>
        {(!isReady.value || sensitive.length === 0) && (
          <span class="quiet">Choose a response and a sensitive column in step 2 first.</span>
        )}
        {times.value && sensitive.length > 0 && busy.value === null && (
          <span class="quiet">
            takes{' '}
            {duration(times.value.study + (fitted.value && !isFitOld.value ? 0 : times.value.fit))}
          </span>
        )}
      </div>
      <details>
        <summary>Compare with other generators ({compare.length})</summary>
        <div class="choices">
          {COMPETITORS.map((name) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={compare.includes(name)}
                onChange={(event) => {
                  const others = compare.filter((each) => each !== name);
                  choose({ compare: event.currentTarget.checked ? [...others, name] : others });
                }}
              />{' '}
              {name} <span class="quiet">{COMPETITOR_WORDS[name]}</span>
            </label>
          ))}
        </div>
      </details>
      {found && <Verdict />}
      <Limits />
      {(found || partial.value) && <LevelTable />}
      {!found && !partial.value && busy.value?.job !== 'study' && (
        <p class="empty">Nothing has been attacked yet.</p>
      )}
      {found && <Checks />}
      <Downloads />
    </Step>
  );
}

function Verdict() {
  const results = study.value?.results;
  if (!results) return null;
  const { word, why, sentences, against, model } = results.verdict;
  return (
    <>
      <div class={`verdict ${word}`}>
        <p class="word">{verdictTitle(word)}</p>
        <p>{pageWords(why)}</p>
      </div>
      <dl class="three">
        <div>
          <dt>Sensitive values</dt>
          <dd>{sentences.attribute}</dd>
        </div>
        <div>
          <dt>Members</dt>
          <dd>{sentences.membership}</dd>
        </div>
        <div>
          <dt>Use</dt>
          <dd>{sentences.use}</dd>
        </div>
        {results.promise && (
          <div>
            <dt>Differential privacy</dt>
            <dd>{results.promise.statement}</dd>
          </div>
        )}
        <div>
          <dt>The model file: {verdictTitle(model.word).toLowerCase()}</dt>
          <dd>{model.why}</dd>
        </div>
      </dl>
      {against.length > 0 && (
        <details>
          <summary>What speaks against it ({against.length})</summary>
          <ul>
            {against.map((words) => (
              <li key={words}>{pageWords(words)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Checks() {
  const results = study.value?.results;
  if (!results) return null;
  const { checks, notes } = results;
  return (
    <>
      <details>
        <summary>
          Checks of the synthetic table: {checks.filter(({ passed }) => passed).length} of{' '}
          {checks.length} passed
        </summary>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Check</th>
                <th scope="col">Passed</th>
                <th scope="col">Found</th>
                <th scope="col">Allowed</th>
                <th scope="col">What it says</th>
              </tr>
            </thead>
            <tbody>
              {checks.map(({ name, passed, found, allowed, note }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{passed ? 'yes' : 'no'}</td>
                  <td>{found}</td>
                  <td>{allowed ?? 'not judged'}</td>
                  <td>{note !== undefined && pageWords(note)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      {notes.length > 0 && (
        <details>
          <summary>Notes ({notes.length})</summary>
          <ul>
            {notes.map((note) => (
              <li key={note}>{pageWords(note)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
