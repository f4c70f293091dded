/** The first step: a file is dropped or chosen, or an example taken. */

import { useState } from 'preact/hooks';
import {
  readDemo,
  readFile,
  readPasted,
  readPatients,
  rememberChoices,
  showHead,
} from '../actions.ts';
import { DownloadLink, useDrop } from '../parts/files.tsx';
import { Rows } from '../parts/Rows.tsx';
import { Step } from '../parts/Step.tsx';
import { busy, head, pasted, remember, table } from '../state.ts';
import { bytes, count } from '../words.ts';

export function TableStep() {
  const info = table.value;
  return (
    <Step
      name="table"
      title={info ? info.name : 'Choose a table'}
      {...(!info && {
        about:
          'Make a synthetic table from one that you may not share, and see what it gives away. Everything is computed in this tab; the file is not sent anywhere.',
      })}
      jobs={['read']}
    >
      {info && (
        <>
          <p class="facts">
            <b>{count(info.rows)}</b> rows · <b>{count(info.columns)}</b> columns ·{' '}
            {bytes(info.bytes)} ({bytes(info.memory)} in memory) · {info.format}
          </p>
          {info.notes.map((note) => (
            <p class="note" key={note}>
              {note}
            </p>
          ))}
          {pasted.value && (
            <div class="bar">
              <DownloadLink name={info.name} bytes={pasted.value} />
              <span class="quiet">what was pasted, as a file for the command line</span>
            </div>
          )}
          <details onToggle={(event) => event.currentTarget.open && void showHead()}>
            <summary>Show the first rows (the screen then shows real people)</summary>
            {head.value && <Rows rows={head.value} label="First rows of the real table" />}
          </details>
        </>
      )}
      <Picker isSmall={info !== null} />
      <Paste />
    </Step>
  );
}

function Picker({ isSmall }: { readonly isSmall: boolean }) {
  const take = (file: File | undefined) => {
    if (file) void readFile(file, file.name);
  };
  const { isOver, events } = useDrop(([file]) => take(file));
  return (
    <fieldset
      aria-label="Choose a table"
      class={`picker${isOver ? ' over' : ''}${isSmall ? ' small' : ''}`}
      {...events}
    >
      <label class="button primary">
        {isSmall ? 'Choose another file' : 'Choose a file'}
        <input
          type="file"
          class="unseen"
          accept=".csv,.tsv,.txt,.gz,.parquet,.xlsx"
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </label>
      {!isSmall && (
        <p>
          or drop it here: CSV, TSV, gzipped text, Parquet or Excel, with the names of the columns
          in the first line
        </p>
      )}
      {isSmall ? (
        <label class="check">
          <input
            type="checkbox"
            checked={remember.value}
            onChange={(event) => rememberChoices(event.currentTarget.checked)}
          />{' '}
          Remember my choices for this file on this computer (never its cells)
        </label>
      ) : (
        <p class="try">
          No table at hand? Try{' '}
          <button type="button" class="link" disabled={busy.value !== null} onClick={readPatients}>
            240 invented patients
          </button>{' '}
          or{' '}
          <button type="button" class="link" disabled={busy.value !== null} onClick={readDemo}>
            the paper’s simulated data
          </button>
          .
        </p>
      )}
    </fieldset>
  );
}

function Paste() {
  const [text, setText] = useState('');
  return (
    <details>
      <summary>Paste a table</summary>
      <label class="wide">
        From a spreadsheet or a text file, with the names of the columns in the first line
        <textarea rows={5} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button
        type="button"
        disabled={text.trim() === '' || busy.value !== null}
        onClick={() => {
          void readPasted(text);
          setText('');
        }}
      >
        Read it
      </button>
    </details>
  );
}
