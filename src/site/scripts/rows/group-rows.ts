import { numberFormat } from '../../../charts/numbers.ts';
import { columnRoles } from '../../../charts/rules/column-roles.ts';
import type { ProfileColumn } from '../../../contract/documents.ts';
import { labelled } from '../../../contract/labels/value-labels.ts';
import type { Answer, AnswerValue, Measure } from '../../../query/question.ts';
import { fill } from '../../../texts/fill-text.ts';
import { intlNumbers } from '../../../texts/intl-formats.ts';
import { type Asking, askRows, type Say } from '../asking/ask-table.ts';
import { type AskedGroups, MEASURES, type MeasureName } from '../asking/asked-rows.ts';
import { element } from '../element.ts';
import { pressable } from '../pressable.ts';
import { cellsCsv, saveCsv } from './rows-csv.ts';

/** Maximum number of groups that are shown; a download has all of them. */
const MAX_SHOWN = 100;

/**
 * Adds a form for grouping the rows that match to a collapsed section. Returns a function that shows the groups that are asked for. `group` is
 * called with the groups to ask for instead, null for none, and `pick` with a value of a column whose rows are to be shown.
 */
export function rowGroups(
  place: HTMLDetailsElement,
  asking: Asking,
  group: (groups: AskedGroups | null) => void,
  pick: (column: string, value: AnswerValue) => void,
): () => Promise<void> {
  const { data, texts, profile } = asking;
  const { config, columns, language } = data;
  const roles = columnRoles(profile);
  const measures = roles.measures.map(({ name }) => name);
  const numeric = columns.filter(([, isNumber]) => isNumber).map(([name]) => name);
  const names = columns.map(([name]) => name);
  const options = (values: readonly string[]): HTMLElement[] => values.map((value) => new Option(value || '–', value));
  const form = element('form', { class: 'row-tools' });
  const select = (text: string, ...values: HTMLElement[]): HTMLSelectElement => {
    const made = element('select', {}, ...values);
    form.append(element('label', {}, text, ' ', made));
    return made;
  };
  const by = select(texts.groupBy, ...options(['', ...names]));
  const and = select(texts.groupAnd, ...options(['', ...names]));
  const measure = select(texts.groupShow, ...MEASURES.map((name) => new Option(texts.measures[name], name)));
  const of = select(texts.groupOf);
  const status = element('p', { 'class': 'note', 'aria-live': 'polite' });
  const result = element('div');
  let reading: AbortController | null = null;
  setMeasured(null);
  place.append(form, status, result);
  form.addEventListener('change', () => group(chosen()));
  return show;

  /** The columns that the chosen measure can be of. */
  function measured(): readonly string[] {
    const all = ['sum', 'mean', 'median'].includes(measure.value) ? numeric : names;
    return [...new Set([...measures, ...all])];
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
      const { by: keys, measure: name, column } = groups;
      const times = keys.flatMap((key) => roles.times.find((time) => time.name === key) ?? []);
      const measured = { measure: name, column: column ?? undefined } as Measure;
      const measures: Measure[] = column === null ? [measured] : [measured, { measure: 'count', column }];
      const isOrdered = times.length > 0 || numeric.includes(keys[0] ?? '');
      const sort = isOrdered ? undefined : { measure: 0, ascending: name === 'min' };
      const answer = await askRows(asking, { groups: { by: keys, measures, sort } }, say, own.signal);
      if (!answer.groups) return;
      const [time] = times;
      const chart = time && (await chartOf(groups, time, answer.groups));
      if (own.signal.aborted) return;
      draw(groups, answer.groups);
      if (chart) result.prepend(chart);
      const { format } = intlNumbers(language);
      const { groups: found, total } = answer.groups;
      const shown = format(Math.min(found.length, MAX_SHOWN));
      const values = { shown, count: format(total), matched: format(answer.matched), of: format(answer.of) };
      // A text that begins with a number would be in another order where the page is right to left.
      say(element('bdi', {}, fill(texts.groupsShown, values)));
    } catch {
      if (own.signal.aborted) return;
      say(element('span', { class: 'row-error' }, data.texts.failed));
      result.replaceChildren();
    }
  }

  function titleOf({ measure: name, column }: AskedGroups): string {
    return column === null ? texts.measures[name] : `${texts.measures[name]}: ${column}`;
  }

  function draw(asked: AskedGroups, { groups }: NonNullable<Answer['groups']>): void {
    const { by: keys, measure: name, column } = asked;
    const title = titleOf(asked);
    const format = numberFormat(language);
    // The least and the greatest year, for example, are written as in the rows.
    const isPlain = ['min', 'max'].includes(name) && !measures.includes(column ?? '');
    const written = (value: AnswerValue = null): string => {
      if (value === null) return data.texts.missing;
      return typeof value === 'string' || isPlain ? String(value) : format(Number(value));
    };
    const shown = groups.slice(0, MAX_SHOWN);
    const sizes = shown.map(({ values: [value] }) => (typeof value === 'string' ? 0 : Number(value ?? 0)));
    const [least, greatest] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
    const share = (size: number): string => `${(Math.abs(size) / (greatest - least || 1)) * 100}%`;
    const rows = shown.map(({ by, values: [value, count] }, at) => {
      const size = sizes[at] ?? 0;
      const bar = element('span', { 'class': 'size', 'aria-hidden': 'true' });
      bar.style.inlineSize = share(size);
      bar.style.marginInlineStart = share(Math.min(0, size) - least);
      const heads = by.map((key, index) => {
        const column = profile.columns.find((it) => it.name === keys[index]);
        const text = key === null ? data.texts.missing : labelled(column, String(key)) || '""';
        const show = pressable(text, () => pick(keys[index] ?? '', key), { class: 'ask' });
        return element('th', { scope: 'row' }, show);
      });
      const numbers = [value, ...(column === null ? [] : [count])].map((it, index) =>
        element('td', { class: 'number' }, index === 0 ? written(it) : format(Number(it))),
      );
      return element('tr', {}, ...heads, ...numbers, element('td', { class: 'sizes' }, value === null ? '' : bar));
    });
    const counted = column === null ? [] : [fill(texts.valuesOf, { column })];
    const heads = keys.map((text) => element('th', { scope: 'col' }, text));
    const numbers = [title, ...counted].map((text) => element('th', { scope: 'col', class: 'number' }, text));
    const head = element('tr', {}, ...heads, ...numbers, element('td'));
    const drawn = element('table', { class: 'records' }, element('thead', {}, head), element('tbody', {}, ...rows));
    const save = (): void => {
      const lines = groups.map(({ by, values }) => [...by, ...values].map((it) => (it === null ? null : String(it))));
      saveCsv(`${config}-${keys.join('-')}.csv`, cellsCsv([...keys, title, ...counted], lines));
    };
    const scroll = element('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': title }, drawn);
    result.replaceChildren(element('div', { class: 'row-tools' }, pressable(texts.downloadGroups, save)), scroll);
  }

  /** Draws groups by a time as lines; null if its values are no times. */
  async function chartOf(asked: AskedGroups, time: ProfileColumn, groups: NonNullable<Answer['groups']>) {
    const { groupChart } = await import('./group-chart.ts');
    const entity = profile.columns.find(({ name }) => name !== time.name && asked.by.includes(name));
    return groupChart(asking, titleOf(asked), [time, entity], asked.by, groups);
  }
}
