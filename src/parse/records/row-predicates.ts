/* Predicates for rows that may not be ordinary records: empty rows, repeated headers, notes and section headings. */

/** The cells of a record. */
export type Row = readonly string[];

/** Typical starts of notes: "Source: …", "p = provisional", "* …", "(1) …", and lines of dashes. */
const NOTE =
  /^(?:(?:source|note|footnote|remark|legend|quelle|anmerkung|hinweis|bron|noot|fuente|nota|fonte|źródło|uwaga|zdroj|poznámka|forrás|kilde|källa|stand|erstellt|abgerufen|updated|last update|as of|retrieved|источник|примечание|出典|注|来源)(?:s|n|en)?\s*[:：]|\p{L}{1,3}\s?=|[*†‡©]|[-–—_=]{2,}|\(?[0-9a-z]\)\s)/iu;

/** Maximum length of a label, in UTF-16 code units. Longer text is treated as a note. */
const MAX_LABEL = 60;

/** Whether a cell is probably a note about the table, not the label of a row. */
export function isNote(text: string): boolean {
  return NOTE.test(text.trim()) || text.length > MAX_LABEL;
}

/** Whether a label is probably a note, or introduces one in the next cell, as "Source" and "Contact:" do. */
export function isNoteLabel(label: string): boolean {
  return isNote(`${label.trim()}: `) || /[:：]$/.test(label.trim());
}

/** Whether a label begins with a digit, `+` or `-`, ignoring whitespace. */
export function isNumbered(label: string): boolean {
  const code = label.trimStart().charCodeAt(0);
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d;
}

/** Whether a cell contains a word: three consecutive letters, or two of a script without case, such as Chinese. */
export function hasWord(text: string): boolean {
  return /\p{L}{3}|\p{Lo}{2}/u.test(text);
}

/** Whether a label may identify a record in a table whose labels are numbers, dates or codes. */
export function looksLikeKey(label: string): boolean {
  return isNumbered(label) && /\d/.test(label) && !hasWord(label) && !isNote(label);
}

/** Whether only the first cell of a row has a value, or only the first two of at least three. Always false for a row of one cell. */
export function isSparse(record: Row): boolean {
  for (let cell = record.length - 1; cell > 1; cell -= 1) if (record[cell]?.trim() !== '') return false;
  return record[0]?.trim() !== '' && (record.length > 2 || record[1]?.trim() === '');
}

/** Whether a row repeats the column names. Always false for a single column, whose name may also occur as a value. */
export function repeatsHeader(record: Row, columns: Row): boolean {
  return (
    columns.length > 1 && record.length === columns.length && record.every((cell, index) => cell === columns[index])
  );
}

/** Whether every cell of a row is empty or whitespace. */
export function isEmptyRow(record: Row): boolean {
  for (const cell of record) if (cell !== '' && cell.trim() !== '') return false;
  return true;
}

/** Whether a row has at most one value. */
export function isTitle(row: Row): boolean {
  return row.filter((cell) => cell.trim() !== '').length <= 1;
}

/** The most common number of cells among records with at least two, and how many records have it; both 0 if there are no such records. */
export function mostCommonWidth(widths: readonly number[]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  let best = { width: 0, count: 0 };
  for (const [width, count] of counts) if (count > best.count) best = { width, count };
  return best;
}
