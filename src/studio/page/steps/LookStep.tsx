/** The fourth step: fit once, then move the truncation and see the synthetic table beside the real one. */

import { choose, fit } from '../actions.ts';
import { curves, valueAt } from '../curves.ts';
import { pageWords } from '../pageWords.ts';
import { GeneratorChoice } from '../parts/GeneratorChoice.tsx';
import { JobButton } from '../parts/JobButton.tsx';
import { LevelMarks, MarksKey } from '../parts/LevelMarks.tsx';
import { Margins } from '../parts/Margins.tsx';
import { Nearness } from '../parts/Nearness.tsx';
import { PairView } from '../parts/PairView.tsx';
import { RiskCurve } from '../parts/RiskCurve.tsx';
import { Rows } from '../parts/Rows.tsx';
import { Step } from '../parts/Step.tsx';
import { TauMaps } from '../parts/TauMaps.tsx';
import {
  busy,
  choices,
  fitted,
  isFitOld,
  isReady,
  level,
  look,
  looks,
  pinned,
  study,
  times,
} from '../state.ts';
import { count, decimals, duration } from '../words.ts';

export function LookStep() {
  const info = fitted.value;
  return (
    <Step
      name="look"
      title="Fit and look"
      about="The vine is fitted once; every level is cut from that fit. Move the slider to see what a level keeps."
      jobs={['fit']}
    >
      <GeneratorChoice />
      <div class="bar">
        <JobButton
          isPrimary={!info || isFitOld.value}
          isDisabled={!isReady.value}
          onClick={() => void fit()}
        >
          {info ? 'Fit again' : 'Fit'}
        </JobButton>
        <label>
          Seed{' '}
          <input
            type="number"
            min={0}
            step={1}
            value={choices.value.seed}
            onChange={(event) => {
              const seed = event.currentTarget.valueAsNumber;
              if (Number.isSafeInteger(seed) && seed >= 0) choose({ seed });
              else event.currentTarget.value = String(choices.value.seed);
            }}
          />
        </label>
        {!isReady.value && <span class="quiet">Choose a response in step 2 first.</span>}
        {times.value && (!info || isFitOld.value) && busy.value === null && (
          <span class="quiet">takes {duration(times.value.fit)}</span>
        )}
        {isFitOld.value && <span class="warning">The choices have changed since this fit.</span>}
      </div>
      {info ? <Look /> : <p class="empty">There is no fit yet.</p>}
    </Step>
  );
}

function Look() {
  const info = fitted.value;
  if (!info) return null;
  const { rows, levels, cuts, notes } = info;
  const sampled = rows.shown < rows.train ? `, of which ${count(rows.shown)} are shown here` : '';
  return (
    <>
      <p class="quiet">
        Fitted to {count(rows.train)} rows{sampled}; {count(rows.test)} rows are held out to measure
        utility. {cuts}
      </p>
      <Slider />
      <MarksKey />
      {look.value ? (
        <>
          <div class="curves">
            {curves.value.map((curve) => (
              <RiskCurve key={curve.name} {...curve} level={level.value} />
            ))}
          </div>
          <p class="key quiet">
            <span class="sign theory" /> by theory <span class="sign measured" /> measured, with the
            upper end of its interval <span class="sign limit" /> the limit
          </p>
          <Margins />
          <TauMaps />
          <PairView />
          <h3>First synthetic rows at level {level.value}</h3>
          <Nearness look={look.value} />
          <Rows rows={look.value.rows} label={`Synthetic rows at level ${level.value}`} />
        </>
      ) : (
        <p class="empty">
          Drawing level {level.value} … ({looks.value.size} of {levels.length} levels are there)
        </p>
      )}
      {notes.length > 0 && (
        <details>
          <summary>Notes of the fit ({notes.length})</summary>
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

let frame = 0;

/** Moves within one frame are one. */
function moveTo(next: number): void {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    level.value = next;
  });
}

function Slider() {
  const info = fitted.value;
  if (!info) return null;
  const { levels, tMax } = info;
  const recommended = study.value?.results.recommended.truncation;
  const place = Math.max(0, levels.indexOf(level.value));
  const risks = curves.value.map(
    ({ name, points }) => `R² of ${name} about ${decimals(valueAt(points, level.value))} by theory`,
  );
  const name = level.value === 0 ? 'independent' : level.value === tMax ? 'all trees' : '';
  return (
    <div class="slider">
      <label for="level">
        Truncation level <output for="level">{level.value}</output>
        <span class="quiet">
          {' '}
          of {tMax}
          {name !== '' && ` · ${name}`}
          {recommended === level.value && ' · recommended'}
        </span>
      </label>
      <input
        id="level"
        type="range"
        min={0}
        max={levels.length - 1}
        step={1}
        value={place}
        aria-valuetext={[`level ${level.value} of ${tMax}`, ...risks].join(', ')}
        onInput={(event) => moveTo(levels[Number(event.currentTarget.value)])}
      />
      <LevelMarks />
      <div class="bar">
        <button type="button" onClick={() => (pinned.value = level.value)}>
          Compare with level {level.value}
        </button>
        {pinned.value !== null && (
          <button type="button" onClick={() => (pinned.value = null)}>
            Stop comparing with level {pinned.value}
          </button>
        )}
        {recommended !== undefined && recommended !== level.value && (
          <button type="button" onClick={() => moveTo(recommended)}>
            Go to the recommended level {recommended}
          </button>
        )}
      </div>
    </div>
  );
}
