/** How a CSV text is written if the format leaves a choice. */
export interface Writing {
  delimiter: string;
  newline: '\n' | '\r\n' | '\r';
  hasByteOrderMark: boolean;
  endsInNewline: boolean;
  /** Whether a cell that needs no quotes gets them, in turn. */
  quoting: readonly boolean[];
  /** The character around quoted cells, empty for none; `"` when absent. */
  quote?: string;
  /** The character before a quote inside a quoted cell, and before itself; the quote when absent. */
  escape?: string;
  /** How comment lines begin; null or absent if there are none. */
  comment?: string | null;
}

/** Text of a CSV file with some columns and rows. */
export function writeCsv(names: readonly string[], rows: readonly (readonly string[])[], how: Writing): string {
  return joinLines(recordLines([names, ...rows], how), how);
}

/** Text of each record, which may have several lines. */
export function recordLines(records: readonly (readonly string[])[], how: Writing): string[] {
  const { delimiter, quoting, quote = '"', escape: mark = quote } = how;
  let written = 0;
  const cellText = (cell: string, at: number): string => {
    const isSpecial = [delimiter, quote, '\r', '\n'].some((it) => it !== '' && cell.includes(it));
    const isComment = at === 0 && beginsComment(cell, how);
    const isQuoted = (quoting[written++ % quoting.length] && quote !== '') || isSpecial || isComment;
    if (!isQuoted) return cell;
    if (quote === '') throw new Error(`${JSON.stringify(cell)} cannot be written without quotes`);
    // Functions make the replacements, since "$" has a special meaning in a replacement text.
    const inner = mark === quote ? cell : cell.replaceAll(mark, () => mark + mark);
    return quote + inner.replaceAll(quote, () => mark + quote) + quote;
  };
  return records.map((cells) => cells.map(cellText).join(delimiter));
}

/** Whether a line that begins with a cell, unquoted, may be a comment. */
export function beginsComment(cell: string, { delimiter, comment }: Pick<Writing, 'delimiter' | 'comment'>): boolean {
  if (!comment) return false;
  return cell.startsWith(comment) || comment.startsWith(cell + delimiter);
}

/** Lines as a text. */
export function joinLines(lines: readonly string[], how: Writing): string {
  const { newline } = how;
  // If the last line has no characters, only its line ending shows that there is a line.
  const ending = how.endsInNewline || lines.at(-1) === '' ? newline : '';
  return `${how.hasByteOrderMark ? '\uFEFF' : ''}${lines.join(newline)}${ending}`;
}
