/* What a row of a table looks like: nothing at all, the header once more, a sum of others, a note. */

/**
 * Labels of sums: total, subtotal, sum; Dutch, German, French, Spanish, Italian and Portuguese, Polish, Czech, Hungarian, Russian,
 * Chinese and Japanese.
 */
const TOTAL =
  /^(?:(?:grand|sub)[ -]?)?(?:totale?s?|totaal|totaux)(?![\p{L}\p{N}])|^(?:sums?|summe|zwischensumme|gesamt|insgesamt|somme|ensemble|suma|soma|razem|ogółem|celkem|úhrnem|összesen|итого|всего|小计|合计|合計|总计|總計|小計|計)(?![\p{L}\p{N}])/iu;

/** Beginnings of notes: "Source: …", "p = provisional", "* …", "(1) …". */
const NOTE =
  /^(?:(?:source|note|footnote|remark|legend|quelle|anmerkung|hinweis|bron|noot|fuente|nota|fonte|źródło|uwaga|zdroj|poznámka|forrás|kilde|källa|источник|примечание|出典|注|来源)(?:s|n|en)?\s*[:：]|\p{L}{1,3}\s?=|[*†‡©]|\(?[0-9a-z]\)\s)/iu;

/** A label in a table is mostly shorter. */
const LONG_TEXT = 60;

/** Whether a text is likely a note about a table, and no label in it. */
export function isNote(text: string): boolean {
  return NOTE.test(text.trim()) || text.length > LONG_TEXT;
}

/** Whether a text begins with a label of sums. */
export function isTotal(text: string): boolean {
  return TOTAL.test(text.trim());
}

/** Whether the first cell alone has a value. */
export function isLonely(record: readonly string[]): boolean {
  for (let cell = 1; cell < record.length; cell += 1) if (record[cell]?.trim() !== '') return false;
  return record[0]?.trim() !== '';
}

/** The first text of a record, blanks trimmed; empty where there is none. */
export function labelOf(record: readonly string[]): string {
  return record.find((cell) => cell.trim() !== '')?.trim() ?? '';
}

/** One column, and a cell that is its name, prove nothing. */
export function isSame(record: readonly string[], columns: readonly string[]): boolean {
  return (
    columns.length > 1 && record.length === columns.length && record.every((cell, index) => cell === columns[index])
  );
}

/** Whether a row has no value in any cell. */
export function isEmptyRow(record: readonly string[]): boolean {
  for (const cell of record) if (cell !== '' && cell.trim() !== '') return false;
  return true;
}
