/** Lines of cells as text: columns of equal width, two blanks between them. */
export function alignText(
  lines: readonly (readonly string[])[],
  isRight: (column: number) => boolean,
): string[] {
  const widths = lines[0].map((_, c) => Math.max(...lines.map((cells) => cells[c].length)));
  return lines.map((cells) =>
    cells
      .map((cell, c) => (isRight(c) ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
      .join('  ')
      .trimEnd(),
  );
}
