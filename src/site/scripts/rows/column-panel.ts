import { numberFormat } from '../../../charts/numbers.ts';
import { isCoded, labelled } from '../../../contract/labels/value-labels.ts';
import type { Answer } from '../../../query/question.ts';
import { fill, quantity } from '../../../texts/fill-text.ts';
import { intlNumbers } from '../../../texts/intl-formats.ts';
import { type Asking, askRows, type Say } from '../asking/ask-table.ts';
import type { AskedCondition, AskedRows, ConditionWord } from '../asking/asked-rows.ts';
import { element } from '../element.ts';
import { pressable } from '../pressable.ts';
import { histogramBrush } from './histogram-brush.ts';
import { lastTime, typedNumbers } from './typed-values.ts';

/** Maximum number of texts to tick, the most frequent ones, and of numbers, all of them: of more numbers, a histogram says more. */
const [MAX_TEXTS, MAX_NUMBERS] = [30, 300];
/** Groups by a column that has texts to tick. */
const MOST_FREQUENT = { measures: [{ measure: 'count' }], sort: { measure: 0 }, limit: MAX_TEXTS } as const;
/** Maximum number of values whose counts are read when the dialog is opened. */
const MAX_COUNTED = 50_000;
/** Milliseconds without typing after which a text is searched. */
const PAUSE_MS = 200;
/** Conditions that the fields for ends set. */
const ENDS = ['between', 'ge', 'le', 'lt'];

/**
 * Adds a dialog to sort by a column, and to set conditions on it. Returns a function that opens it for a column. `change` is called with what to
 * ask for instead, and `closed` when the dialog for a column was closed.
 */
export function columnPanel(
  parent: HTMLElement,
  asking: Asking,
  change: (asked: Partial<AskedRows>) => void,
  closed: (column: string) => void,
) {
  const { data, texts } = asking;
  const { format } = intlNumbers(data.language);
  const dialog = element('dialog', { class: 'column-panel' });
  parent.append(dialog);
  // A click beside the dialog is on the dialog itself, since its content fills it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  const close = element('button', { type: 'submit', formnovalidate: '' });
  const means = element('p', { class: 'note' });
  /** Says on the button how many rows match, unless there are no conditions, or it is not known, and what their mean and median is. */
  const sayMatched = ({ matched, groups }: Partial<Answer> = {}): void => {
    const rows = quantity(data.language, texts.rows, matched ?? 0);
    const values = groups?.groups[0]?.values ?? [];
    const [mean, median] = values.map((it) => (it === null ? '–' : numberFormat(data.language)(Number(it))));
    means.textContent = mean ? `${texts.measures.mean} ${mean} · ${texts.measures.median} ${median}` : '–';
    const isSet = asking.asked.where.length > 0 && matched !== undefined;
    close.textContent = isSet ? fill(texts.showRows, { rows }) : texts.close;
  };

  return (column: string): void => {
    const own = new AbortController();
    const title = element('h3', {}, element('code', {}, column));
    const sorts = element('div', { class: 'row-tools' }, ...[false, true].map((order) => sortButton(column, order)));
    const body = element('div', {}, texts.loadingValues);
    sayMatched();
    dialog.setAttribute('aria-label', fill(texts.askColumn, { column }));
    const form = element('form', { method: 'dialog' }, title, sorts, body, close);
    // After a slip, Enter leaves the dialog open; the button closes it in any case.
    form.addEventListener('submit', (event) => {
      if (form.querySelector('input:focus:invalid')) event.preventDefault();
    });
    dialog.replaceChildren(form);
    dialog.showModal();
    const end = (): void => {
      own.abort();
      closed(column);
    };
    dialog.addEventListener('close', end, { once: true });
    const say: Say = (...parts) => body.replaceChildren(...parts);
    addFields(column, form, say, own.signal).catch(() => {
      if (!own.signal.aborted) say(element('p', { class: 'row-error' }, data.texts.failed));
    });
  };

  /** A button that sorts by the column. While Shift is held, the present order stays, and the column sorts only what is equal in it. */
  function sortButton(column: string, descending: boolean): HTMLButtonElement {
    const { sort } = asking.asked;
    const isSorted = sort.some((key) => key.column === column && (key.descending ?? false) === descending);
    const act = (_: HTMLElement, { shiftKey }: MouseEvent): void => {
      const others = shiftKey ? sort.filter((key) => key.column !== column) : [];
      change({ sort: isSorted ? others : [...others, { column, descending }] });
      dialog.close();
    };
    return pressable(descending ? texts.descending : texts.ascending, act, { 'aria-pressed': String(isSorted) });
  }

  /** Adds what the column is, and what sets conditions on it: its values, in the rows that match the conditions on other columns. */
  async function addFields(column: string, form: HTMLFormElement, say: Say, signal: AbortSignal): Promise<void> {
    const profile = asking.profile.columns.find(({ name }) => name === column);
    if (!profile) throw new Error(column);
    const { type, description, min, max, format: kind, histogram } = profile;
    const [, , unit, title] = data.columns.find(([name]) => name === column) ?? [];
    const isText = type === 'object';
    const coded = isCoded(profile, profile.distinct_count);
    const edges = histogram?.edges ?? [];
    const histograms = edges.length < 3 || coded ? [] : [{ column, edges }];
    const measures = [{ measure: 'mean', column } as const, { measure: 'median', column } as const];
    const ofRows = asking.profile.measures.includes(column) && !coded ? { groups: { by: [], measures } } : {};
    const facets = [{ column, limit: MAX_COUNTED }];
    const answer = await askRows(asking, { facets, histograms, ...ofRows }, say, signal);
    const [facet] = answer.facets ?? [];
    const [bins] = answer.histograms ?? [];
    if (!facet || signal.aborted) return;
    const valuesOf = (...words: ConditionWord[]): readonly string[] | undefined =>
      asking.asked.where.find((it) => it.column === column && words.includes(it.word))?.values;
    const fields = element('div', { class: 'row-tools' });
    const field = (text: string, value = '', attributes = {}): HTMLInputElement => {
      const input = element('input', { value, ...attributes });
      fields.append(element('label', {}, element('span', {}, text), ' ', input));
      return input;
    };
    const search = isText || coded ? field(texts.contains, valuesOf('contains')?.[0], { type: 'search' }) : null;
    const { pattern, plain } = typedNumbers(data.language, type === 'int64');
    const attributes = isText ? {} : { pattern: String.raw`\s*<?${pattern}`, inputmode: 'decimal' };
    const end = (text: string, value: string | undefined, placeholder: string): HTMLInputElement =>
      field(text, value, { ...attributes, placeholder, size: '12' });
    const below = valuesOf('lt')?.map((value) => `<${value}`)[0];
    const [from = valuesOf('ge')?.[0], to = valuesOf('le')?.[0] ?? below] = valuesOf('between') ?? [];
    // Texts have a least and a greatest only if they are dates or times, and in the order of texts.
    const ends =
      min === null || max === null || coded ? [] : [end(texts.from, from, `${min}`), end(texts.to, to, `${max}`)];
    /** Both ends in the form, the lesser one first, each empty if it is missing or invalid; and whether the upper end is left out. */
    const readEnds = (): readonly [from: string, to: string, isBelow: boolean] => {
      const read = (text: string): string => (isText ? text.trim() : plain(text)).replace('<', '');
      const [from = '', to = ''] = ends.map(({ validity, value }) => (validity.valid ? read(value) : ''));
      if (ends[1]?.value.includes('<')) return [from, to, to !== ''];
      const isTurned = from !== '' && to !== '' && (isText ? from > to : Number(from) > Number(to));
      const [first, last] = isTurned ? [to, from] : [from, to];
      return [first, isText && last !== '' ? lastTime(last, `${max}`) : last, false];
    };

    const silent = (): undefined => undefined;
    const counts = new Map(facet.values.map(({ value, count }) => [String(value), count]));
    const list = element('fieldset');
    /** Lists values to tick: those that contain the text that is searched, or those of all, after those that are chosen. */
    const listValues = async (chosen?: readonly string[]): Promise<void> => {
      const text = search?.value.trim() ?? '';
      let [found, total] = [counts, facet.distinct];
      if (text !== '' && coded) {
        // Whoever searches a label knows no code.
        found = new Map(
          [...counts].filter(([value]) => labelled(profile, value).toLowerCase().includes(text.toLowerCase())),
        );
        total = found.size;
      } else if (text !== '') {
        const others = asking.asked.where.filter((it) => it.column !== column);
        const where = [...others, { column, word: 'contains', values: [text] } as const];
        const question = { groups: { by: [column], ...MOST_FREQUENT } };
        const answer = await askRows(asking, question, (...parts) => list.replaceChildren(...parts), signal, where);
        // Another text may have been typed meanwhile.
        if (!answer.groups || search?.value.trim() !== text) return;
        found = new Map(answer.groups.groups.map(({ by, values }) => [String(by[0]), Number(values[0])]));
        total = answer.groups.total;
      }
      const ticked = chosen ?? new FormData(form).getAll('value').map(String);
      const isLong = isText || total > MAX_NUMBERS;
      if (isLong && bins && ticked.length === 0) return;
      const first = [...found.keys()].slice(0, isLong ? MAX_TEXTS : MAX_NUMBERS);
      // The latest year is asked for most often.
      if (!isLong) first.sort((a, b) => (kind === 'year' ? -1 : 1) * (Number(a) - Number(b)));
      // What was chosen stays on the list, even if no row has it now.
      const listed = [...new Set([...ticked.filter((value) => !first.includes(value)), ...first])];
      // A text without characters is shown as in the CSV.
      const boxes = listed.map((value) => {
        const count = found.get(value) ?? counts.get(value);
        return checkbox('value', value, labelled(profile, value) || '""', ticked.includes(value), count);
      });
      const legend = element('legend', {}, `${texts.values} (${format(total)})`);
      list.replaceChildren(legend, element('ul', {}, ...boxes));
      const others = total - listed.filter((value) => found.has(value)).length;
      if (others > 0) list.append(element('p', { class: 'note' }, fill(texts.otherValues, { count: format(others) })));
    };
    const nulls = element('ul');
    if (facet.nulls > 0) {
      const box = (name: 'null' | 'value', text: string) =>
        checkbox(`is-${name}`, '', text, valuesOf(name) !== undefined);
      const only = fill(texts.onlyMissing, { count: format(facet.nulls) });
      nulls.append(box('null', only), box('value', texts.withoutMissing));
      // No row has both.
      nulls.addEventListener('change', ({ target }) => {
        for (const other of nulls.querySelectorAll('input')) if (other !== target) other.checked = false;
      });
    }

    /** Replaces the conditions on the column by those of the form. Others, from an address, stay. */
    const set = (): void => {
      const asked = new FormData(form);
      const set: AskedCondition[] = [];
      const add = (word: ConditionWord, ...values: string[]): void => void set.push({ column, word, values });
      const ticked = asked.getAll('value').map(String);
      const text = search?.value.trim() ?? '';
      const [from, to, isBelow] = readEnds();
      if (ticked.length > 0) add('in', ...ticked);
      else if (text !== '' && !coded) add('contains', text);
      if (from !== '' && to !== '' && !isBelow) from === to ? add('eq', from) : add('between', from, to);
      else if (from !== '') add('ge', from);
      if (to !== '' && (isBelow || from === '')) add(isBelow ? 'lt' : 'le', to);
      for (const word of ['null', 'value'] as const) if (asked.has(`is-${word}`)) add(word);
      const words = ['in', 'eq', 'null', 'value', search ? 'contains' : '', ...(ends.length > 0 ? ENDS : [])];
      const others = asking.asked.where.filter((it) => it.column !== column || !words.includes(it.word));
      change({ where: [...others, ...set] });
      brush?.mark();
      const tell = (it?: Answer): void => void (signal.aborted || sayMatched(it));
      // If there is no answer, the rows say so.
      askRows(asking, ofRows, () => tell(), signal)
        .catch(silent)
        .then(tell);
    };
    const written = kind === 'year' ? String : numberFormat(data.language);
    const brush =
      bins &&
      histogramBrush(bins.counts, {
        names: edges.map((edge) => written(edge)),
        rows: (count) => quantity(data.language, texts.rows, count),
        choose(first, last) {
          // Of all bins, only the last one includes its upper edge.
          const sign = last + 2 < edges.length ? '<' : '';
          for (const [at, input] of ends.entries())
            input.value = at === 0 ? `${edges[first]}` : `${sign}${edges[last + 1]}`;
          set();
        },
        isChosen(bin) {
          const [from, to] = readEnds();
          const [lower = 0, upper = 0] = edges.slice(bin, bin + 2);
          const [low, high] = [Number(from || -Infinity), Number(to || Infinity)];
          return from + to !== '' && upper > low && (lower < high || lower === low);
        },
      });
    const about = [title, description, unit].filter(Boolean).join(' · ');
    await listValues(valuesOf('in', 'eq') ?? []);
    const pictures = [...(brush ? [brush.drawn] : []), ...('groups' in ofRows ? [means] : [])];
    say(element('p', { class: 'note' }, about), ...pictures, fields, nulls, list);
    sayMatched(answer);
    form.addEventListener('change', set);
    let pause = 0;
    search?.addEventListener('input', () => {
      clearTimeout(pause);
      pause = window.setTimeout(() => {
        if (signal.aborted) return;
        set();
        listValues().catch(silent);
      }, PAUSE_MS);
    });
  }

  function checkbox(name: string, value: string, text: string, isChosen: boolean, count?: number): HTMLElement {
    const box = element('input', { type: 'checkbox', name, value });
    box.checked = isChosen;
    const note = element('span', { class: 'note' }, count === undefined ? '' : format(count));
    return element('li', {}, element('label', {}, box, element('span', {}, text), note));
  }
}
