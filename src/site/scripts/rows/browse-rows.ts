import { fill } from '../../../texts/fill-text.ts';
import { columnOrder, type RowsData } from '../../shared/rows-data.ts';
import { copyText } from '../copy.ts';
import { element } from '../element.ts';
import { DatasetChanged, publishedRows, type RowSource, type TextRow } from './row-source.ts';
import { fillTable } from './row-table.ts';
import { readAddress, writeAddress } from './rows-address.ts';
import { rowsCsv } from './rows-csv.ts';

/** Rows of a page. */
const PAGE = 100;

/** The rows shown; null while the page shows its own sample. */
interface Shown {
  first: number;
  rows: readonly TextRow[];
  /** Number of the row that the reader asked for; null if it was a page. */
  chosen: number | null;
}

/** Turns the sample of rows on a page into a way through all rows. */
export function browseRows(section: HTMLElement): void {
  const table = section.querySelector('table');
  const said = section.querySelector('[role="status"]');
  const json = section.querySelector('script')?.textContent;
  if (!table || !said || !json) return;
  const data = JSON.parse(json) as RowsData;
  new RowBrowser(section, table, said, data).start();
}

/** The page of a row: the number of its first row, from 0. `row` counts from 1. */
function pageOf(row: number): number {
  return Math.floor((row - 1) / PAGE) * PAGE;
}

class RowBrowser {
  readonly #table: HTMLTableElement;
  readonly #said: Element;
  readonly #data: RowsData;
  readonly #source: RowSource;
  readonly #count: string;
  readonly #tools: HTMLElement;
  readonly #below: HTMLElement;
  readonly #choice: HTMLElement;
  /** Indexes of all columns, in the order of the table. */
  readonly #order: readonly number[];
  /** Indexes of the shown columns, in the same order. */
  #columns: readonly number[];
  #shown: Shown | null = null;
  #reading: AbortController | null = null;
  /** The page and the row that were asked for last, shown or not. */
  #asked: { page: number; chosen: number | null } = { page: 0, chosen: null };

  constructor(section: HTMLElement, table: HTMLTableElement, said: Element, data: RowsData) {
    this.#table = table;
    this.#said = said;
    this.#data = data;
    this.#order = columnOrder(data.keys, data.columns.length);
    this.#columns = data.shown;
    const columns = data.columns.map(([name]) => name);
    this.#source = publishedRows({ ...data, columns });
    this.#count = this.#format(data.count);
    this.#tools = element('div', { class: 'row-tools' });
    this.#below = element('div', { class: 'row-tools' });
    this.#choice = element('details', { class: 'column-choice' });
    said.after(this.#tools);
    (table.parentElement as HTMLElement).after(this.#below);
    if (data.shown.length < data.columns.length) this.#tools.after(this.#choice);
    section.querySelector('.more-columns')?.remove();
  }

  /** Shows the controls, and what the address asks for. */
  start(): void {
    this.#makeTools();
    this.#makeChoice();
    const { row, rows, columns } = readAddress(location.search);
    const names = this.#data.columns.map(([name]) => name);
    if (columns === 'all') this.#columns = this.#order;
    else if (columns !== null) {
      const known = columns.map((name) => names.indexOf(name)).filter((at) => at >= 0);
      if (known.length > 0) this.#columns = this.#inOrder(known);
    }
    this.#markChoice();
    if (row !== null) void this.#goToRow(Math.min(row, this.#data.count));
    else if (rows !== null) void this.#show(pageOf(Math.min(rows, this.#data.count)));
    else if (columns !== null) void this.#show(0);
  }

  #format(value: number): string {
    return new Intl.NumberFormat(this.#data.language).format(value);
  }

  #inOrder(columns: readonly number[]): number[] {
    const wanted = new Set(columns);
    return this.#order.filter((at) => wanted.has(at));
  }

  #makeTools(): void {
    const { texts, count } = this.#data;
    const first = this.#shown?.first ?? null;
    const isPaged = count > PAGE;
    const lastPage = Math.floor((count - 1) / PAGE) * PAGE;
    const button = (text: string, page: number, isOff: boolean, name: string): HTMLButtonElement => {
      const made = element('button', { type: 'button', name }, text);
      made.disabled = isOff;
      made.addEventListener('click', () => this.#show(page, made));
      return made;
    };
    const parts: Node[] = [];
    if (first === null) {
      if (count > (this.#table.tBodies[0]?.rows.length ?? 0)) {
        parts.push(button(fill(texts.browse, { count: this.#count }), 0, false, 'browse'));
      }
    } else if (isPaged) {
      const at = first - 1;
      parts.push(
        button(texts.first, 0, at === 0, 'first'),
        button(texts.previous, at - PAGE, at === 0, 'previous'),
        button(texts.next, at + PAGE, at === lastPage, 'next'),
        button(texts.last, lastPage, at === lastPage, 'last'),
      );
    }
    if (isPaged) parts.push(this.#makeGoTo());
    const below: Node[] = [];
    if (first !== null) {
      const copy = element('button', { type: 'button', name: 'copy' }, texts.copyPage);
      copy.addEventListener('click', () => this.#copy(copy));
      parts.push(copy);
      const at = first - 1;
      if (isPaged) {
        below.push(
          button(texts.previous, at - PAGE, at === 0, 'previous'),
          button(texts.next, at + PAGE, at === lastPage, 'next'),
        );
      }
    }
    this.#tools.replaceChildren(...parts);
    this.#below.replaceChildren(...below);
  }

  #makeGoTo(): HTMLFormElement {
    const { texts, count } = this.#data;
    const input = element('input', {
      type: 'number',
      min: '1',
      max: String(count),
      required: '',
      inputmode: 'numeric',
    });
    const chosen = this.#shown?.chosen ?? null;
    if (chosen !== null) input.value = String(chosen);
    const form = element(
      'form',
      {},
      element('label', {}, texts.goTo, ' ', input),
      element('button', { type: 'submit' }, texts.go),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#goToRow(input.valueAsNumber, true);
    });
    return form;
  }

  #makeChoice(): void {
    const { texts, columns, shown } = this.#data;
    const list = element('ul');
    for (const at of this.#order) {
      const box = element('input', { type: 'checkbox', value: String(at) });
      const item = element('li', {}, element('label', {}, box, element('code', {}, columns[at]?.[0] ?? '')));
      list.append(item);
    }
    list.addEventListener('change', () => {
      const boxes = [...list.querySelectorAll<HTMLInputElement>(':checked')];
      this.#choose(boxes.length > 0 ? boxes.map(({ value }) => Number(value)) : shown);
    });
    const set = (text: string, chosen: readonly number[]): HTMLButtonElement => {
      const made = element('button', { type: 'button' }, text);
      made.addEventListener('click', () => this.#choose(chosen));
      return made;
    };
    const sets = [
      set(texts.allColumns, this.#order),
      ...(shown.length < this.#order.length ? [set(texts.usualColumns, shown)] : []),
    ];
    this.#choice.replaceChildren(
      element('summary', {}, texts.chooseColumns),
      element('div', { class: 'row-tools' }, ...sets),
      list,
    );
  }

  #markChoice(): void {
    for (const box of this.#choice.querySelectorAll('input')) box.checked = this.#columns.includes(Number(box.value));
    const { texts } = this.#data;
    const summary = this.#choice.querySelector('summary');
    const part = `${this.#format(this.#columns.length)}/${this.#format(this.#order.length)}`;
    if (summary) summary.textContent = `${texts.chooseColumns} (${part})`;
  }

  #choose(columns: readonly number[]): void {
    this.#columns = this.#inOrder(columns);
    this.#markChoice();
    // Rows that are on their way are drawn in these columns when they arrive.
    if (this.#shown !== null) this.#draw();
    else if (this.#reading === null) void this.#show(this.#asked.page, null, this.#asked.chosen);
  }

  async #goToRow(row: number, isAsked = false): Promise<void> {
    await this.#show(pageOf(row), null, row);
    const line = this.#table.querySelector('.chosen');
    line?.scrollIntoView({ block: 'center' });
    // After a form the focus stays in its field, so that the next number can be typed.
    if (isAsked) this.#tools.querySelector<HTMLInputElement>('input')?.focus({ preventScroll: true });
  }

  /** Reads and shows the page that begins with a row, from 0. `from` is the button that was pressed. */
  async #show(page: number, from: HTMLElement | null = null, chosen: number | null = null): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#asked = { page, chosen };
    this.#table.setAttribute('aria-busy', 'true');
    this.#said.textContent = this.#data.texts.loading;
    try {
      const rows = await this.#source.read(page, Math.min(page + PAGE, this.#data.count), reading.signal);
      this.#shown = { first: page + 1, rows, chosen };
      this.#draw();
      this.#keepFocus(from);
    } catch (error) {
      if (reading.signal.aborted) return;
      this.#fail(error, () => this.#show(page, from, chosen));
    } finally {
      if (this.#reading === reading) {
        this.#reading = null;
        this.#table.removeAttribute('aria-busy');
      }
    }
  }

  /** The pressed button was replaced: its successor takes the focus, or the other way to turn if that one has come to its end. */
  #keepFocus(from: HTMLElement | null): void {
    if (from === null) return;
    const place = from.dataset.place === 'below' ? this.#below : this.#tools;
    const name = from.getAttribute('name') === 'browse' ? 'next' : from.getAttribute('name');
    const same = place.querySelector<HTMLButtonElement>(`button[name="${name}"]`);
    const next = same?.disabled === false ? same : place.querySelector<HTMLButtonElement>('button:not(:disabled)');
    next?.focus({ preventScroll: true });
    if (place === this.#below) this.#said.parentElement?.scrollIntoView();
  }

  #draw(): void {
    const shown = this.#shown;
    if (shown === null) return;
    const { first, rows, chosen } = shown;
    const { texts } = this.#data;
    fillTable(this.#table, this.#data, { rows, first, columns: this.#columns, chosen });
    const to = this.#format(first + rows.length - 1);
    this.#said.textContent = fill(texts.range, { from: this.#format(first), to, count: this.#count });
    this.#makeTools();
    for (const button of this.#below.querySelectorAll('button')) button.dataset.place = 'below';
    this.#keepAddress(shown);
  }

  /** Keeps the place in the address, so that it can be shared. */
  #keepAddress({ first, chosen: row }: Shown): void {
    const { shown, columns } = this.#data;
    const isUsual = this.#columns.length === shown.length && this.#columns.every((at, place) => at === shown[place]);
    const names = this.#columns.map((at) => columns[at]?.[0] ?? '');
    const chosen = isUsual ? null : this.#columns.length === this.#order.length ? 'all' : names;
    const search = writeAddress(location.search, { row, rows: row === null ? first : null, columns: chosen });
    history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
  }

  #fail(error: unknown, again: () => void): void {
    const { texts } = this.#data;
    const isChanged = error instanceof DatasetChanged;
    const retry = element('button', { type: 'button' }, texts.tryAgain);
    retry.addEventListener('click', isChanged ? () => location.reload() : again);
    const text = isChanged ? texts.changed : texts.failed;
    this.#said.replaceChildren(element('span', { class: 'row-error' }, text, ' ', retry));
  }

  #copy(button: HTMLButtonElement): void {
    const names = this.#columns.map((at) => this.#data.columns[at]?.[0] ?? '');
    void copyText(button, rowsCsv(names, this.#shown?.rows ?? []), this.#data.texts);
  }
}
