/** What holds between columns: what was found and what a fit keeps of it, each to overrule, and rules of one's own. */

import { useState } from 'preact/hooks';
import type { ColumnsInfo } from '../../engine/protocol.ts';
import { chooseRules, declare } from '../actions.ts';
import type { Choices } from '../choices.ts';
import { type RelationLine, relationLines, withTypedRule } from '../relations.ts';
import { choices } from '../state.ts';
import { count, ofRows } from '../words.ts';

/** Lines that are listed. */
const MOST = 100;

const STATES: Readonly<Record<RelationLine['state'], string>> = {
  kept: 'kept',
  declared: 'kept, as declared',
  refused: 'not kept, as declared',
  'not kept': 'not kept',
};

export function Relations({
  info: { relations, rows, columns, ruleNotes },
}: {
  readonly info: ColumnsInfo;
}) {
  const { schema, rules, leaveOut, sensitive } = choices.value;
  const lines = relationLines(relations ?? [], schema, { rules, sensitive, rows: rows.all });
  const names = columns.map(({ name }) => name).filter((name) => !leaveOut.includes(name));
  return (
    <details class="relations">
      <summary>
        Between columns: {lines.length === 0 ? 'nothing' : count(lines.length)} found or declared
        {ofRows(rows, ', looked for in ')}
      </summary>
      {relations === null && (
        <p class="quiet">
          What holds between columns is not looked for here: there are too many. A fit looks for it.
        </p>
      )}
      <div class="bar">
        <label>
          Kept in the synthetic table:{' '}
          <select
            value={rules}
            onChange={(event) => void chooseRules(event.currentTarget.value as Choices['rules'])}
          >
            <option value="auto">what holds in every row, and what is declared</option>
            <option value="schema">what is declared here alone</option>
            <option value="none">nothing</option>
          </select>
        </label>
      </div>
      <ul class="lines">
        {lines.slice(0, MOST).map(({ text, state, other }) => (
          <li key={text}>
            {text} <span class={`state ${state.replace(' ', '-')}`}>{STATES[state]}</span>
            {other && (
              <button
                type="button"
                class="link"
                aria-label={`${other.words}: ${text}`}
                onClick={() => void declare(other.schema)}
              >
                {other.words}
              </button>
            )}
          </li>
        ))}
      </ul>
      {lines.length > MOST && <p class="quiet">And {count(lines.length - MOST)} more.</p>}
      {ruleNotes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      {rules === 'auto' && lines.length > 0 && (
        <p class="quiet">
          A column that follows from others is computed from them. Rules that were found are kept
          where no sensitive column is in them and at least 500 rows are fitted. To drop a single
          rule, keep what is declared alone and confirm the others.
        </p>
      )}
      {rules !== 'none' && <OwnRule names={names} />}
    </details>
  );
}

function OwnRule({ names }: { readonly names: readonly string[] }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const add = () => {
    try {
      void declare(withTypedRule(choices.value.schema, text, names));
      setText('');
      setWrong(null);
    } catch (error) {
      setWrong((error as Error).message);
    }
  };
  return (
    <form
      class="bar"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') add();
      }}
    >
      <label>
        A rule that must hold in every row{' '}
        <input
          type="text"
          class="rule"
          value={text}
          placeholder="admitted <= discharged"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={text.trim() === ''}>
        Add
      </button>
      {wrong !== null && (
        <p class="warning" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}
