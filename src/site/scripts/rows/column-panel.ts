import type { AnswerValue } from '../../../query/question.ts';
import { fill } from '../../../texts/fill-text.ts';
import { intlNumbers } from '../../../texts/intl-formats.ts';
import type { AskableTable, Asking, Say } from '../asking/ask-table.ts';
import type { AskedCondition, AskedRows, ConditionWord } from '../asking/asked-rows.ts';
import { element } from '../element.ts';
import { pressable } from '../pressable.ts';
import { histogramBrush } from './histogram-brush.ts';

/** Maximum number of values to tick. */
const MAX_VALUES = 30;
/** With more values than this, a list of the most frequent ones helps nobody; beside a histogram, with fewer. */
const MAX_DISTINCT = 5000;
const MAX_MEASURED = 300;

interface PanelEvents {
  /** Called with what to ask for instead. */
  change(asked: Partial<AskedRows>): void;
  /** Called when the dialog for a column was closed. */
  closed(column: string): void;
}

/** Adds a dialog to sort by a column, and to set conditions on it. Returns a function that opens it for a column. */
export function columnPanel(parent: HTMLElement, asking: Asking, table: AskableTable, { change, closed }: PanelEvents) {
  const { data, texts, profile } = asking;
  const { format } = intlNumbers(data.language);
  // Numbers are written with a point, as in the rows, or as the language writes them.
  const number = String.raw`\s*[+\-]?[0-9]+(([.]|[${format(0.5)[1]}])[0-9]+)?([eE][+\-]?[0-9]+)?\s*`;
  const dialog = element('dialog', { class: 'column-panel' });
  parent.append(dialog);
  // A click beside the dialog is on the dialog itself, since its content fills it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });

  return (column: string): void => {
    const own = new AbortController();
    const title = element('h3', {}, element('code', {}, column));
    const sorts = element('div', { class: 'row-tools' }, ...[false, true].map((order) => sortButton(column, order)));
    const body = element('div', {}, texts.loadingValues);
    const close = element('button', { type: 'submit' }, texts.close);
    dialog.setAttribute('aria-label', fill(texts.askColumn, { column }));
    dialog.replaceChildren(element('form', { method: 'dialog' }, title, sorts, body, close));
    dialog.showModal();
    const end = (): void => {
      own.abort();
      closed(column);
    };
    dialog.addEventListener('close', end, { once: true });
    const say: Say = (...parts) => body.replaceChildren(...parts);
    addFields(column, say, own.signal).catch(() => {
      if (!own.signal.aborted) say(element('p', { class: 'row-error' }, data.texts.failed));
    });
  };

  function sortButton(column: string, descending: boolean): HTMLButtonElement {
    const { sort } = asking.asked;
    const isSorted = sort.some((key) => key.column === column && (key.descending ?? false) === descending);
    const press = (): void => {
      change({ sort: isSorted ? [] : [{ column, descending }] });
      dialog.close();
    };
    return pressable(descending ? texts.descending : texts.ascending, press, { 'aria-pressed': String(isSorted) });
  }

  /** Adds what sets conditions on the column: its values, in the rows that match the conditions on other columns. */
  async function addFields(column: string, say: Say, signal: AbortSignal): Promise<void> {
    const isText = (await table.open()).columns.find(({ name }) => name === column)?.type === 'object';
    // Only columns of numbers have edges.
    const edges = profile.columns.find(({ name }) => name === column)?.histogram?.edges ?? null;
    const histograms = edges === null || edges.length < 3 ? [] : [{ column, edges }];
    const answer = await table.ask({ facets: [{ column, limit: MAX_VALUES }], histograms }, say, signal);
    const [facet] = answer.facets ?? [];
    const [bins] = answer.histograms ?? [];
    if (!facet || signal.aborted) return;
    const valuesOf = (...words: ConditionWord[]): readonly string[] | undefined =>
      asking.asked.where.find((it) => it.column === column && words.includes(it.word))?.values;
    const field = (name: string, text: string, value = '', attributes = {}): HTMLElement =>
      element('label', {}, text, ' ', element('input', { name, value, ...attributes }));
    const fields = element('div', { class: 'row-tools' });
    const parts: HTMLElement[] = [fields];
    if (isText) fields.append(field('contains', texts.contains, valuesOf('contains')?.[0], { type: 'search' }));
    else {
      const end = valuesOf('le')?.[0] ?? valuesOf('lt')?.map((value) => `<${value}`)[0];
      const [from = valuesOf('ge')?.[0], to = end] = valuesOf('between') ?? [];
      const attributes = { inputmode: 'decimal', pattern: number, size: '12' };
      const excluding = { ...attributes, pattern: String.raw`\s*<?${number}` };
      fields.append(field('from', texts.from, from, attributes), field('to', texts.to, to, excluding));
    }
    const chosen = valuesOf('in', 'eq') ?? [];
    const most = bins ? MAX_MEASURED : MAX_DISTINCT;
    if (facet.distinct <= most || chosen.length > 0) parts.push(valueBoxes(chosen, facet));
    if (facet.nulls > 0) {
      const box = (name: 'null' | 'value', text: string) =>
        checkbox(`is-${name}`, '', text, valuesOf(name) !== undefined);
      const missing = fill(texts.onlyMissing, { count: format(facet.nulls) });
      parts.push(element('ul', {}, box('null', missing), box('value', texts.withoutMissing)));
    }
    say(...parts);
    const form = fields.closest('form') as HTMLFormElement;
    const set = (): void => setConditions(column, isText, form);
    form.addEventListener('change', set);
    if (!edges || !bins) return;
    const brush = histogramBrush(bins.counts, (first, last) => {
      const [from, to] = fields.querySelectorAll('input');
      // Of all bins, only the last one includes its upper edge.
      const sign = last + 2 < edges.length ? '<' : '';
      if (from && to) [from.value, to.value] = [String(edges[first]), `${sign}${edges[last + 1]}`];
      set();
    });
    fields.before(brush);
  }

  function checkbox(name: string, value: string, text: string, isChosen: boolean, note = ''): HTMLElement {
    const box = element('input', { type: 'checkbox', name, value });
    box.checked = isChosen;
    const label = element('label', {}, box, element('span', {}, text), element('span', { class: 'note' }, note));
    return element('li', {}, label);
  }

  function valueBoxes(
    chosen: readonly string[],
    { values, distinct }: { values: readonly { value: AnswerValue; count: number }[]; distinct: number },
  ): HTMLElement {
    const found = new Map(values.map(({ value, count }) => [String(value), format(count)]));
    // What was chosen stays on the list, even if no row has it now.
    const listed = new Set([...chosen.filter((value) => !found.has(value)), ...found.keys()]);
    // A text without characters is shown as in the CSV.
    const boxes = [...listed].map((value) =>
      checkbox('value', value, value || '""', chosen.includes(value), found.get(value)),
    );
    const set = element('fieldset', {}, element('legend', {}, texts.values), element('ul', {}, ...boxes));
    const others = distinct - values.length;
    if (others > 0) set.append(element('p', { class: 'note' }, fill(texts.otherValues, { count: format(others) })));
    return set;
  }

  /** Replaces the conditions on a column by those of the form, unless a number is not written as one. Others, from an address, stay. */
  function setConditions(column: string, isText: boolean, form: HTMLFormElement): void {
    if (!form.checkValidity()) return;
    const fields = new FormData(form);
    const textOf = (name: string): string => String(fields.get(name) ?? '').trim();
    const [from = '', to = ''] = ['from', 'to'].map((name) => textOf(name).replace(',', '.').replace(/^\+/, ''));
    const set: AskedCondition[] = [];
    const add = (word: ConditionWord, ...values: string[]): void => void set.push({ column, word, values });
    const values = fields.getAll('value').map(String);
    if (values.length > 0) add('in', ...values);
    const isBelow = to.startsWith('<');
    if (from !== '' && to !== '' && !isBelow) add('between', from, to);
    else if (from !== '') add('ge', from);
    if (isBelow) add('lt', to.replace(/^<\s*/, ''));
    else if (to !== '' && from === '') add('le', to);
    if (textOf('contains') !== '') add('contains', textOf('contains'));
    if (fields.has('is-null')) add('null');
    if (fields.has('is-value')) add('value');
    const words = ['in', 'eq', 'null', 'value', ...(isText ? ['contains'] : ['between', 'ge', 'le', 'lt'])];
    const others = asking.asked.where.filter((it) => it.column !== column || !words.includes(it.word));
    change({ where: [...others, ...set] });
  }
}
