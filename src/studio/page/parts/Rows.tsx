/** Rows of a table as text, in a real table that scrolls sideways and can be reached by the keyboard. */

interface RowsProps {
  /** The names of the columns first. */
  readonly rows: readonly (readonly string[])[];
  readonly label: string;
}

export function Rows({ rows, label }: RowsProps) {
  const [names = [], ...cells] = rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="scroll rows" aria-label={label} tabIndex={0}>
      <table class="cells">
        <thead>
          <tr>
            {names.map((name, place) => (
              <th key={place} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, place) => (
            <tr key={place}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
