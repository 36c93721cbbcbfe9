import type { Place, RecordBlock } from '../../../model.ts';
import { problem, type Report } from '../../../problems/problem.ts';
import { fix, question } from '../../../problems/sidecar-patch.ts';
import { hasWord, isNoteLabel, isNumbered, isSparse, looksLikeKey } from '../../records/row-predicates.ts';

/** Maximum rows of a footer. */
export const MAX_FOOTER = 30;

/** Minimum rows with more values that make a row with few stand out. */
const MIN_ROWS = 3;

/** A row with a value in its first cell alone, or in its first two; without a label, a row that is empty. */
interface SparseRow {
  label: string;
  second: string;
  placeOf: () => Place;
}

/** Notes below the records: the number of their first line, and whether they are surely no records. */
export interface NotesFound {
  line: number;
  isSure: boolean;
}

const KEEP = 'set "footerRows" to 0 in the "csv" of the sidecar.';

/**
 * Searches for rows that have a value in the first cell alone, or in the first two: notes below the records, and headings of sections
 * between them, which would be published as records of nulls.
 */
export class SparseRowsCheck {
  readonly #width: number;
  readonly #declared: number | null;
  /** Numbers of the records whose label, the first cell, begins like a number, begins otherwise, and is empty. */
  #numbered = 0;
  #named = 0;
  #unlabelled = 0;
  /** Number of records without half of their other values. */
  #thin = 0;
  /** A record has text in its second cell. */
  #hasTexts = false;
  #last = '';
  /** A label beside a sparse row has a word. */
  #hasWords = false;
  /** The latest run of sparse rows; a record ends it. */
  #run: SparseRow[] = [];
  /** The rows above the run whose only value is unlike the labels beside them: how many have a word, or are numbers. */
  readonly #headings = { count: 0, runs: 0, words: 0, numbers: 0, first: null as Place | null };

  /**
   * `width` is the number of columns, `declared` the number of footer rows in the description. If that is 0, the description says that
   * all rows are records, and nothing is reported.
   */
  constructor(width: number, declared: number | null) {
    this.#width = width;
    this.#declared = declared;
  }

  /** Returns whether the row has more values than a sparse one. */
  add(record: readonly string[], block: RecordBlock, index: number): boolean {
    const [label = '', second = ''] = record;
    if (this.#width === 1 || this.#declared === 0) return true;
    // In two columns, a note of two cells has as many values as a record.
    if (isSparse(record) || (this.#width === 2 && !isNumbered(second) && isNoteLabel(label))) {
      this.#addSparse(label, second.trim(), block, index);
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

  addEmpty(block: RecordBlock, index: number): void {
    this.#addSparse('', '', block, index);
  }

  #addSparse(label: string, second: string, block: RecordBlock, index: number): void {
    this.#run.push({ label, second, placeOf: () => block.placeOf(index, 0) });
    if (this.#run.length > MAX_FOOTER) this.#endRun('');
  }

  /** Whether a label may identify a record, as the next ones do. */
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

  /** Takes the notes from the run at the end: no record follows a note, and a row that is like a record belongs to the table. */
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

  /** The labels of all records are numbers, dates or codes. */
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
    const [rows, headings, areRecords] =
      count === 1
        ? ['this row: it is', 'the heading of a section, and no record', 'it is a record']
        : [`${count} rows, the first here: they are`, 'headings of sections, and no records', 'they are records'];
    const message = `only the first cell has a value in ${rows} ${isSure ? 'probably' : 'perhaps'} ${headings}`;
    const move =
      'Write the heading of each section into a column of its own, in each record below it, and remove its row.';
    const help = `${move} If ${areRecords}, ${KEEP}`;
    report(problem(isSure ? 'sections-found' : 'sections-doubtful', { file, place: first }, message, help));
    return true;
  }

  #reportNotes(notes: readonly SparseRow[], hasSections: boolean, file: string, report: Report): NotesFound | null {
    const [first] = notes;
    const labelled = this.#numbered + this.#named;
    if (!first || labelled === 0) return null;
    const isSure = notes.some((row) => this.#isSurelyNote(row)) || this.#areKeys;
    const hasGaps = this.#headings.count > 0 && !hasSections;
    // With two columns, or few rows, empty cells prove nothing; nor do they if records above have them.
    if (!isSure && (this.#width === 2 || labelled < MIN_ROWS || hasGaps)) return null;
    const place = first.placeOf();
    const count = notes.length;
    const [rows, these, they] =
      count === 1
        ? ['row', 'this is probably a note', 'it is']
        : [`${count} rows, from here on`, 'these are probably notes', 'they are'];
    const cells = notes.some(({ second }) => second !== '') ? 'two cells have values' : 'cell has a value';
    const unlike = isSure ? ', and it is unlike those above' : hasSections ? '' : ', as in no row above';
    // A publisher who counted the footer rows has also seen the rows above them.
    const code = isSure && this.#declared === null ? 'footer-found' : 'footer-doubtful';
    const propose = code === 'footer-found' ? fix : question;
    const footer = propose({ csv: { footerRows: (this.#declared ?? 0) + count } }, `If ${they} not data`);
    const message = `only the first ${cells} in the last ${rows}${unlike}: ${these}`;
    report(problem(code, { file, place }, message, `If ${they} data, ${KEEP}`, [footer]));
    return { line: place.line, isSure };
  }
}

/** A label with each number as 9, each letter of a code as A, each word as W, and other letters as a. */
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
