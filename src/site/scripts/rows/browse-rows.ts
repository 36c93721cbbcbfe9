import type { EditionChanged } from '../../../client/errors.ts';
import { fill } from '../../../texts/fill-text.ts';
import { intlNumbers } from '../../../texts/intl-formats.ts';
import { rowTable } from '../../shared/row-table.ts';
import { columnOrder, type RowsData, type TextRow } from '../../shared/rows-data.ts';
import { copyText } from '../copy.ts';
import { element } from '../element.ts';
import { pressable } from '../pressable.ts';
import type { Questions } from './questions.ts';
import { rowReader } from './row-source.ts';
import { readAddress, writeAddress } from './rows-address.ts';
import { rowsCsv } from './rows-csv.ts';

/** Rows per page. */
const PAGE = 100;

/** The displayed rows, once they have replaced the sample. */
interface Shown {
  /** Place of the first row among those that match, from 1. */
  first: number;
  rows: readonly TextRow[];
  /** Number of each row in the table, from 1. */
  numbers: readonly number[];
  /** Number of all rows that match. */
  matched: number;
  /** Number of the requested row, from 1; null if a page was requested. */
  chosen: number | null;
}

/** Index of the first row on the page that contains `row`. `row` counts from 1. */
function pageOf(row: number): number {
  return Math.floor((row - 1) / PAGE) * PAGE;
}

/** Adds controls to a table of sample rows for browsing all rows, and shows any rows and columns given in the address. */
export function browseRows(section: HTMLElement): void {
  const [table, said] = [section.querySelector('table'), section.querySelector('[role="status"]')];
  const json = section.querySelector('script')?.textContent;
  if (table && said && json) browse(section, table, said, JSON.parse(json) as RowsData);
}

function browse(section: HTMLElement, table: HTMLTableElement, said: Element, data: RowsData): void {
  const { texts, count, shown: usual } = data;
  const names = data.columns.map(([name]) => name);
  const readRows = rowReader({ ...data, columns: names });
  const { format } = intlNumbers(data.language);
  const [tools, below] = [element('div', { class: 'row-tools' }), element('div', { class: 'row-tools' })];
  const summary = element('summary');
  const choice = element('details', { class: 'column-choice' });
  /** Indexes of all columns, in table order. */
  const order = columnOrder(data.keys, names.length);
  /** Indexes of the displayed columns, in table order. */
  let columns = usual;
  let shown: Shown | null = null;
  let reading: AbortController | null = null;
  /** The page and row last requested, which may not be displayed yet. */
  let requested: { page: number; chosen: number | null } = { page: 0, chosen: null };
  /** What the reader asks for, once the first question was asked. */
  let questions: Questions | null = null;
  let loading: Promise<Questions> | null = null;
  const chips = element('ul', { class: 'row-tools' });
  const groups = element('details', { class: 'column-choice groups' }, element('summary', {}, texts.groupRows));

  const menus = element('div', { class: 'row-tools' });
  if (data.canAsk) menus.append(groups);
  if (usual.length < names.length) menus.append(choice);
  said.after(chips, tools, menus);
  (table.parentElement as HTMLElement).after(below);
  section.querySelector('.more-columns')?.remove();
  makeTools();
  makeChoice();
  const address = readAddress(location.search);
  const sample = said.textContent;
  if (address.columns === 'all') columns = order;
  else if (address.columns !== null) {
    const known = address.columns.map((name) => names.indexOf(name)).filter((at) => at >= 0);
    if (known.length > 0) columns = inOrder(known);
  }
  markChoice();
  offerQuestions();
  groups.addEventListener('toggle', () => void withQuestions());
  if (address.asked !== '') {
    void withQuestions(restore);
    // The answer is what a link was shared for.
    if (location.hash === '') (address.asked.includes('group=') ? groups : section).scrollIntoView();
  } else restore();

  /** Shows what the address asks for. */
  function restore(): void {
    if (!data.canAsk && questions?.parameters) fail({ type: 'no-parquet' }, restore);
    else if (address.row !== null && !questions?.isAsking) void goToRow(Math.min(address.row, count));
    else if (questions?.isAsking || address.rows !== null || address.columns !== null) {
      void show(pageOf(Math.min(address.rows ?? 1, count)));
    }
  }

  function shownNames(): string[] {
    return columns.map((at) => names[at] ?? '');
  }

  function isUsual(): boolean {
    return columns.length === usual.length && columns.every((at, place) => at === usual[place]);
  }

  function inOrder(wanted: readonly number[]): number[] {
    const set = new Set(wanted);
    return order.filter((at) => set.has(at));
  }

  function makeTools(): void {
    const matched = shown?.matched ?? count;
    const asking = questions?.isAsking ? questions : null;
    const isPaged = matched > PAGE;
    const lastPage = pageOf(Math.max(1, matched));
    const button = (text: string, page: number, isOff: boolean, name: string): HTMLButtonElement =>
      pressable(text, (made) => show(page, made), { name, disabled: isOff ? '' : null });
    const turns = (at: number): HTMLButtonElement[] => [
      button(texts.previous, at - PAGE, at === 0, 'previous'),
      button(texts.next, at + PAGE, at === lastPage, 'next'),
    ];
    const parts: Node[] = [];
    const at = shown === null ? reading && requested.page : shown.first - 1;
    if (at === null) {
      const isMore = count > (table.tBodies[0]?.rows.length ?? 0);
      // The next page is what takes its place.
      if (isMore) parts.push(button(fill(texts.browse, { count: format(count) }), 0, false, 'next'));
    } else if (isPaged || asking) {
      // Buttons of a single page are disabled, so that nothing moves when it is known how many rows match.
      parts.push(button(texts.first, 0, at === 0, 'first'), ...turns(at));
      parts.push(button(texts.last, lastPage, at === lastPage, 'last'));
    }
    if (at !== null) {
      if (isPaged && !asking) parts.push(makeGoTo());
      const copy = (made: HTMLButtonElement) => copyText(made, rowsCsv(shownNames(), shown?.rows ?? []), texts);
      parts.push(pressable(texts.copyPage, copy, { disabled: shown ? null : '' }));
      if (asking) parts.push(pressable(asking.texts.download, asking.download));
    }
    if (data.canAsk) parts.push(element('span', { class: 'note' }, texts.askBy));
    tools.replaceChildren(...parts);
    below.replaceChildren(...(at !== null && isPaged ? turns(at) : []));
    for (const made of below.querySelectorAll('button')) made.dataset.place = 'below';
  }

  function makeGoTo(): HTMLFormElement {
    const attributes = { type: 'number', min: '1', max: String(count), required: '', inputmode: 'numeric' };
    const input = element('input', attributes);
    input.value = String(shown?.chosen ?? '');
    const label = element('label', {}, texts.goTo, ' ', input);
    const form = element('form', {}, label, element('button', { type: 'submit' }, texts.go));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void goToRow(input.valueAsNumber, true);
    });
    return form;
  }

  function makeChoice(): void {
    const list = element('ul');
    for (const at of order) {
      const box = element('input', { type: 'checkbox', value: String(at) });
      list.append(element('li', {}, element('label', {}, box, element('code', {}, names[at] ?? ''))));
    }
    list.addEventListener('change', () => {
      const boxes = [...list.querySelectorAll<HTMLInputElement>(':checked')];
      choose(boxes.length > 0 ? boxes.map(({ value }) => Number(value)) : usual);
    });
    const sets = [pressable(texts.allColumns, () => choose(order)), pressable(texts.usualColumns, () => choose(usual))];
    choice.replaceChildren(summary, element('div', { class: 'row-tools' }, ...sets), list);
  }

  function markChoice(): void {
    for (const box of choice.querySelectorAll('input')) box.checked = columns.includes(Number(box.value));
    summary.textContent = `${texts.chooseColumns} (${format(columns.length)}/${format(order.length)})`;
  }

  function choose(chosen: readonly number[]): void {
    columns = inOrder(chosen);
    markChoice();
    // If the first rows are still loading, there is nothing to do: they will be drawn with these columns.
    if (shown !== null) draw(shown);
    else if (reading === null) void show(requested.page, null, requested.chosen);
  }

  async function goToRow(row: number, isAsked = false): Promise<void> {
    await show(pageOf(row), null, row);
    table.querySelector('.chosen')?.scrollIntoView({ block: 'center' });
    // The head is at the top of the region.
    table.parentElement?.scrollIntoView({ block: 'nearest' });
    // After the form is submitted, focus stays in its field, ready for the next number.
    if (isAsked) tools.querySelector<HTMLInputElement>('input')?.focus({ preventScroll: true });
  }

  /** Reads and shows the page whose first row has the index `page`. `from` is the button that was pressed. */
  async function show(page: number, from: HTMLElement | null = null, chosen: number | null = null): Promise<void> {
    reading?.abort();
    const own = new AbortController();
    reading = own;
    requested = { page, chosen };
    table.setAttribute('aria-busy', 'true');
    say(texts.loading);
    if (!from && !chosen) makeTools();
    try {
      shown = { ...(await readPage(page, own.signal)), chosen };
      draw(shown);
      keepFocus(from);
    } catch (error) {
      if (own.signal.aborted) return;
      fail(error, () => show(page, from, chosen));
    } finally {
      if (reading === own) {
        reading = null;
        table.removeAttribute('aria-busy');
      }
    }
  }

  /** Focuses the button that replaces the pressed one. If there is no such button, or it is disabled, focuses the first enabled one. */
  function keepFocus(from: HTMLElement | null): void {
    if (from === null) return;
    const place = from.dataset.place === 'below' ? below : tools;
    const same = place.querySelector<HTMLButtonElement>(`button[name="${from.getAttribute('name')}"]`);
    const next = same?.disabled === false ? same : place.querySelector<HTMLButtonElement>('button:not(:disabled)');
    next?.focus({ preventScroll: true });
    if (place === below) said.parentElement?.scrollIntoView();
  }

  async function readPage(page: number, signal: AbortSignal): Promise<Omit<Shown, 'chosen'>> {
    const first = page + 1;
    if (questions?.isAsking) {
      const found = await questions.readPage(page, PAGE, signal);
      // An address may ask for a page that there is no more.
      if (page >= found.matched && found.matched > 0) return readPage(pageOf(found.matched), signal);
      return { ...found, first };
    }
    const rows = await readRows(page, Math.min(page + PAGE, count), signal);
    return { rows, numbers: rows.map((_, at) => first + at), matched: count, first };
  }

  /** Loads what questions need, unless it is there, and then calls `act`. The rows stay as they are. */
  async function withQuestions(act: (questions: Questions) => void = () => {}): Promise<void> {
    loading ??= import('./questions.ts').then(({ loadQuestions }) =>
      loadQuestions(
        {
          section,
          data,
          chips,
          groups,
          columns: () => (isUsual() ? names : shownNames()),
          show: () => void show(0),
          keepAddress,
          say,
          sayRange,
          fail,
          focusHead,
        },
        address.asked,
      ),
    );
    try {
      questions = await loading;
      act(questions);
    } catch (error) {
      loading = null;
      fail(error, () => {
        sayRange();
        void withQuestions(act);
      });
    }
  }

  /** Makes the names of columns in the head buttons that open the dialog of the column. */
  function offerQuestions(): void {
    if (!data.canAsk) return;
    for (const cell of table.tHead?.querySelectorAll('th') ?? []) {
      const name = cell.querySelector('code');
      const column = name?.textContent ?? '';
      const order = questions?.orderOf(column);
      if (order) cell.setAttribute('aria-sort', order);
      const open = (): void => void withQuestions((loaded) => loaded.open(column));
      const button = pressable('', open, { 'class': 'ask', 'aria-haspopup': 'dialog' });
      name?.replaceWith(button);
      if (name) button.append(name);
    }
  }

  function focusHead(column: string): void {
    const buttons = [...(table.tHead?.querySelectorAll<HTMLElement>('.ask') ?? [])];
    const button = buttons.find(({ textContent }) => textContent === column);
    (button ?? tools.querySelector('button'))?.focus({ preventScroll: true });
  }

  function draw({ rows, numbers, chosen }: Shown): void {
    const { activeElement } = document;
    const focused = activeElement && table.tHead?.contains(activeElement) ? activeElement.textContent : null;
    const numbered = rows.map((cells, at) => ({ number: numbers[at] ?? 0, cells }));
    const { head, body } = rowTable<HTMLElement>(element, data, { rows: numbered, columns, chosen });
    table.tHead?.replaceChildren(head);
    table.tBodies[0]?.replaceChildren(...body);
    sayRange();
    offerQuestions();
    if (focused !== null) focusHead(focused);
    makeTools();
    keepAddress();
  }

  /** Says something above the rows. The focus is not lost with a button there. */
  function say(...parts: (Node | string)[]): void {
    if (said.contains(document.activeElement)) table.parentElement?.focus({ preventScroll: true });
    said.replaceChildren(...parts);
  }

  function sayRange(): void {
    const { first = 1, rows = [], matched = count } = shown ?? {};
    const values = {
      from: format(first),
      to: format(first + rows.length - 1),
      matched: format(matched),
      count: format(count),
    };
    const words = matched === count ? null : questions?.texts;
    const range = (matched === 0 ? words?.noMatch : words?.matching) ?? texts.range;
    say(shown === null ? sample : fill(range, values));
  }

  /** The address names the displayed rows, columns and groups, so that a link to them can be shared. */
  function keepAddress(): void {
    const chosenColumns = columns.length === order.length ? 'all' : shownNames();
    const search = writeAddress(location.search, {
      row: shown?.chosen ?? null,
      rows: shown && shown.chosen === null ? shown.first : null,
      columns: isUsual() ? null : chosenColumns,
      asked: questions?.parameters ?? address.asked,
    });
    history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
  }

  function fail(error: unknown, again: () => void): void {
    const isChanged = (error as Partial<EditionChanged>).type === 'edition-changed';
    const retry = pressable(texts.tryAgain, isChanged ? () => location.reload() : again);
    const parts = questions?.explain(error) ?? [isChanged ? texts.changed : texts.failed, ' ', retry];
    say(element('span', { class: 'row-error' }, ...parts));
  }
}
