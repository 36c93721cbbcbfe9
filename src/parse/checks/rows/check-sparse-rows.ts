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

/** Notes below the records: the line number of the first, and whether they are certainly not records. */
export interface NotesFound {
  line: number;
  isSure: boolean;
}

const KEEP = 'set "footerRows" to 0 under "csv" in the sidecar.';

/**
 * Searches for rows with values only in the first cell or the first two cells. They may be notes below the records, or section headings
 * between records, but would be published as records full of nulls.
 */
export class SparseRowsCheck {
  readonly #width: number;
  readonly #declared: number | null;
  /** Number of records whose label, the first cell, starts like a number. */
  #numbered = 0;
  /** Number of records whose label is not empty and does not start like a number. */
  #named = 0;
  #unlabelled = 0;
  /** Number of records with few values, for example only in the first two cells. */
  #thin = 0;
  /** Whether any record has text in its second cell. */
  #hasTexts = false;
  #last = '';
  /** Whether any label right above or below possible section headings contains a word. */
  #hasWords = false;
  /** The current run of sparse rows; a record ends it. */
  #run: SparseRow[] = [];
  /** Possible section headings in earlier runs. `words` counts those with a word, `numbers` those that look like a number or code. */
  readonly #headings = { count: 0, runs: 0, words: 0, numbers: 0, first: null as Place | null };

  /** `declared` is the number of footer rows in the description. If it is 0, all rows are records, so nothing is reported. */
  constructor(width: number, declared: number | null) {
    this.#width = width;
    this.#declared = declared;
  }

  /** Adds a row. Returns false if it may be a note or a heading; always true in a one-column table, or if `declared` is 0. */
  add(record: readonly string[], block: RecordBlock, index: number): boolean {
    const [label = '', second = ''] = record;
    if (this.#width === 1 || this.#declared === 0) return true;
    // In a table of two columns, a note in two cells has as many values as a record.
    if (isSparse(record) || (this.#width === 2 && !isNumbered(second) && isNoteLabel(label))) {
      this.addSparse(block, index, label, second.trim());
      return false;
    }
    if (label === '') this.#unlabelled += 1;
    else if (isNumbered(label)) this.#numbered += 1;
    else this.#named += 1;
    this.#hasTexts ||= second !== '' && !isNumbered(second);
    if (this.#run.length > 0) this.#endRun(label);
    this.#last = label;
    const mayBeThin = second === '' || record.at(-1) === '';
    if (mayBeThin && record.filter((cell) => cell !== '').length * 2 <= this.#width + 1) this.#thin += 1;
    return true;
  }

  /** Adds a row with few values, which is empty by default. */
  addSparse(block: RecordBlock, index: number, label = '', second = ''): void {
    this.#run.push({ label, second, placeOf: () => block.placeOf(index, 0) });
    if (this.#run.length > MAX_FOOTER) this.#endRun('');
  }

  /** Whether a label may identify a record: it resembles the label above or below or, like other labels, is a number, date or code. */
  #isKey(label: string, next = ''): boolean {
    const pattern = patternOf(label);
    const isAlike = /[9A]/.test(pattern) && [this.#last, next].some((it) => patternOf(it) === pattern);
    return isAlike || (this.#numbered > 0 && looksLikeKey(label));
  }

  #endRun(next: string): void {
    const headings = this.#run.filter(
      ({ label, second }) => label !== '' && second === '' && !this.#isKey(label, next),
    );
    this.#thin += this.#run.filter(({ second }) => second !== '').length;
    this.#run = [];
    const [first] = headings;
    if (!first) return;
    this.#hasWords ||= hasWord(this.#last + next);
    this.#headings.count += headings.length;
    this.#headings.runs += 1;
    this.#headings.words += headings.filter(({ label }) => hasWord(label)).length;
    this.#headings.numbers += headings.filter(({ label }) => looksLikeKey(label)).length;
    this.#headings.first ??= first.placeOf();
  }

  /** Reports sections and notes; returns the notes. */
  finish(file: string, report: Report): NotesFound | null {
    const notes = this.#takeNotes();
    this.#endRun('');
    const hasSections = this.#reportSections(file, report);
    return this.#reportNotes(notes, hasSections, file, report);
  }

  /** Removes and returns the notes: the rows of the run below the last possible record. No row below an obvious note is a record. */
  #takeNotes(): SparseRow[] {
    const run = this.#run;
    const sure = run.findIndex((row) => this.#isSurelyNote(row));
    const start = run.slice(0, sure < 0 ? run.length : sure).findLastIndex((row) => this.#mayBeRecord(row)) + 1;
    const first = run.findIndex(({ label }, at) => at >= start && label !== '');
    return first < 0 ? [] : run.splice(first);
  }

  #isSurelyNote({ label }: SparseRow): boolean {
    return !this.#isKey(label) && isNoteLabel(label);
  }

  #mayBeRecord({ label, second }: SparseRow): boolean {
    const isUnlike = hasWord(second) && (!this.#hasTexts || (this.#thin === 0 && this.#width > 3));
    return this.#isKey(label) || (second !== '' && !isUnlike);
  }

  /** Whether the labels of records appear to be numbers, dates or codes, not words. */
  get #areKeys(): boolean {
    return this.#named === 0 && this.#numbered > 1 && !this.#hasWords && !hasWord(this.#last);
  }

  #reportSections(file: string, report: Report): boolean {
    const { count, runs, words, numbers, first } = this.#headings;
    const labelled = this.#numbered + this.#named;
    const isSure =
      (this.#areKeys && words > 0) ||
      (this.#unlabelled > Math.max(1, labelled) && words > 0) ||
      (this.#numbered === 0 && this.#named > 1 && runs > 1 && numbers === count);
    const mayBe = this.#width > 2 && labelled >= MIN_ROWS && count <= runs * 2 && this.#thin * 4 <= count;
    if (count === 0 || !(isSure || mayBe)) return false;
    const [rows, they, headings, records] =
      count === 1
        ? ['this row has', 'it is', 'a section heading', 'a record']
        : [`${count} rows (this is the first) have`, 'they are', 'section headings', 'records'];
    const message = `${rows} a value only in the first cell: ${they} ${isSure ? 'probably' : 'perhaps'} ${headings}, not ${records}`;
    const move =
      'Add a column that repeats the heading of each section in all of its records, and remove the heading rows.';
    const help = `${move} If ${they} ${records}, ${KEEP}`;
    report(problem(isSure ? 'sections-found' : 'sections-doubtful', { file, place: first }, message, help));
    return true;
  }

  #reportNotes(notes: readonly SparseRow[], hasSections: boolean, file: string, report: Report): NotesFound | null {
    const [first] = notes;
    const labelled = this.#numbered + this.#named;
    if (!first || labelled === 0) return null;
    const isSure = notes.some((row) => this.#isSurelyNote(row)) || this.#areKeys;
    const hasGaps = this.#headings.count > 0 && !hasSections;
    // In a table with two columns or few rows, or if records above have empty cells too, empty cells prove nothing.
    if (!isSure && (this.#width === 2 || labelled < MIN_ROWS || hasGaps)) return null;
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
    const code = isSure && this.#declared === null ? 'footer-found' : 'footer-doubtful';
    const propose = code === 'footer-found' ? fix : question;
    const footer = propose({ csv: { footerRows: (this.#declared ?? 0) + count } }, `If ${they} not data`);
    const message = `${rows} ${cells}${unlike}: ${they} probably ${what}`;
    report(problem(code, { file, place }, message, `If ${they} data, ${KEEP}`, [footer]));
    return { line: place.line, isSure };
  }
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
