/** The third step: the order of the columns with its reasons, and what an attacker would get, by theory alone. */

import { choose, move, previewOrder } from '../actions.ts';
import type { Choices } from '../choices.ts';
import { curves } from '../curves.ts';
import { RiskCurve } from '../parts/RiskCurve.tsx';
import { Step } from '../parts/Step.tsx';
import { busy, choices, isReady, order } from '../state.ts';

export function PreviewStep() {
  const found = order.value;
  if (!isReady.value || !found) {
    return (
      <Step name="preview" title="Preview" jobs={['order']}>
        <p class="empty">
          {busy.value?.job === 'order'
            ? 'Ordering the columns …'
            : 'Choose a response and at least one sensitive column, and this shows what an attacker would learn at every truncation level, before anything is fitted.'}
        </p>
        {isReady.value && busy.value === null && (
          <button type="button" onClick={() => void previewOrder()}>
            Preview
          </button>
        )}
      </Step>
    );
  }
  const { columns } = found.order;
  return (
    <Step
      name="preview"
      title="Preview"
      about="Computed from correlations alone, as if all dependence were Gaussian; nothing is fitted yet. The more trees a level keeps, the more useful the table and the more an attacker learns."
      jobs={['order']}
    >
      {curves.value.length === 0 ? (
        <p class="empty">
          {choices.value.sensitive.length === 0
            ? 'Choose a sensitive column to see what an attacker would learn of it.'
            : 'There is no preview for these columns.'}
        </p>
      ) : (
        <div class="curves">
          {curves.value.map((curve) => (
            <RiskCurve key={curve.name} {...curve} measured={[]} />
          ))}
        </div>
      )}
      <p class="key quiet">
        <span class="sign theory" /> by theory <span class="sign limit" /> the limit
      </p>
      <div class="bar">
        <label>
          A level cuts{' '}
          <select
            value={choices.value.protect}
            onChange={(event) => {
              choose({ protect: event.currentTarget.value as Choices['protect'], order: null });
              void previewOrder();
            }}
          >
            <option value="related">sensitive columns and those related to them</option>
            <option value="sensitive">sensitive columns alone</option>
            <option value="table">all columns, as in the paper</option>
          </select>
        </label>
      </div>
      <details>
        <summary>Order of the columns, with reasons ({columns.length})</summary>
        <p class="quiet">
          The first enter the vine last and are cut first; the response, the centre of the first
          tree, is last. Move a column with its buttons, or with Alt and an arrow key.{' '}
          {choices.value.order && (
            <button
              type="button"
              class="link"
              onClick={() => {
                choose({ order: null });
                void previewOrder();
              }}
            >
              Order them automatically again
            </button>
          )}
        </p>
        <ol class="order">
          {columns.map(({ name, reason, role }) => (
            <li
              key={name}
              class={role}
              onKeyDown={(event) => {
                if (!event.altKey || !event.key.startsWith('Arrow')) return;
                event.preventDefault();
                void move(name, event.key === 'ArrowUp' ? -1 : 1);
              }}
            >
              <b>{name}</b> <span class="quiet">{reason}</span>
              {role !== 'response' && (
                <span class="moves">
                  <button
                    type="button"
                    aria-label={`Move ${name} up`}
                    onClick={() => void move(name, -1)}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    aria-label={`Move ${name} down`}
                    onClick={() => void move(name, 1)}
                  >
                    ↓
                  </button>
                </span>
              )}
            </li>
          ))}
        </ol>
      </details>
      {[...found.notes, ...(found.preview?.notes ?? [])].map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
    </Step>
  );
}
