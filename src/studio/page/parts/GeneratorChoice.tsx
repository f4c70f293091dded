/** Which vine: the one without noise, or the private one with its budget. */

import { choose } from '../actions.ts';
import type { Choices } from '../choices.ts';
import { busy, choices } from '../state.ts';

export function GeneratorChoice() {
  const { generator, epsilon } = choices.value;
  const isBusy = busy.value !== null;
  return (
    <>
      <div class="bar">
        <label>
          Generator{' '}
          <select
            value={generator}
            disabled={isBusy}
            onChange={(event) =>
              choose({ generator: event.currentTarget.value as Choices['generator'] })
            }
          >
            <option value="cvine">vine: protected by truncation, measured by attacks</option>
            <option value="dpvine">private vine: differential privacy, with noise</option>
          </select>
        </label>
        {generator === 'dpvine' && (
          <label>
            Epsilon{' '}
            <input
              type="number"
              min={0}
              step="any"
              value={epsilon}
              disabled={isBusy}
              onChange={(event) => {
                const value = event.currentTarget.valueAsNumber;
                if (value > 0 && Number.isFinite(value)) choose({ epsilon: value });
                else event.currentTarget.value = String(epsilon);
              }}
            />
          </label>
        )}
      </div>
      {generator === 'dpvine' && (
        <p class="quiet">
          The smaller epsilon, the more noise and the more private. Type and range or levels of
          every column must be declared in step 2, from what is known without the table. Its noise
          is secret and kept nowhere: the command gives another table, and{' '}
          <code>tvinesynth sample model.json</code> gives the same one again. The preview above is
          of the vine without noise.
        </p>
      )}
    </>
  );
}
