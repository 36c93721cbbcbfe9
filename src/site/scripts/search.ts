/*
 * The search box, with results as the user types. The files to search are loaded once the box has a query, typed or from the address.
 */

import type { Texts } from '../../texts/english.ts';
import { fill, quantity } from '../../texts/fill-text.ts';
import { columnAnchors } from '../shared/column-anchors.ts';
import { CatalogueSearch, type SearchAnswer, type SearchResult } from '../shared/search/catalogue-search.ts';
import {
  columnOf,
  type SearchedColumns,
  type SearchedDataset,
  type SearchedValues,
  type SearchTexts,
} from '../shared/search/search-texts.ts';
import { countTerms, markWords } from '../shared/search/words.ts';
import { element } from './element.ts';
import { keepInAddress } from './keep-in-address.ts';
import { readJson } from './read-json.ts';

type Words = Texts['search'] & Record<'tag' | 'files' | 'list', string>;

/** Delay before the query is written to the URL, in milliseconds: browsers limit how often the URL may change. */
const ADDRESS_PAUSE = 400;

const form = document.querySelector<HTMLFormElement>('form[data-search]');
if (form) start(form);

function start(form: HTMLFormElement): void {
  const words = JSON.parse(form.dataset.search as string) as Words;
  const part = <T extends HTMLElement>(selector: string): T => document.querySelector(selector) as T;
  const input = form.querySelector('input') as HTMLInputElement;
  const [status, results, browse] = [part('.search-status'), part('.results'), part('[data-browse]')];
  const template = part<HTMLTemplateElement>('template[data-row]');
  const pageOf = ({ config }: SearchedDataset): string => `${form.getAttribute('action')}${config}/`;
  let search: CatalogueSearch | null = null;
  let columns: SearchedColumns = {};
  let isLoading = false;
  let pause = 0;

  const load = async (): Promise<void> => {
    const names = readJson<SearchedColumns>(`${words.files}columns.json`);
    const values = readJson<SearchedValues>(`${words.files}values.json`);
    // Avoids an unhandled rejection if these fail to load before they are awaited.
    names.catch(() => {});
    values.catch(() => {});
    const { datasets } = await readJson<SearchTexts>(`${words.files}datasets.json`);
    search = await CatalogueSearch.over(datasets, { language: words.tag, ignored: words.ignored });
    show();
    columns = await names;
    await search.addColumns(columns);
    show();
    await search.addValues(await values);
    show();
  };

  const failed = (): void => {
    // Search works even if the names of columns or the values fail to load.
    if (search) return;
    // The next input event tries to load the texts again.
    isLoading = false;
    status.textContent = words.failed;
    results.replaceChildren(element('a', { href: form.action }, words.list));
  };

  const show = (): void => {
    const query = input.value.trim();
    browse.hidden = query !== '';
    results.hidden = query === '';
    if (query === '') {
      status.textContent = '';
      results.replaceChildren();
      return;
    }
    if (!isLoading) {
      isLoading = true;
      load().catch(failed);
    }
    if (!search) {
      status.textContent = words.loading;
      return;
    }
    const answer = search.search(query);
    status.textContent =
      answer.count > 0 ? quantity(words.tag, words.found, answer.count) : fill(words.none, { query });
    results.replaceChildren(...(answer.count > 0 ? found(answer) : nothing(answer)));
  };

  const found = ({ count, results: shown }: SearchAnswer): HTMLElement[] => {
    const list = (template.content.firstElementChild as HTMLElement).cloneNode() as HTMLElement;
    list.append(...shown.map(row));
    if (count === shown.length) return [list];
    return [list, element('p', { class: 'note' }, quantity(words.tag, words.more, count - shown.length))];
  };

  const row = ({ dataset, terms, columns: matching, values }: SearchResult): HTMLElement => {
    const item = template.content.querySelector('li')?.cloneNode(true) as HTMLElement;
    const page = pageOf(dataset);
    const part = (selector: string): Element => item.querySelector(selector) as Element;
    const anchor = part('a') as HTMLAnchorElement;
    anchor.href = page;
    anchor.replaceChildren(...marked(dataset.title, terms));
    part('.dataset-line').replaceChildren(...marked(lineOf(dataset, terms), terms));
    part('.source').replaceChildren(...marked(dataset.source, terms));
    const [rows, width] = part('.size').children;
    if (rows) rows.textContent = dataset.rows;
    if (width) width.textContent = dataset.columns;
    if (dataset.span === null) part('.span').remove();
    else part('.span').textContent = dataset.span;
    if (dataset.spark === null) part('.spark').remove();
    else {
      part('.spark').classList.toggle('bars', dataset.spark.endsWith('z'));
      part('.spark path').setAttribute('d', dataset.spark);
    }
    if (matching.length > 0) {
      const ids = columnAnchors((columns[dataset.config] ?? []).map((it) => columnOf(it).name));
      const line = element('p', { class: 'matches note' }, `${matching.length === 1 ? words.column : words.columns} `);
      for (const [at, { name, title, number }] of matching.entries()) {
        if (at > 0) line.append(', ');
        const shown = title === null ? [] : [' (', ...marked(title, terms), ')'];
        line.append(element('a', { href: `${page}#${ids[number - 1]}` }, ...marked(name, terms), ...shown));
      }
      part('.what').append(line);
    }
    if (values.length > 0) {
      part('.what').append(element('p', { class: 'matches note' }, `${words.values} ${values.join(', ')}`));
    }
    return item;
  };

  const nothing = ({ nearest }: SearchAnswer): HTMLElement[] => {
    const advice = element('p', {}, words.advice);
    const all = element('p', {}, element('a', { href: form.action }, words.list));
    if (nearest.length === 0) return [advice, all];
    const items = nearest.map((it) => element('li', {}, element('a', { href: pageOf(it) }, it.title)));
    return [advice, element('p', {}, words.nearest), element('ul', {}, ...items), all];
  };

  const keepQuery = (): void => keepInAddress({ q: input.value.trim() });

  input.addEventListener('input', () => {
    show();
    clearTimeout(pause);
    pause = window.setTimeout(keepQuery, ADDRESS_PAUSE);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || input.value === '') return;
    event.preventDefault();
    input.value = '';
    show();
    keepQuery();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show();
    keepQuery();
  });
  // Text typed before the script loaded takes precedence over the address.
  input.value ||= new URL(location.href).searchParams.get('q') ?? '';
  if (input.value.trim() !== '') show();
}

/** The sentence of a description to show: the first or, if no word in it matches, the one with the most matches. */
function lineOf({ line, description }: SearchedDataset, terms: ReadonlySet<string>): string {
  let best = { text: line, matches: countTerms(line, terms) };
  if (best.matches > 0) return line;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(description)) {
    const matches = countTerms(segment, terms);
    if (matches > best.matches) best = { text: segment.trim(), matches };
  }
  return best.text;
}

function marked(text: string, terms: ReadonlySet<string>): (Node | string)[] {
  return markWords(text, terms).map((part) => (part.isMatch ? element('mark', {}, part.text) : part.text));
}
