import type { AlmanacError } from '../../../client/errors.ts';
import type { Comparison } from '../../../query/question.ts';
import type { Texts } from '../../../texts/english.ts';
import { fill } from '../../../texts/fill-text.ts';
import { bytesFormat } from '../../../texts/format-bytes.ts';
import { QUESTION_TEXTS, type RowsData, type TextRow } from '../../shared/rows-data.ts';
import { element } from '../element.ts';
import { AskableTable, type Say } from './ask-table.ts';
import {
  type AskedCondition,
  type AskedGroups,
  type AskedRows,
  comparisonsOf,
  readAsked,
  writeAsked,
} from './asked-rows.ts';
import { ColumnPanel } from './column-panel.ts';
import { RowGroups } from './group-rows.ts';
import { pressable } from './pressable.ts';
import { rowsCsv } from './rows-csv.ts';
import { saveCsv } from './save-csv.ts';

/** Signs of conditions with operands. */
const SIGNS = { eq: '=', ne: '≠', lt: '<', le: '≤', gt: '>', ge: '≥', in: '=' } as const;

/** The row browser, as far as questions need it. */
export interface RowBrowser {
  section: HTMLElement;
  data: RowsData;
  /** Where conditions are shown, and where groups are. */
  chips: HTMLElement;
  groups: HTMLDetailsElement;
  /** Names of the columns that are shown. */
  columns(): string[];
  /** Shows the first page of the rows that are asked for. */
  show(): void;
  /** Writes what is asked for to the address. */
  keepAddress(): void;
  /** What is said above the rows, such as their number, and says something else there. */
  said(): string;
  say: Say;
  fail(error: unknown, again: () => void): void;
  focusHead(column: string): void;
}

/** A page of the rows that match, as texts, with their numbers from 1, and the number of all that match. */
interface AskedPage {
  rows: readonly TextRow[];
  numbers: readonly number[];
  matched: number;
}

/** What a reader asks about the rows of a dataset. Loaded when the first question is asked. */
export class Questions {
  readonly texts: Texts['questions'];
  readonly #browser: RowBrowser;
  readonly #table: AskableTable;
  readonly #panel: ColumnPanel;
  readonly #groups: RowGroups;
  #asked: AskedRows;

  private constructor(browser: RowBrowser, texts: Texts['questions'], asked: AskedRows) {
    const { data, section, groups } = browser;
    this.texts = texts;
    this.#browser = browser;
    this.#asked = asked;
    this.#table = new AskableTable(data.prefix, data.config, (bytes, say) => this.#agree(bytes, say));
    const common = { data, texts, table: this.#table, asked: () => this.#asked };
    this.#panel = new ColumnPanel(section, {
      ...common,
      change: (asked) => this.#ask(asked),
      closed: (column) => browser.focusHead(column),
    });
    this.#groups = new RowGroups(groups, { ...common, change: (asked) => this.#group(asked) });
  }

  /** Loads the texts, and takes over what an address asks for. */
  static async load(browser: RowBrowser, search: string): Promise<Questions> {
    const response = await fetch(browser.data.prefix + QUESTION_TEXTS);
    const questions = new Questions(browser, await response.json(), readAsked(search));
    questions.#drawChips();
    if (questions.#asked.groups) void questions.#groups.show();
    return questions;
  }

  /** Whether other rows, or another order, are asked for than those of the file. */
  get isAsking(): boolean {
    return this.#asked.where.length > 0 || this.#asked.sort.length > 0;
  }

  /** Parameters of the address. */
  get parameters(): string {
    return writeAsked(this.#asked);
  }

  /** Whether a column is sorted, in the words of `aria-sort`; null if it is not. */
  orderOf(column: string): 'ascending' | 'descending' | null {
    const key = this.#asked.sort.find((it) => it.column === column);
    return key ? (key.descending ? 'descending' : 'ascending') : null;
  }

  /** Opens the dialog of a column. */
  open(column: string): void {
    this.#panel.open(column);
  }

  /** Reads `size` of the rows that are asked for, from index `page` on. */
  async readPage(page: number, size: number, signal: AbortSignal): Promise<AskedPage> {
    const where = await this.#conditions();
    const rows = { sort: this.#asked.sort, offset: page, limit: size, numbers: 'text' } as const;
    const answer = await this.#table.ask({ where: { all: where }, rows }, this.#browser.say, signal);
    return {
      rows: (answer.rows?.rows ?? []) as TextRow[],
      numbers: (answer.rows?.numbers ?? []).map((number) => number + 1),
      matched: answer.matched,
    };
  }

  /** Says what does not fit if that is why rows could not be read, and offers to show all rows; null otherwise. */
  explain(error: unknown): (Node | string)[] | null {
    if ((error as Partial<AlmanacError>).type !== 'invalid-question') return null;
    const all = (): void => this.#ask({ ...this.#asked, where: [], sort: [] });
    return [this.texts.unfit, ' ', pressable(this.texts.removeAll, all)];
  }

  /** Downloads all rows that are asked for, with the columns shown, as CSV. */
  async download(): Promise<void> {
    const { data, columns, fail, say, said } = this.#browser;
    const before = said();
    say(data.texts.loading);
    try {
      const chosen = columns();
      const where = await this.#conditions();
      const limit = Number.POSITIVE_INFINITY;
      const rows = { columns: chosen, sort: this.#asked.sort, limit, numbers: 'text' } as const;
      const answer = await this.#table.ask({ where: { all: where }, rows }, say);
      saveCsv(`${data.config}.csv`, rowsCsv(chosen, (answer.rows?.rows ?? []) as TextRow[]));
      say(before);
    } catch (error) {
      fail(error, () => void this.download());
    }
  }

  /** The conditions as a question has them. Throws an error if they do not fit the table, for example those of an address. */
  async #conditions(): Promise<Comparison[]> {
    const { columns } = await this.#table.open();
    const found = comparisonsOf(this.#asked.where, columns);
    const isKnown = this.#asked.sort.every(({ column }) => columns.some(({ name }) => name === column));
    if (!found || !isKnown) throw Object.assign(new Error(this.texts.unfit), { type: 'invalid-question' });
    return found;
  }

  #ask(asked: AskedRows): void {
    this.#asked = asked;
    this.#drawChips();
    if (asked.groups) void this.#groups.show();
    this.#browser.show();
  }

  #group(groups: AskedGroups | null): void {
    this.#asked = { ...this.#asked, groups };
    void this.#groups.show();
    this.#browser.keepAddress();
  }

  /** Lets the reader agree to a large download. If the reader never does, the promise stays pending. */
  #agree(bytes: number, say: Say): Promise<void> {
    const { data } = this.#browser;
    return new Promise((resolve) => {
      const size = bytesFormat(data.language)(bytes);
      say(
        fill(this.texts.large, { size }),
        ' ',
        pressable(this.texts.agree, () => resolve()),
      );
    });
  }

  /** Shows each condition and sort key as a button that removes it. */
  #drawChips(): void {
    const { texts } = this;
    const { where, sort } = this.#asked;
    const chip = (text: string, rest: Partial<AskedRows>): HTMLElement => {
      const label = { 'aria-label': fill(texts.removeCondition, { condition: text }) };
      const remove = (): void => {
        this.#ask({ ...this.#asked, ...rest });
        // The button that had the focus is gone.
        const { chips, section } = this.#browser;
        (chips.querySelector('button') ?? section.querySelector<HTMLElement>('.ask'))?.focus();
      };
      return element('li', {}, pressable(`${text} ×`, remove, label));
    };
    const parts = [
      ...where.map((it) => chip(this.#wordsOf(it), { where: where.filter((other) => other !== it) })),
      ...sort.map((it) => {
        const text = fill(it.descending ? texts.sortedDown : texts.sortedUp, { column: it.column });
        return chip(text, { sort: sort.filter((other) => other !== it) });
      }),
    ];
    if (parts.length > 1) {
      const all = (): void => this.#ask({ ...this.#asked, where: [], sort: [] });
      parts.push(element('li', {}, pressable(texts.removeAll, all)));
    }
    this.#browser.chips.replaceChildren(...parts);
  }

  #wordsOf({ column, word, values }: AskedCondition): string {
    const list = values.join(', ');
    if (word === 'contains' || word === 'begins') return `${column}: ${list}…`;
    if (word === 'null') return `${column}: ${this.#browser.data.texts.missing}`;
    if (word === 'value') return `${column}: ${this.texts.withoutMissing}`;
    return word === 'between' ? `${column}: ${values.join('–')}` : `${column} ${SIGNS[word]} ${list}`;
  }
}
