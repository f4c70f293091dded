/** The third step: the order of the columns with its reasons, and what an attacker would get, by theory alone. */

import type { CovariateOrder } from '../../../order/covariateOrder.ts';
import { choose, previewOrder } from '../actions.ts';
import type { Choices } from '../choices.ts';
import { curves } from '../curves.ts';
import { pageWords } from '../pageWords.ts';
import { OrderList } from '../parts/OrderList.tsx';
import { RiskCurve } from '../parts/RiskCurve.tsx';
import { Step } from '../parts/Step.tsx';
import { busy, choices, isReady, order } from '../state.ts';
import { ofRows } from '../words.ts';

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
      {found.rows.used < found.rows.all && (
        <p class="note">
          Of{ofRows(found.rows, ' ')}, taken evenly, so that it is here at once. The fit takes all
          rows, and its figures then take the place of these.
        </p>
      )}
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
      {curves.value.length > 0 && <p class="quiet">{firstTree(found.order)}</p>}
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
          tree, is last. Drag a column, or move it with its buttons or with Alt and an arrow key.{' '}
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
        <OrderList columns={columns} />
      </details>
      {[...found.notes, ...(found.preview?.notes ?? [])].map((note) => (
        <p class="note" key={note}>
          {pageWords(note)}
        </p>
      ))}
    </Step>
  );
}

/** The first tree that joins sensitive columns with one that tells of them. */
function firstTree({ columns, K }: CovariateOrder): string {
  const centres = columns.flatMap(({ name, role, centreOfTree }) =>
    role === 'related' && centreOfTree !== null ? [{ name, tree: centreOfTree }] : [],
  );
  if (centres.length === 0) {
    return 'No other column is so closely associated with a sensitive one that it is cut together with it.';
  }
  const [first] = centres.sort((a, b) => a.tree - b.tree);
  const own = K.find(({ name }) => name === first.name);
  const pair = own ? `${own.sensitive} with ${first.name}` : first.name;
  return `The first tree that joins a sensitive column with one closely associated with it is tree ${first.tree}: ${pair}. Levels from ${first.tree} on keep that.`;
}
