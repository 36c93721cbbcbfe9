/* What a row of a table looks like: empty, the header again, a total of other rows, a note, the heading of a section. */

/** Words for a total, and the words that may precede them, as in "subtotal" and "grand total". */
const TOTAL_WORDS = ['total', 'totals', 'totale', 'totales', 'totaal', 'totaux'] as const;
const TOTAL_PREFIXES = ['grand', 'sub'] as const;

/** Nouns for a sum: English, German, French, Polish and Spanish, Portuguese. */
const SUM_NOUNS = ['sum', 'sums', 'summe', 'zwischensumme', 'somme', 'ensemble', 'suma', 'soma'] as const;

/**
 * Words for "altogether", which may also end a label, as in "EU insgesamt": German, Polish, Czech, Slovak, Slovene, Croatian, Hungarian,
 * Finnish, Scandinavian, Turkish, Greek, Ukrainian, Russian.
 */
const ALTOGETHER = [
  ...['gesamt', 'insgesamt', 'zusammen', 'razem', 'ogółem', 'celkem', 'úhrnem', 'spolu', 'skupaj', 'ukupno'],
  ...['összesen', 'yhteensä', 'totalt', 'toplam', 'σύνολο', 'разом', 'усього', 'итого', 'всего'],
] as const;

/** In Chinese and Japanese. All but the last may end a label without a blank before them. */
const JOINED_SUMS = ['小计', '合计', '合計', '总计', '總計', '小計'] as const;
const SUM_WORDS = [...SUM_NOUNS, ...ALTOGETHER, ...JOINED_SUMS, '計'] as const;

/** Every label of a total, in lower case. A prefix may also be joined to its word, directly or by a hyphen. */
export const TOTAL_LABELS: readonly string[] = [
  ...TOTAL_WORDS,
  ...TOTAL_PREFIXES.flatMap((prefix) => TOTAL_WORDS.map((word) => `${prefix} ${word}`)),
  ...SUM_WORDS,
];

/** The first two letters, in lower case, of every label of a total that begins with two ASCII letters. */
export const TOTAL_LABEL_STARTS: ReadonlySet<string> = new Set(
  TOTAL_LABELS.map((label) => label.slice(0, 2)).filter((start) => /^[a-z]{2}$/.test(start)),
);

const TOTAL = new RegExp(
  `^(?:(?:(?:${TOTAL_PREFIXES.join('|')})[ -]?)?(?:${TOTAL_WORDS.join('|')})|${SUM_WORDS.join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

/** Ends of labels such as "EU27 total" and "Deutschland insgesamt". */
const TOTAL_AT_END = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${[...TOTAL_WORDS, ...ALTOGETHER].join('|')})|${JOINED_SUMS.join('|')})[\\s:：)]*$`,
  'iu',
);

/** Beginnings of notes: "Source: …", "p = provisional", "* …", "(1) …", and lines of dashes. */
const NOTE =
  /^(?:(?:source|note|footnote|remark|legend|quelle|anmerkung|hinweis|bron|noot|fuente|nota|fonte|źródło|uwaga|zdroj|poznámka|forrás|kilde|källa|stand|erstellt|abgerufen|updated|last update|as of|retrieved|источник|примечание|出典|注|来源)(?:s|n|en)?\s*[:：]|\p{L}{1,3}\s?=|[*†‡©]|[-–—_=]{2,}|\(?[0-9a-z]\)\s)/iu;

/** Few labels in a table are longer than this, in UTF-16 code units. */
const LONGEST_LABEL = 60;

/** Whether a text is likely to be a note about the table and not a label in it. */
export function isNote(text: string): boolean {
  return NOTE.test(text.trim()) || text.length > LONGEST_LABEL;
}

/** Whether a text begins with the label of a total. */
export function isTotal(text: string | undefined): boolean {
  return text !== undefined && TOTAL.test(text.trim());
}

/** Whether the first or the last row of a table is called a total: by the beginning of its label, or by its end. */
export function isTotalRow(record: readonly string[]): boolean {
  const label = labelOf(record);
  return label !== undefined && (isTotal(label) || TOTAL_AT_END.test(label));
}

/** Whether a label is one that the text of a note follows in the next cell, such as "Source" or "Contact:". */
export function isNoteLabel(label: string): boolean {
  return isNote(`${label.trim()}: `) || /[:：]$/.test(label.trim());
}

/** Whether a label begins with a digit, `+` or `-`. */
export function isNumbered(label: string): boolean {
  const code = label.trimStart().charCodeAt(0);
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d;
}

/** Whether a text has a word: letters beyond those of codes such as `2020-Q1`. */
export function hasWord(text: string): boolean {
  return /\p{L}{3}|\p{Lo}{2}/u.test(text);
}

/** Whether a label may identify a record of a table whose other labels are numbers, dates or codes. */
export function looksLikeKey(label: string): boolean {
  return isNumbered(label) && /\d/.test(label) && !hasWord(label) && !isNote(label);
}

/** Whether a row has a value in its first cell, or in its first two of three or more, and no other. */
export function isSparse(record: readonly string[]): boolean {
  for (let cell = record.length - 1; cell > 1; cell -= 1) if (record[cell]?.trim() !== '') return false;
  return record[0]?.trim() !== '' && (record.length > 2 || record[1]?.trim() === '');
}

/** The first value in a row, trimmed; undefined if the row has no values. */
export function labelOf(record: readonly string[]): string | undefined {
  return record.find((cell) => cell.trim() !== '')?.trim();
}

/** Whether a row has the column names as its cells. False for a single column: a value may equal its name by chance. */
export function repeatsHeader(record: readonly string[], columns: readonly string[]): boolean {
  return (
    columns.length > 1 && record.length === columns.length && record.every((cell, index) => cell === columns[index])
  );
}

/** Whether no cell of a row has a value. */
export function isEmptyRow(record: readonly string[]): boolean {
  for (const cell of record) if (cell !== '' && cell.trim() !== '') return false;
  return true;
}

/** Whether a row has at most one value. */
export function isTitle(row: readonly string[]): boolean {
  let values = 0;
  for (const cell of row) {
    if (cell.trim() !== '') values += 1;
    if (values > 1) return false;
  }
  return true;
}
