import type { Place, RecordBlock } from '../../../model.ts';
import { problem, type Report } from '../../../problems/problem.ts';
import { fix, question } from '../../../problems/sidecar-patch.ts';
import { hasWord, isNoteLabel, isNumbered, isSparse, looksLikeKey } from '../../records/row-predicates.ts';

export const MAX_FOOTER = 30;

/** Minimum number of labelled records among which a row with few values stands out. */
const MIN_ROWS = 3;

/** A row with values only in its first one or two cells, or an empty row, which has an empty `label`. */
interface SparseRow {
  label: string;
  second: string;
  placeOf: () => Place;
}

/** Notes below the records: the line number of the first, and whether they are certainly not records; null without any. */
export type NotesFound = ReturnType<ReturnType<typeof checkSparseRows>['finish']>;

const KEEP = 'set "footerRows" to 0 under "csv" in the sidecar.';

/**
 * Searches for rows with values only in the first cell or the first two cells. They may be notes below the records, or section headings
 * between records, but would be published as records full of nulls. `declared` is the number of footer rows in the description. If it is
 * 0, all rows are records, so nothing is reported.
 */
export function checkSparseRows(width: number, declared: number | null, file: string, report: Report) {
  /** Number of records whose label, the first cell, starts like a number. */
  let numbered = 0;
  /** Number of records whose label is not empty and does not start like a number. */
  let named = 0;
  let unlabelled = 0;
  /** Number of records with few values, for example only in the first two cells. */
  let thin = 0;
  /** Whether any record has text in its second cell. */
  let hasTexts = false;
  /** Label of the last record. */
  let last = '';
  /** Whether any label right above or below possible section headings contains a word. */
  let hasWords = false;
  /** The current run of sparse rows; a record ends it. */
  let run: SparseRow[] = [];
  /** Possible section headings in earlier runs. `words` counts those with a word, `numbers` those that look like a number or code. */
  const headings = { count: 0, runs: 0, words: 0, numbers: 0, first: null as Place | null };

  /** Whether a label may identify a record: it resembles the label above or below or, like other labels, is a number, date or code. */
  const isKey = (label: string, next = ''): boolean => {
    const pattern = patternOf(label);
    const isAlike = /[9A]/.test(pattern) && [last, next].some((it) => patternOf(it) === pattern);
    return isAlike || (numbered > 0 && looksLikeKey(label));
  };
  const isSurelyNote = ({ label }: SparseRow): boolean => !isKey(label) && isNoteLabel(label);
  const mayBeRecord = ({ label, second }: SparseRow): boolean => {
    const isUnlike = hasWord(second) && (!hasTexts || (thin === 0 && width > 3));
    return isKey(label) || (second !== '' && !isUnlike);
  };
  /** Whether the labels of records appear to be numbers, dates or codes, not words. */
  const areKeys = (): boolean => named === 0 && numbered > 1 && !hasWords && !hasWord(last);

  const endRun = (next: string): void => {
    const found = run.filter(({ label, second }) => label !== '' && second === '' && !isKey(label, next));
    thin += run.filter(({ second }) => second !== '').length;
    run = [];
    const [first] = found;
    if (!first) return;
    hasWords ||= hasWord(last + next);
    headings.count += found.length;
    headings.runs += 1;
    headings.words += found.filter(({ label }) => hasWord(label)).length;
    headings.numbers += found.filter(({ label }) => looksLikeKey(label)).length;
    headings.first ??= first.placeOf();
  };

  /** Adds a row with few values, which is empty by default. */
  const addSparse = (block: RecordBlock, index: number, label = '', second = ''): void => {
    run.push({ label, second, placeOf: () => block.placeOf(index, 0) });
    if (run.length > MAX_FOOTER) endRun('');
  };
  /** Adds a row. Returns false if it may be a note or a heading; always true in a one-column table, or if `declared` is 0. */
  const add = (record: readonly string[], block: RecordBlock, index: number): boolean => {
    const [label = '', second = ''] = record;
    if (width === 1 || declared === 0) return true;
    // In a table of two columns, a note in two cells has as many values as a record.
    if (isSparse(record) || (width === 2 && !isNumbered(second) && isNoteLabel(label))) {
      addSparse(block, index, label, second.trim());
      return false;
    }
    if (label === '') unlabelled += 1;
    else if (isNumbered(label)) numbered += 1;
    else named += 1;
    hasTexts ||= second !== '' && !isNumbered(second);
    if (run.length > 0) endRun(label);
    last = label;
    const mayBeThin = second === '' || record.at(-1) === '';
    if (mayBeThin && record.filter((cell) => cell !== '').length * 2 <= width + 1) thin += 1;
    return true;
  };

  /** Removes and returns the notes: the rows of the run below the last possible record. No row below an obvious note is a record. */
  const takeNotes = (): SparseRow[] => {
    const sure = run.findIndex(isSurelyNote);
    const start = run.slice(0, sure < 0 ? run.length : sure).findLastIndex(mayBeRecord) + 1;
    const first = run.findIndex(({ label }, at) => at >= start && label !== '');
    return first < 0 ? [] : run.splice(first);
  };

  const reportSections = (): boolean => {
    const { count, runs, words, numbers, first } = headings;
    const labelled = numbered + named;
    const isSure =
      (areKeys() && words > 0) ||
      (unlabelled > Math.max(1, labelled) && words > 0) ||
      (numbered === 0 && named > 1 && runs > 1 && numbers === count);
    const mayBe = width > 2 && labelled >= MIN_ROWS && count <= runs * 2 && thin * 4 <= count;
    if (count === 0 || !(isSure || mayBe)) return false;
    const [rows, they, sections, records] =
      count === 1
        ? ['this row has', 'it is', 'a section heading', 'a record']
        : [`${count} rows (this is the first) have`, 'they are', 'section headings', 'records'];
    const message = `${rows} a value only in the first cell: ${they} ${isSure ? 'probably' : 'perhaps'} ${sections}, not ${records}`;
    const move =
      'Add a column that repeats the heading of each section in all of its records, and remove the heading rows.';
    const help = `${move} If ${they} ${records}, ${KEEP}`;
    report(problem(isSure ? 'sections-found' : 'sections-doubtful', { file, place: first }, message, help));
    return true;
  };

  /** Reports sections and notes; returns the notes. */
  const finish = () => {
    const notes = takeNotes();
    endRun('');
    const hasSections = reportSections();
    const [first] = notes;
    const labelled = numbered + named;
    if (!first || labelled === 0) return null;
    const isSure = notes.some(isSurelyNote) || areKeys();
    const hasGaps = headings.count > 0 && !hasSections;
    // In a table with two columns or few rows, or if records above have empty cells too, empty cells prove nothing.
    if (!isSure && (width === 2 || labelled < MIN_ROWS || hasGaps)) return null;
    const place = first.placeOf();
    const count = notes.length;
    const [rows, they, what] =
      count === 1
        ? ['the last row has', 'it is', 'a note']
        : [`the last ${count} rows (this is the first) have`, 'they are', 'notes'];
    const hasTwo = notes.some(({ second }) => second !== '');
    const cells = hasTwo ? 'values only in the first two cells' : 'a value only in the first cell';
    const unlike = isSure ? ', different in kind from the values above' : hasSections ? '' : ', unlike the rows above';
    // A publisher who declared footer rows has also seen the rows above them, so notes found there are reported only as a hint.
    const code = isSure && declared === null ? 'footer-found' : 'footer-doubtful';
    const propose = code === 'footer-found' ? fix : question;
    const footer = propose({ csv: { footerRows: (declared ?? 0) + count } }, `If ${they} not data`);
    const message = `${rows} ${cells}${unlike}: ${they} probably ${what}`;
    report(problem(code, { file, place }, message, `If ${they} data, ${KEEP}`, [footer]));
    return { line: place.line, isSure };
  };
  return { add, addSparse, finish };
}

/** Pattern of a label: `9` for a number, `A` for each letter of 2 to 4 capitals, `W` for 3 or more other letters, `a` for 1 or 2. */
function patternOf(label: string): string {
  return label
    .trim()
    .replace(/^[+-]/, '')
    .replace(/\p{L}+/gu, (it) => {
      if (/^\p{Lu}{2,4}$/u.test(it)) return 'A'.repeat(it.length);
      return it.length > 2 ? 'W' : 'a';
    })
    .replace(/\d+(?:[.,]\d+)*/g, '9');
}
