import { numberFormat } from '../../../charts/numbers.ts';
import type { Answer, AnswerValue, Measure } from '../../../query/question.ts';
import type { Texts } from '../../../texts/english.ts';
import { fill } from '../../../texts/fill-text.ts';
import type { RowsData } from '../../shared/rows-data.ts';
import { element } from '../element.ts';
import type { AskableTable, Say } from './ask-table.ts';
import { type AskedGroups, type AskedRows, comparisonsOf, MEASURES, type MeasureName } from './asked-rows.ts';
import { pressable } from './pressable.ts';
import { cellsCsv } from './rows-csv.ts';
import { saveCsv } from './save-csv.ts';

/** Maximum number of groups that are shown; a download has all of them. */
const MAX_SHOWN = 100;

interface GroupOptions {
  data: Pick<RowsData, 'config' | 'columns' | 'language' | 'texts'>;
  texts: Texts['questions'];
  table: AskableTable;
  /** What is asked for at present. */
  asked: () => AskedRows;
  /** Called with the groups that are asked for instead; null for none. */
  change: (groups: AskedGroups | null) => void;
}

/** A form for grouping the rows that match, and the table of their groups. */
export class RowGroups {
  readonly #place: HTMLDetailsElement;
  readonly #options: GroupOptions;
  readonly #form = element('form', { class: 'row-tools' });
  readonly #result = element('div', { 'aria-live': 'polite' });
  #reading: AbortController | null = null;

  /** Adds them to a collapsed section. */
  constructor(place: HTMLDetailsElement, options: GroupOptions) {
    this.#place = place;
    this.#options = options;
    const { texts } = options;
    const { columns } = options.data;
    const names = columns.map(([name]) => name);
    const numeric = columns.filter(([, isNumber]) => isNumber === 1).map(([name]) => name);
    const select = (name: string, text: string, values: readonly (readonly [value: string, text: string])[]) => {
      const entries = values.map(([value, text]) => element('option', { value }, text));
      return element('label', {}, text, ' ', element('select', { name }, ...entries));
    };
    const plain = (values: readonly string[]): [string, string][] => values.map((value) => [value, value]);
    this.#form.append(
      select('by', texts.groupBy, [['', '–'], ...plain(names)]),
      select('and', texts.groupAnd, [['', '–'], ...plain(names)]),
      select(
        'measure',
        texts.groupShow,
        MEASURES.map((name) => [name, texts.measures[name]]),
      ),
      select('column', texts.groupOf, plain(numeric.length > 0 ? numeric : names)),
    );
    place.append(this.#form, this.#result);
    this.#form.addEventListener('change', () => options.change(this.#chosen()));
  }

  /** Shows the groups that are asked for. */
  async show(): Promise<void> {
    const { asked, data, table } = this.#options;
    const { where, groups } = asked();
    this.#reading?.abort();
    this.#set(groups);
    if (!groups) {
      this.#result.replaceChildren();
      return;
    }
    this.#place.open = true;
    const own = new AbortController();
    this.#reading = own;
    this.#result.replaceChildren(data.texts.loading);
    try {
      const say: Say = (...parts) => this.#result.replaceChildren(...parts);
      const all = comparisonsOf(where, (await table.open()).columns) ?? [];
      const isInOrder = data.columns.find(([name]) => name === groups.by[0])?.[1] === 1;
      const sort = isInOrder ? undefined : { measure: 0 };
      const question = { by: groups.by, measures: [measureOf(groups)], sort };
      const answer = await table.ask({ where: { all }, groups: question }, say, own.signal);
      if (!own.signal.aborted && answer.groups) this.#draw(groups, answer.groups);
    } catch {
      if (!own.signal.aborted) this.#result.replaceChildren(element('p', { class: 'row-error' }, data.texts.failed));
    }
  }

  #field(name: string): HTMLSelectElement {
    return this.#form.elements.namedItem(name) as HTMLSelectElement;
  }

  #set(groups: AskedGroups | null): void {
    this.#field('by').value = groups?.by[0] ?? '';
    this.#field('and').value = groups?.by[1] ?? '';
    this.#field('measure').value = groups?.measure ?? 'count';
    if (groups?.column) this.#field('column').value = groups.column;
    this.#field('column').disabled = this.#field('measure').value === 'count';
  }

  #chosen(): AskedGroups | null {
    const by = [...new Set(['by', 'and'].map((name) => this.#field(name).value))].filter((name) => name !== '');
    const measure = this.#field('measure').value as MeasureName;
    if (by.length === 0) return null;
    return { by, measure, column: measure === 'count' ? null : this.#field('column').value };
  }

  #draw({ by, measure, column }: AskedGroups, { groups, total }: NonNullable<Answer['groups']>): void {
    const { texts, data } = this.#options;
    const { config, language } = data;
    const format = numberFormat(language);
    const title = column === null ? texts.measures[measure] : `${texts.measures[measure]}: ${column}`;
    const sizes = groups.map(({ values: [value] }) => (typeof value === 'string' ? 0 : Number(value ?? 0)));
    const largest = Math.max(...sizes.map(Math.abs), Number.MIN_VALUE);
    const written = (value: AnswerValue | undefined): string => {
      if (value === null || value === undefined) return data.texts.missing;
      return typeof value === 'string' ? value : format(Number(value));
    };
    const rows = groups.slice(0, MAX_SHOWN).map((group, at) => {
      const bar = element('span', { 'class': 'size', 'aria-hidden': 'true' });
      bar.style.inlineSize = `${(Math.abs(sizes[at] ?? 0) / largest) * 100}%`;
      const heads = group.by.map((value) =>
        element('th', { scope: 'row' }, value === null ? data.texts.missing : String(value)),
      );
      const value = element('td', { class: 'number' }, written(group.values[0]));
      return element('tr', {}, ...heads, value, element('td', { class: 'sizes' }, bar));
    });
    const heads = by.map((text) => element('th', { scope: 'col' }, text));
    const last = element('th', { scope: 'col', class: 'number' }, title);
    const table = element(
      'table',
      { class: 'records' },
      element('thead', {}, element('tr', {}, ...heads, last, element('td'))),
      element('tbody', {}, ...rows),
    );
    const count = (value: number): string => new Intl.NumberFormat(language).format(value);
    const said = fill(texts.groupsShown, { shown: count(rows.length), count: count(total) });
    const save = (): void => {
      const lines = groups.map(({ by: keys, values }) =>
        [...keys, ...values].map((it) => (it === null ? null : String(it))),
      );
      saveCsv(`${config}-${by.join('-')}.csv`, cellsCsv([...by, title], lines));
    };
    const scroll = element('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': title }, table);
    this.#result.replaceChildren(element('p', { class: 'note' }, said), pressable(texts.downloadGroups, save), scroll);
  }
}

function measureOf({ measure, column }: AskedGroups): Measure {
  return measure === 'count' || column === null ? { measure: 'count' } : { measure, column };
}
