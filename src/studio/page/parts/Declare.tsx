/** The range or the levels of a column, as they are known without the table. What is left empty is not declared. */

import { useState } from 'preact/hooks';
import type { ColumnInfo } from '../../engine/protocol.ts';
import { overrule } from '../actions.ts';

interface DeclareProps {
  readonly column: ColumnInfo;
  /** What is declared already. */
  readonly declared: Readonly<Record<string, unknown>>;
}

const LEVELS: readonly string[] = ['boolean', 'ordered', 'nominal'];
const NUMBERS: readonly string[] = ['continuous', 'count'];

export function Declare({ column: { name, type }, declared }: DeclareProps) {
  if (LEVELS.includes(type)) return <Levels name={name} type={type} declared={declared} />;
  if (type === 'date')
    return <Range name={name} declared={declared} type={type} isNumber={false} />;
  return NUMBERS.includes(type) ? (
    <Range name={name} declared={declared} type={type} isNumber />
  ) : null;
}

interface FieldsProps {
  readonly name: string;
  readonly type: string;
  readonly declared: DeclareProps['declared'];
}

function Range({ name, type, declared, isNumber }: FieldsProps & { readonly isNumber: boolean }) {
  const [least, setLeast] = useState(textOf(declared.min));
  const [most, setMost] = useState(textOf(declared.max));
  const value = (text: string) =>
    text.trim() === '' ? undefined : isNumber ? Number(text) : text.trim();
  const isWrong = isNumber && [least, most].some((text) => Number.isNaN(Number(text)));
  const field = (words: string, text: string, set: (text: string) => void) => (
    <label>
      {words}{' '}
      <input
        type="text"
        inputMode={isNumber ? 'decimal' : 'text'}
        size={10}
        value={text}
        aria-label={`${words} value of ${name}`}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
  return (
    <details class="declare">
      <summary>Declare a range</summary>
      <div class="bar">
        {field('least', least, setLeast)}
        {field('largest', most, setMost)}
        <button
          type="button"
          disabled={isWrong}
          aria-label={`Declare the range of ${name}`}
          onClick={() => void overrule(name, { type, min: value(least), max: value(most) })}
        >
          Declare
        </button>
      </div>
      {isWrong && <p class="warning">Give numbers, with a point.</p>}
    </details>
  );
}

function Levels({ name, type, declared }: FieldsProps) {
  const own = Array.isArray(declared.levels) ? declared.levels.map(String) : [];
  const [text, setText] = useState(own.join('\n'));
  const levels = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (
    <details class="declare">
      <summary>Declare levels</summary>
      <label class="wide">
        All levels there can be, one a line, in their order
        <textarea
          rows={4}
          value={text}
          aria-label={`Levels of ${name}`}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button
        type="button"
        aria-label={`Declare the levels of ${name}`}
        onClick={() =>
          void overrule(name, { type, levels: levels.length > 0 ? levels : undefined })
        }
      >
        Declare
      </button>
    </details>
  );
}

function textOf(value: unknown): string {
  return value === undefined ? '' : String(value);
}
