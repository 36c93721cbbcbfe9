import { numberFormat } from '../../../charts/numbers.ts';
import type { Answer, AnswerValue, Measure } from '../../../query/question.ts';
import { fill } from '../../../texts/fill-text.ts';
import { intlNumbers } from '../../../texts/intl-formats.ts';
import { element } from '../element.ts';
import type { AskableTable, Asking, Say } from './ask-table.ts';
import { type AskedGroups, MEASURES, type MeasureName } from './asked-rows.ts';
import { pressable } from './pressable.ts';
import { cellsCsv, saveCsv } from './rows-csv.ts';

/** Maximum number of groups that are shown; a download has all of them. */
const MAX_SHOWN = 100;

/**
 * Adds a form for grouping the rows that match to a collapsed section. Returns a function that shows the groups that are asked for. `change` is called with
 * the groups that are asked for instead; null for none.
 */
export function rowGroups(
  place: HTMLDetailsElement,
  asking: Asking,
  table: AskableTable,
  change: (groups: AskedGroups | null) => void,
): () => Promise<void> {
  const { data, texts } = asking;
  const { config, columns, language } = data;
  const numeric = columns.filter(([, isNumber]) => isNumber === 1).map(([name]) => name);
  const names = columns.map(([name]) => name);
  const options = (values: readonly string[], text: (value: string) => string = (value) => value): HTMLElement[] =>
    values.map((value) => element('option', { value }, text(value)));
  const form = element('form', { class: 'row-tools' });
  const select = (text: string, ...values: HTMLElement[]): HTMLSelectElement => {
    const made = element('select', {}, ...values);
    form.append(element('label', {}, text, ' ', made));
    return made;
  };
  const none = (value: string): string => value || '–';
  const [by, and] = [
    select(texts.groupBy, ...options(['', ...names], none)),
    select(texts.groupAnd, ...options(['', ...names], none)),
  ];
  const measure = select(texts.groupShow, ...options(MEASURES, (name) => texts.measures[name as MeasureName]));
  const of = select(texts.groupOf);
  const status = element('p', { 'class': 'note', 'aria-live': 'polite' });
  const result = element('div');
  let reading: AbortController | null = null;
  place.append(form, status, result);
  form.addEventListener('change', () => change(chosen()));
  return show;

  /** The columns that the chosen measure can be of. */
  function measured(): readonly string[] {
    if (['sum', 'mean', 'median'].includes(measure.value)) return numeric;
    return [...new Set([...numeric, ...names])];
  }

  function chosen(): AskedGroups | null {
    const keys = [...new Set([by.value, and.value])].filter((name) => name !== '');
    const fit = measured();
    const column = measure.value === 'count' ? null : (fit.find((name) => name === of.value) ?? fit[0] ?? null);
    if (column === null) measure.value = 'count';
    setMeasured(column);
    return keys.length === 0 ? null : { by: keys, measure: measure.value as MeasureName, column };
  }

  function setMeasured(column: string | null): void {
    of.replaceChildren(...options(measured()));
    if (column !== null) of.value = column;
    of.disabled = column === null;
  }

  /** Shows the groups that are asked for. */
  async function show(): Promise<void> {
    const { groups } = asking.asked;
    reading?.abort();
    const own = new AbortController();
    reading = own;
    by.value = groups?.by[0] ?? '';
    and.value = groups?.by[1] ?? '';
    if (groups) {
      place.open = true;
      measure.value = groups.measure;
      setMeasured(groups.column);
    }
    const say: Say = (...parts) => status.replaceChildren(...parts);
    say(groups ? data.texts.loading : '');
    if (!groups) return result.replaceChildren();
    try {
      const measures = [{ measure: groups.measure, column: groups.column ?? undefined } as Measure];
      const sort = numeric.includes(groups.by[0] ?? '') ? undefined : { measure: 0 };
      const answer = await table.ask({ groups: { by: groups.by, measures, sort } }, say, own.signal);
      if (own.signal.aborted || !answer.groups) return;
      draw(groups, answer.groups);
      const { format } = intlNumbers(language);
      const { groups: found, total } = answer.groups;
      const values = { shown: format(Math.min(found.length, MAX_SHOWN)), count: format(total) };
      // A text that begins with a number would be in another order where the page is right to left.
      say(element('bdi', {}, fill(texts.groupsShown, values)));
    } catch {
      if (own.signal.aborted) return;
      say(element('span', { class: 'row-error' }, data.texts.failed));
      result.replaceChildren();
    }
  }

  function draw({ by: keys, measure: name, column }: AskedGroups, { groups }: NonNullable<Answer['groups']>): void {
    const format = numberFormat(language);
    const title = column === null ? texts.measures[name] : `${texts.measures[name]}: ${column}`;
    const sizes = groups.map(({ values: [value] }) => (typeof value === 'string' ? 0 : Math.abs(Number(value ?? 0))));
    const largest = Math.max(Number.MIN_VALUE, ...sizes.slice(0, MAX_SHOWN));
    const written = (value: AnswerValue = null): string =>
      typeof value === 'string' ? value : value === null ? data.texts.missing : format(Number(value));
    const rows = groups.slice(0, MAX_SHOWN).map((group, at) => {
      const bar = element('span', { 'class': 'size', 'aria-hidden': 'true' });
      bar.style.inlineSize = `${((sizes[at] ?? 0) / largest) * 100}%`;
      const heads = group.by.map((value) => element('th', { scope: 'row' }, String(value ?? data.texts.missing)));
      const value = element('td', { class: 'number' }, written(group.values[0]));
      return element('tr', {}, ...heads, value, element('td', { class: 'sizes' }, bar));
    });
    const heads = keys.map((text) => element('th', { scope: 'col' }, text));
    const head = element('tr', {}, ...heads, element('th', { scope: 'col', class: 'number' }, title), element('td'));
    const drawn = element('table', { class: 'records' }, element('thead', {}, head), element('tbody', {}, ...rows));
    const save = (): void => {
      const lines = groups.map(({ by, values }) => [...by, ...values].map((it) => (it === null ? null : String(it))));
      saveCsv(`${config}-${keys.join('-')}.csv`, cellsCsv([...keys, title], lines));
    };
    const scroll = element('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': title }, drawn);
    result.replaceChildren(pressable(texts.downloadGroups, save), scroll);
  }
}
