import type { AlmanacError } from '../../../client/errors.ts';
import { labelled } from '../../../contract/labels/value-labels.ts';
import type { AnswerValue } from '../../../query/question.ts';
import { fill } from '../../../texts/fill-text.ts';
import type { RowsData, TextRow } from '../../shared/rows-data.ts';
import { type Asking, askRows, openTable, readProfile, readTexts, type Say } from '../asking/ask-table.ts';
import {
  type AskedCondition,
  type AskedGroups,
  type AskedRows,
  comparisonsOf,
  readAsked,
  writeAsked,
} from '../asking/asked-rows.ts';
import chartStyles from '../chart/chart-tools.css?url';
import { copyText } from '../copy.ts';
import { element } from '../element.ts';
import { loadStyles } from '../load-styles.ts';
import { pressable } from '../pressable.ts';
import { columnPanel } from './column-panel.ts';
import { rowGroups } from './group-rows.ts';
import { matchingPictures } from './matching-pictures.ts';
import styles from './questions.css?url';
import { LANGUAGES, rowsCode } from './rows-code.ts';
import { rowsCsv, saveCsv } from './rows-csv.ts';

/** Signs of conditions with operands. */
const SIGNS = { eq: '=', ne: '≠', lt: '<', le: '≤', gt: '>', ge: '≥', in: '=' } as const;

/** The row browser, as far as questions need it. */
export interface RowBrowser {
  section: HTMLElement;
  data: RowsData;
  /** Where conditions are shown, and where groups are. */
  chips: HTMLElement;
  groups: HTMLDetailsElement;
  /** Names of the columns that the reader chose; of all if none were chosen. */
  columns(): string[];
  /** Shows the first page of the rows that are asked for. */
  show(): void;
  keepAddress(): void;
  /** Says something above the rows, and which rows are shown. */
  say: Say;
  sayRange(): void;
  fail(error: unknown, again: () => void): void;
  focusHead(column: string): void;
}

/** What a reader asks about the rows of a dataset. */
export type Questions = Awaited<ReturnType<typeof loadQuestions>>;

/** Loads the texts and styles for questions, and takes over what an address asks for. Called before the first question. */
export async function loadQuestions(browser: RowBrowser, search: string) {
  const { section, data, chips, say } = browser;
  const [texts, profile] = await Promise.all([
    readTexts(data),
    readProfile(data),
    loadStyles(styles),
    loadStyles(chartStyles),
  ]);
  const asking: Asking = { data, texts, profile, asked: readAsked(search) };
  const open = columnPanel(section, asking, ask, browser.focusHead);
  const showGroups = rowGroups(browser.groups, asking, group, pick);
  const drawPictures = matchingPictures(asking);
  const askForAll = (): void => askAndFocus({ where: [], sort: [] });
  drawChips();
  if (asking.asked.groups) void showGroups();

  function group(groups: AskedGroups | null): void {
    asking.asked = { ...asking.asked, groups };
    void showGroups();
    browser.keepAddress();
  }

  function pick(column: string, value: AnswerValue): void {
    const others = asking.asked.where.filter((it) => it.column !== column);
    const condition: Pick<AskedCondition, 'word' | 'values'> =
      value === null ? { word: 'null', values: [] } : { word: 'eq', values: [String(value)] };
    ask({ where: [...others, { column, ...condition }] });
    section.scrollIntoView();
  }

  function ask(change: Partial<AskedRows>): void {
    asking.asked = { ...asking.asked, ...change };
    drawChips();
    if (asking.asked.groups) void showGroups();
    browser.show();
  }

  /** Asks for something else when a button is pressed that is gone then, and focuses the next one. */
  function askAndFocus(change: Partial<AskedRows>): void {
    ask(change);
    (chips.querySelector('button') ?? section.querySelector<HTMLElement>('.ask'))?.focus();
  }

  /** Shows each condition and sort key as a button that removes it. */
  function drawChips(): void {
    const { where, sort } = asking.asked;
    const chip = (text: string, rest: Partial<AskedRows>): HTMLElement => {
      const label = { 'aria-label': fill(texts.removeCondition, { condition: text }) };
      const button = pressable(`${text} ×`, () => askAndFocus(rest), label);
      return element('li', {}, button);
    };
    const parts = where.map((it) => chip(wordsOf(it), { where: where.filter((other) => other !== it) }));
    for (const key of sort) {
      const text = fill(key.descending ? texts.sortedDown : texts.sortedUp, { column: key.column });
      parts.push(chip(text, { sort: sort.filter((other) => other !== key) }));
    }
    if (parts.length > 1) parts.push(element('li', {}, pressable(texts.removeAll, askForAll)));
    if (parts.length > 0) parts.push(codeMenu());
    chips.replaceChildren(...parts);
    drawPictures();
  }

  /** Offers code that finds the rows that are asked for, with the chosen columns. */
  function codeMenu(): HTMLElement {
    // The page's code that reads all rows, unless it has numbers of 64 bits, which R compares and sorts only in part.
    const codes = Array.from(document.querySelectorAll('.examples code'), (it) => it.textContent);
    const readInR = codes.find((code) => code.startsWith('data <- read.csv')) ?? '';
    const buttons = LANGUAGES.filter((it) => it !== 'R' || readInR !== '').map((language) =>
      pressable(language, async (button) => {
        const opened = await openTable(data);
        const where = comparisonsOf(asking.asked.where, opened.columns);
        const shown = browser.columns();
        const root = new URL(data.prefix, location.href).href;
        const code = where && rowsCode(language, { where, sort: asking.asked.sort, shown, root, readInR }, opened);
        if (code !== null) await copyText(button, code, data.texts);
      }),
    );
    const title = element('summary', {}, document.getElementById('code')?.textContent ?? '');
    return element('li', {}, element('details', {}, title, element('div', { class: 'row-tools' }, ...buttons)));
  }

  function wordsOf({ column, word, values }: AskedCondition): string {
    const labels = profile.columns.find(({ name }) => name === column);
    const list = values.map((value) => labelled(labels, value)).join(', ');
    if (word === 'contains' || word === 'begins') return `${column}: ${word === 'contains' ? '…' : ''}${list}…`;
    if (word === 'null') return `${column}: ${data.texts.missing}`;
    if (word === 'value') return `${column}: ${texts.withoutMissing}`;
    // A dash beside a minus, or between dates, would be misread.
    if (word === 'between') return `${column}: ${values.join(list.includes('-') ? ' … ' : '–')}`;
    return `${column} ${SIGNS[word]} ${list}`;
  }

  /** Downloads all rows that are asked for, with the chosen columns, as CSV. */
  async function download(): Promise<void> {
    say(data.texts.loading);
    try {
      const columns = browser.columns();
      const { sort } = asking.asked;
      const question = { rows: { columns, sort, limit: Number.POSITIVE_INFINITY, numbers: 'text' } } as const;
      const { rows } = await askRows(asking, question, say);
      saveCsv(`${data.config}-rows.csv`, rowsCsv(columns, (rows?.rows ?? []) as TextRow[]));
      browser.sayRange();
    } catch (error) {
      browser.fail(error, () => void download());
    }
  }

  return {
    texts,
    open,
    download,
    /** Whether other rows, or another order, are asked for than those of the file. */
    get isAsking(): boolean {
      return asking.asked.where.length > 0 || asking.asked.sort.length > 0;
    },
    get parameters(): string {
      return writeAsked(asking.asked);
    },
    /** Whether a column is sorted, in the words of `aria-sort`; null if it is not. */
    orderOf(column: string): 'ascending' | 'descending' | null {
      const key = asking.asked.sort.find((it) => it.column === column);
      return key ? (key.descending ? 'descending' : 'ascending') : null;
    },
    /** Reads `limit` of the rows that match, from index `offset` on, as texts, with their numbers from 1. */
    async readPage(offset: number, limit: number, signal: AbortSignal) {
      const question = { rows: { sort: asking.asked.sort, offset, limit, numbers: 'text' } } as const;
      const { rows, matched } = await askRows(asking, question, say, signal);
      const numbers = (rows?.numbers ?? []).map((number) => number + 1);
      return { rows: (rows?.rows ?? []) as TextRow[], numbers, matched };
    },
    /** Says why the table cannot be asked this if that is why rows could not be read, and offers to show all rows; null otherwise. */
    explain(error: unknown): (Node | string)[] | null {
      const { type = '' } = error as Partial<AlmanacError>;
      const reason = { 'invalid-question': texts.unfit, 'no-parquet': texts.noParquet }[type];
      return reason === undefined ? null : [reason, ' ', pressable(texts.removeAll, askForAll)];
    },
  };
}
