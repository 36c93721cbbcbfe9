/** How a CSV text is written where the format leaves a choice. */
export interface Writing {
  delimiter: string;
  newline: '\n' | '\r\n' | '\r';
  hasByteOrderMark: boolean;
  endsInNewline: boolean;
  /** Whether a cell that needs no quotes gets them, in turn. */
  quoting: readonly boolean[];
}

/** Text of a CSV file with some columns and rows. */
export function writeCsv(names: readonly string[], rows: readonly (readonly string[])[], how: Writing): string {
  const { delimiter, newline, quoting } = how;
  let written = 0;
  const cellText = (cell: string): string => {
    const isQuoted = quoting[written++ % quoting.length] || cell.includes(delimiter) || /["\r\n]/.test(cell);
    return isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
  };
  const lines = [names, ...rows].map((cells) => cells.map(cellText).join(delimiter));
  // Where the last line has no characters, only its line ending says that there is a line.
  const ending = how.endsInNewline || lines.at(-1) === '' ? newline : '';
  return `${how.hasByteOrderMark ? '\uFEFF' : ''}${lines.join(newline)}${ending}`;
}
