/** The order of the columns with reasons; a column is moved by dragging it, by its buttons, or by Alt and an arrow. */

import { useState } from 'preact/hooks';
import type { OrderedColumn } from '../../../order/covariateOrder.ts';
import { move, moveTo } from '../actions.ts';

export function OrderList({ columns }: { readonly columns: readonly OrderedColumn[] }) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return (
    <ol class="order">
      {columns.map(({ name, reason, role }, place) => (
        <li
          key={name}
          class={`${role}${over === name ? ' over' : ''}`}
          draggable={role !== 'response'}
          onDragStart={(event) => {
            // Firefox drags nothing that carries no data
            event.dataTransfer?.setData('text/plain', name);
            setDragged(name);
          }}
          onDragOver={(event) => {
            if (dragged === null || role === 'response') return;
            event.preventDefault();
            setOver(name);
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== null && role !== 'response') void moveTo(dragged, place);
            end();
          }}
          onDragEnd={end}
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
  );
}
