import type { AnswerValue } from '../../../query/question.ts';
import type { Texts } from '../../../texts/english.ts';
import { fill } from '../../../texts/fill-text.ts';
import type { RowsData } from '../../shared/rows-data.ts';
import { element } from '../element.ts';
import type { AskableTable } from './ask-table.ts';
import { type AskedCondition, type AskedRows, comparisonsOf } from './asked-rows.ts';
import { histogramBrush } from './histogram-brush.ts';
import { pressable } from './pressable.ts';

/** Maximum number of values to tick. */
const MAX_VALUES = 30;
/** With more values than this, each a different one in most rows, a list of values helps nobody. */
const MAX_DISTINCT = 5000;

interface PanelOptions {
  data: Pick<RowsData, 'texts' | 'language'>;
  texts: Texts['questions'];
  table: AskableTable;
  /** What is asked for at present. */
  asked: () => AskedRows;
  /** Called with what to ask for instead. */
  change: (asked: AskedRows) => void;
  /** Called when the dialog for a column was closed. */
  closed: (column: string) => void;
}

/** A dialog to sort by a column, and to set conditions on it. */
export class ColumnPanel {
  readonly #options: PanelOptions;
  readonly #dialog = element('dialog', { class: 'column-panel' });
  #reading: AbortController | null = null;
  #column = '';

  constructor(parent: HTMLElement, options: PanelOptions) {
    this.#options = options;
    parent.append(this.#dialog);
    // A click beside the dialog is on the dialog itself, since its content fills it.
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close();
    });
    this.#dialog.addEventListener('close', () => {
      this.#reading?.abort();
      options.closed(this.#column);
    });
  }

  /** Opens the dialog for a column. */
  open(column: string): void {
    this.#column = column;
    const { texts } = this.#options;
    const title = element('h3', {}, element('code', {}, column));
    const close = pressable(texts.close, () => this.#dialog.close());
    const body = element('div', {}, texts.loadingValues);
    const sorts = element('div', { class: 'row-tools' }, ...this.#sortButtons(column));
    this.#dialog.setAttribute('aria-label', fill(texts.askColumn, { column }));
    this.#dialog.replaceChildren(element('div', {}, title, sorts, body, close));
    this.#dialog.showModal();
    void this.#fill(column, body);
  }

  #sortButtons(column: string): HTMLButtonElement[] {
    const { texts, asked, change } = this.#options;
    return [false, true].map((descending) => {
      const now = asked();
      const isSorted = now.sort.some((key) => key.column === column && (key.descending ?? false) === descending);
      const press = (): void => {
        change({ ...now, sort: isSorted ? [] : [{ column, descending }] });
        this.#dialog.close();
      };
      const text = descending ? texts.descending : texts.ascending;
      return pressable(text, press, { 'aria-pressed': String(isSorted) });
    });
  }

  /** Fills the dialog with the values of the column, in the rows that match the conditions on other columns. */
  async #fill(column: string, body: HTMLElement): Promise<void> {
    const { data, table, asked } = this.#options;
    this.#reading?.abort();
    const own = new AbortController();
    this.#reading = own;
    try {
      const { columns } = await table.open();
      const where = comparisonsOf(asked().where, columns) ?? [];
      const isText = columns.find(({ name }) => name === column)?.type === 'object';
      const edges = isText ? null : await table.edgesOf(column);
      const histograms = edges === null || edges.length < 3 ? [] : [{ column, edges }];
      const question = { where: { all: where }, facets: [{ column, limit: MAX_VALUES }], histograms };
      const { facets = [], histograms: [bins] = [] } = await table.ask(
        question,
        (...parts) => body.replaceChildren(...parts),
        own.signal,
      );
      const [facet] = facets;
      if (!facet || own.signal.aborted) return;
      const form = element('form', { class: 'conditions' });
      const set = (): void => this.#set(column, form);
      const range = isText ? this.#textField(column) : this.#rangeFields(column);
      if (edges && bins) {
        form.append(
          histogramBrush(bins.counts, (first, last) => {
            const [from, to] = range.querySelectorAll('input');
            if (from && to) [from.value, to.value] = [String(edges[first]), String(edges[last + 1])];
            set();
          }),
        );
      }
      form.append(range);
      if (facet.distinct <= MAX_DISTINCT) form.append(this.#valueBoxes(column, facet.values, facet.distinct));
      if (facet.nulls > 0) form.append(this.#missingBoxes(column, facet.nulls));
      form.addEventListener('change', set);
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        set();
        this.#dialog.close();
      });
      body.replaceChildren(form);
    } catch {
      if (!own.signal.aborted) body.replaceChildren(element('p', { class: 'row-error' }, data.texts.failed));
    }
  }

  #conditionOf(column: string, ...words: AskedCondition['word'][]): AskedCondition | undefined {
    return this.#options.asked().where.find((it) => it.column === column && words.includes(it.word));
  }

  #textField(column: string): HTMLElement {
    const value = this.#conditionOf(column, 'contains')?.values[0] ?? '';
    const input = element('input', { type: 'search', name: 'contains', value });
    return element('label', {}, this.#options.texts.contains, ' ', input);
  }

  #rangeFields(column: string): HTMLElement {
    const { texts } = this.#options;
    const between = this.#conditionOf(column, 'between')?.values;
    const from = between?.[0] ?? this.#conditionOf(column, 'ge')?.values[0] ?? '';
    const to = between?.[1] ?? this.#conditionOf(column, 'le')?.values[0] ?? '';
    const field = (name: string, text: string, value: string): HTMLElement =>
      element(
        'label',
        {},
        text,
        ' ',
        element('input', { name, value, inputmode: 'decimal', pattern: NUMBER, size: '12' }),
      );
    return element('div', { class: 'row-tools' }, field('from', texts.from, from), field('to', texts.to, to));
  }

  #valueBoxes(column: string, values: readonly { value: AnswerValue; count: number }[], distinct: number): HTMLElement {
    const {
      texts,
      data: { language },
    } = this.#options;
    const format = (count: number): string => new Intl.NumberFormat(language).format(count);
    const chosen = new Set(this.#conditionOf(column, 'in', 'eq')?.values);
    const found = new Map(values.map(({ value, count }) => [String(value), format(count)]));
    // What was chosen stays on the list, even if no row has it now.
    const listed = [...[...chosen].filter((value) => !found.has(value)), ...found.keys()];
    const list = element(
      'ul',
      {},
      ...listed.map((value) => {
        const box = element('input', { type: 'checkbox', name: 'value', value });
        box.checked = chosen.has(value);
        const count = element('span', { class: 'note' }, found.get(value) ?? '');
        return element('li', {}, element('label', {}, box, element('span', {}, value), count));
      }),
    );
    const others = distinct - values.length;
    const note =
      others > 0 ? [element('p', { class: 'note' }, fill(texts.otherValues, { count: format(others) }))] : [];
    return element('fieldset', {}, element('legend', {}, texts.values), list, ...note);
  }

  #missingBoxes(column: string, nulls: number): HTMLElement {
    const {
      texts,
      data: { language },
    } = this.#options;
    const count = new Intl.NumberFormat(language).format(nulls);
    const box = (name: 'null' | 'value', text: string): HTMLElement => {
      const input = element('input', { type: 'checkbox', name: `is-${name}` });
      input.checked = this.#conditionOf(column, name) !== undefined;
      return element('li', {}, element('label', {}, input, element('span', {}, text)));
    };
    return element('ul', {}, box('null', fill(texts.onlyMissing, { count })), box('value', texts.withoutMissing));
  }

  /** Replaces the conditions on a column by those of the form. */
  #set(column: string, form: HTMLFormElement): void {
    const { asked, change } = this.#options;
    const now = asked();
    const fields = new FormData(form);
    const textOf = (name: string): string => String(fields.get(name) ?? '').trim();
    const [from, to] = [numberOf(textOf('from')), numberOf(textOf('to'))];
    const set: AskedCondition[] = [];
    const add = (word: AskedCondition['word'], ...values: string[]): void => void set.push({ column, word, values });
    const values = fields.getAll('value').map(String);
    if (values.length > 0) add('in', ...values);
    if (from !== '' && to !== '') add('between', from, to);
    else if (from !== '') add('ge', from);
    else if (to !== '') add('le', to);
    if (textOf('contains') !== '') add('contains', textOf('contains'));
    if (fields.has('is-null')) add('null');
    if (fields.has('is-value')) add('value');
    change({ ...now, where: [...now.where.filter((it) => it.column !== column), ...set] });
  }
}

/** Matches a number as people write one, with a comma or a point. */
const NUMBER = String.raw`\s*[+\-]?[0-9]+([.,][0-9]+)?\s*`;

/** The number as a question has it; empty if it is none. */
function numberOf(text: string): string {
  return new RegExp(`^${NUMBER}$`).test(text) ? text.replace(',', '.').replace('+', '') : '';
}
