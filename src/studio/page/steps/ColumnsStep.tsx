/** The second step: what each column was taken for and why, each to overrule, and its role. */

import { useState } from 'preact/hooks';
import { COLUMN_TYPES } from '../../../table/schema.ts';
import type { ColumnInfo } from '../../engine/protocol.ts';
import {
  chooseRole,
  declareSchema,
  describeColumns,
  overrule,
  type Role,
  readSettings,
} from '../actions.ts';
import { hasSchema } from '../choices.ts';
import { SCHEMA_FILE } from '../command.ts';
import { pageWords } from '../pageWords.ts';
import { Bars } from '../parts/Bars.tsx';
import { Declare } from '../parts/Declare.tsx';
import { DownloadLink, TextFileButton } from '../parts/files.tsx';
import { Relations } from '../parts/Relations.tsx';
import { Step } from '../parts/Step.tsx';
import { busy, choices, columns } from '../state.ts';
import { count, percent } from '../words.ts';

/** Columns on one page of the list. */
const PAGE = 50;

export function ColumnsStep() {
  const [filter, setFilter] = useState('');
  const [page, setPage] = useState(0);
  const [order, setOrder] = useState<Order>('look');
  const info = columns.value;
  if (!info) {
    return (
      <Step name="columns" title="Columns" jobs={['columns']}>
        {busy.value === null && (
          <button type="button" onClick={() => void describeColumns()}>
            Look at the columns
          </button>
        )}
      </Step>
    );
  }
  const found = sorted(info.columns, order).filter(({ name, type }) =>
    `${name} ${type}`.toLowerCase().includes(filter.trim().toLowerCase()),
  );
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const at = Math.min(page, pages - 1);
  const { response, sensitive, schema, leaveOut } = choices.value;
  return (
    <Step
      name="columns"
      title="Columns"
      about="Check what was understood. Choose the response, which the others are to predict, and the sensitive columns, which an attacker must not be able to guess."
      jobs={['columns', 'read']}
    >
      {info.warnings.map((warning) => (
        <p class="note" key={warning}>
          {pageWords(warning)}
        </p>
      ))}
      <p class="facts" aria-live="polite">
        Response: <b>{response ?? 'none yet'}</b> · Sensitive:{' '}
        <b>{sensitive.length > 0 ? sensitive.join(', ') : 'none yet'}</b>
        {leaveOut.length > 0 && (
          <>
            {' '}
            · Left out: <b>{leaveOut.join(', ')}</b>
          </>
        )}
      </p>
      <div class="bar">
        {info.columns.length > 8 && (
          <>
            <label>
              Filter{' '}
              <input
                type="search"
                value={filter}
                onInput={(event) => setFilter(event.currentTarget.value)}
              />
            </label>
            <label>
              Sort{' '}
              <select
                value={order}
                onChange={(event) => setOrder(event.currentTarget.value as Order)}
              >
                {Object.entries(ORDERS).map(([each, words]) => (
                  <option key={each} value={each}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
          </>
        )}
        <TextFileButton label="Open schema.json" onText={declareSchema} />
        <TextFileButton label="Open settings.json" onText={readSettings} />
        {hasSchema(schema) && (
          <DownloadLink
            name={SCHEMA_FILE}
            bytes={new TextEncoder().encode(`${JSON.stringify(schema, null, 2)}\n`)}
          />
        )}
      </div>
      <table class="columns labelled">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Taken for</th>
            <th scope="col">Values</th>
            <th scope="col">Missing</th>
            <th scope="col">Role</th>
          </tr>
        </thead>
        <tbody>
          {found.slice(at * PAGE, (at + 1) * PAGE).map((column) => (
            <ColumnRow key={column.name} column={column} />
          ))}
        </tbody>
      </table>
      {found.length === 0 && <p class="quiet">No column matches “{filter}”.</p>}
      {pages > 1 && (
        <div class="bar">
          <button type="button" disabled={at === 0} onClick={() => setPage(at - 1)}>
            Previous
          </button>
          <span>
            Columns {at * PAGE + 1} to {Math.min(found.length, (at + 1) * PAGE)} of {found.length}
          </span>
          <button type="button" disabled={at === pages - 1} onClick={() => setPage(at + 1)}>
            Next
          </button>
        </div>
      )}
      <Relations info={info} />
    </Step>
  );
}

const ORDERS = {
  look: 'those to look at first',
  table: 'as in the table',
  name: 'by name',
  type: 'by type',
  missing: 'by missing values',
} as const;

type Order = keyof typeof ORDERS;

const isOdd = ({ warnings, suspected = [], identity }: ColumnInfo) =>
  warnings.length > 0 || suspected.length > 0 || identity !== undefined;

/** Sorting is stable: what is equal stays as in the table. */
function sorted(found: readonly ColumnInfo[], order: Order): ColumnInfo[] {
  const by: Readonly<Record<Order, (a: ColumnInfo, b: ColumnInfo) => number>> = {
    look: (a, b) => Number(isOdd(b)) - Number(isOdd(a)),
    table: () => 0,
    name: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
    type: (a, b) => COLUMN_TYPES.indexOf(a.type) - COLUMN_TYPES.indexOf(b.type),
    missing: (a, b) => b.missing - a.missing,
  };
  return [...found].sort(by[order]);
}

function ColumnRow({ column }: { readonly column: ColumnInfo }) {
  const { name, type, reason, missing, missingShare, warnings, suspected = [] } = column;
  const { schema, response, sensitive, leaveOut } = choices.value;
  const declared = schema.columns?.[name];
  const isModelled = type !== 'identifier' && type !== 'text' && !column.constant;
  const role = leaveOut.includes(name)
    ? 'left'
    : response === name
      ? 'response'
      : sensitive.includes(name)
        ? 'sensitive'
        : 'none';
  return (
    <tr class={role}>
      <th scope="row">{name}</th>
      <td data-label="Taken for">
        <select
          aria-label={`Type of ${name}`}
          value={type}
          onChange={(event) => void overrule(name, { type: event.currentTarget.value })}
        >
          {COLUMN_TYPES.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
        {declared && (
          <button type="button" class="link" onClick={() => void overrule(name, null)}>
            as detected
          </button>
        )}
        <div class="quiet reason">{reason}</div>
        {warnings.filter(isOwnWarning).map((warning) => (
          <div class="warning" key={warning}>
            {pageWords(warning)}
          </div>
        ))}
        {suspected.map(({ code, rows, why }) => (
          <div class="warning" key={code}>
            {code} may stand for missing ({count(rows)} rows; {why}).{' '}
            <button
              type="button"
              class="link"
              onClick={() =>
                void overrule(name, {
                  missing: [...((declared?.missing as string[] | undefined) ?? []), code],
                })
              }
            >
              Take it as missing
            </button>
          </div>
        ))}
      </td>
      <td data-label="Values">
        <Bars bins={column.bins} label={`Distribution of ${name}`} />
        <div class="quiet">{valuesOf(column)}</div>
        <Declare key={JSON.stringify(declared)} column={column} declared={declared ?? {}} />
      </td>
      <td data-label="Missing">{missing > 0 ? percent(missingShare) : 'none'}</td>
      <td data-label="Role">
        <select
          aria-label={`Role of ${name}`}
          value={role}
          onChange={(event) => void chooseRole(name, event.currentTarget.value as Role)}
        >
          <option value="none">–</option>
          <option value="response" disabled={!isModelled}>
            response
          </option>
          <option value="sensitive" disabled={!isModelled}>
            sensitive
          </option>
          <option value="left">leave out</option>
        </select>
      </td>
    </tr>
  );
}

/** Codes that may stand for missing values have lines of their own, with a button. */
function isOwnWarning(warning: string): boolean {
  return !/^is .* a code for missing values\?/.test(warning);
}

function valuesOf({ range, levels, rareLevels, distinct, type }: ColumnInfo): string {
  if (range) return `${range.from} to ${range.to}`;
  if (levels && levels.length > 0) {
    const shown = levels.slice(0, 4).map(({ level }) => level);
    const more = levels.length > 4 || rareLevels ? ', …' : '';
    return `${shown.join(', ')}${more}`;
  }
  return type === 'identifier' ? 'new ones are invented' : `${count(distinct)} different`;
}
