import MiniSearch from 'minisearch';
import { foldWord } from './fold-word.ts';
import { regionNames } from './region-names.ts';
import { columnOf, type SearchedColumns, type SearchedDataset, type SearchedValues } from './search-texts.ts';
import { countTerms, findWords, foldingsOf, initialsOf, MAX_ABBREVIATED, relatedTo } from './words.ts';

export type SearchAnswer = ReturnType<CatalogueSearch['search']>;
export type SearchResult = SearchAnswer['results'][number];

const MAX_RESULTS = 20;
const MAX_COLUMNS = 3;
const MAX_NEAREST = 3;

/** Documents indexed per step: few enough for typing to stay responsive on a slow phone. A value has only a few words. */
const CHUNK = 20;
const VALUES_CHUNK = 400;

const BOOST = { keywords: 6, title: 5, initials: 4, columns: 2, category: 1.5, source: 1.5, description: 1, value: 1 };
/** Weight of words that are related to a word of the query, relative to that word. */
const RELATED = 0.4;

/** A document of the index: a dataset or, indexed later, a dataset's columns or a value that the datasets have. */
type IndexedText = { id: { datasets: readonly number[]; isColumns?: boolean; value?: string } } & Partial<
  Record<keyof typeof BOOST, string>
>;

/** First character of a term that is an abbreviation. */
const INITIALS = '.';

/** Maximum length of a word in which swapped letters are corrected. In longer words, fuzzy search allows two edits, which cover a swap. */
const MAX_SWAPPED_LENGTH = 7;

/** Minimum length of a word for fuzzy matching. Shorter words would match too many others. */
const MIN_MISSPELT_LENGTH = 4;

/** Minimum length of a word for finding those that it begins. The last word of a query may be shorter, since it may be unfinished. */
const MIN_PREFIX_LENGTH = 3;

interface FoundDataset extends Record<'terms' | 'columnTerms', Set<string>> {
  dataset: SearchedDataset;
  score: number;
  words: Set<number>;
  values: string[];
}

/** A term to look up. `words` are the indexes of the words of the query that it stands for. */
interface AskedTerm {
  words: number[];
  weight: number;
  isPrefix: boolean;
  isFuzzy: boolean;
}

/**
 * Searches the datasets of a catalogue. Tolerates typos, matches prefixes of words and related words, knows abbreviations by their initials
 * and countries by their names in all languages of the pages, and ignores case, accents and the words in `ignored`, such as `the`.
 */
export class CatalogueSearch {
  readonly #terms = new Set<string>();
  readonly #index = new MiniSearch<IndexedText>({
    fields: Object.keys(BOOST),
    tokenize: (text, field) =>
      field === 'initials' ? text.split(' ') : findWords(text).flatMap(({ word }) => foldingsOf(word)),
    processTerm: (term, field) => {
      // Terms of queries have no field.
      if (field !== undefined) this.#terms.add(term);
      return term;
    },
  });
  readonly #datasets: readonly SearchedDataset[];
  readonly #ignored: ReadonlySet<string>;
  readonly #regions: ReadonlyMap<string, string>;
  #columns: SearchedColumns = {};

  private constructor(datasets: readonly SearchedDataset[], language: string, ignored: string) {
    this.#datasets = datasets;
    this.#ignored = new Set(findWords(ignored).map(({ word }) => foldWord(word)));
    this.#regions = regionNames(language);
  }

  /**
   * Indexes datasets in steps, so that the page stays responsive. `language` is a BCP 47 tag, and `ignored` are words that say nothing about
   * a topic, separated by spaces.
   */
  static async over(
    datasets: readonly SearchedDataset[],
    { language, ignored }: Record<'language' | 'ignored', string>,
  ): Promise<CatalogueSearch> {
    const search = new CatalogueSearch(datasets, language, ignored);
    const texts = datasets.map(({ title, description, source, keywords, category }, at) => ({
      id: { datasets: [at] },
      title,
      description,
      source,
      keywords: keywords.join(' '),
      category,
      initials: [title, ...keywords]
        .flatMap((text) => initialsOf(text, search.#ignored).map((initials) => INITIALS + initials))
        .join(' '),
    }));
    await search.#index.addAllAsync(texts, { chunkSize: CHUNK });
    return search;
  }

  /** Indexes the datasets' columns, also in steps. */
  async addColumns(columns: SearchedColumns): Promise<void> {
    this.#columns = columns;
    const texts = this.#datasets.map(({ config }, at): IndexedText => {
      const names = (columns[config] ?? []).map((column) => textOfColumn(columnOf(column)));
      return { id: { datasets: [at], isColumns: true }, columns: names.join(' ') };
    });
    await this.#index.addAllAsync(texts, { chunkSize: CHUNK });
  }

  /** Indexes the values of the datasets' columns, also in steps. */
  async addValues(values: SearchedValues): Promise<void> {
    const texts = Object.entries(values).map(([value, datasets]): IndexedText => ({ id: { datasets, value }, value }));
    await this.#index.addAllAsync(texts, { chunkSize: VALUES_CHUNK });
  }

  /** Finds the datasets that match every word of a query or, if no dataset does, those that match the most words, best first. */
  search(query: string) {
    const found = this.#find(query);
    const max = Math.max(0, ...found.map(({ words }) => words.size));
    const best = found.filter(({ words }) => words.size === max).sort((one, other) => other.score - one.score);
    return {
      count: best.length,
      results: best.slice(0, MAX_RESULTS).map(({ dataset, terms, columnTerms, values }) => ({
        dataset,
        /** Words of the dataset that match the query, folded by `foldingsOf`. */
        terms,
        /** Columns with a matching name or title, best first. `number` is a column's place in the file, from 1. */
        columns: bestColumns(this.#columns[dataset.config] ?? [], columnTerms),
        /** Matching values, such as `Germany`, best first. */
        values: values.slice(0, MAX_COLUMNS),
      })),
      /** If there are no results, datasets with titles similar to the query; otherwise empty. */
      nearest: best.length > 0 ? [] : this.#nearest(query),
    };
  }

  /** Datasets whose titles have a word of which up to a third, and at most four letters, differ from a word of the query. */
  #nearest(query: string): SearchedDataset[] {
    const fuzzy = (term: string): number => Math.min(4, Math.floor(term.length / 3));
    const found = this.#index.search(query, { fields: ['title'], fuzzy });
    return found.slice(0, MAX_NEAREST).map(({ id }) => this.#datasets[id.datasets[0]] as SearchedDataset);
  }

  /** Swaps two adjacent letters of a short word if that turns it into an indexed one: `gpd` → `gdp`. */
  #swapped(word: string): string | undefined {
    if (word.length < 3 || word.length > MAX_SWAPPED_LENGTH) return undefined;
    const swaps = Array.from({ length: word.length - 1 }, (_, at) => {
      return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    });
    return swaps.find((swapped) => this.#terms.has(swapped));
  }

  /** The terms to look up for the words of a query. Only words that nothing in the catalogue is like or begins with may be misspelt. */
  #asked(words: readonly string[]): Map<string, AskedTerm> {
    const asked = new Map<string, AskedTerm>();
    const ask = (term: string, word: number, weight = 1, isPrefix = false, isFuzzy = false): void => {
      const before = asked.get(term) ?? { words: [], weight, isPrefix, isFuzzy };
      before.words.push(word);
      before.weight = Math.max(before.weight, weight);
      before.isPrefix ||= isPrefix;
      asked.set(term, before);
    };
    for (const [at, word] of words.entries()) {
      const isPrefix = word.length >= MIN_PREFIX_LENGTH || at === words.length - 1;
      for (const form of foldingsOf(word)) {
        let isKnown = this.#terms.has(form) || this.#terms.has(INITIALS + form);
        const isRelated = relatedTo(form);
        for (const term of form.length < MIN_PREFIX_LENGTH ? [] : this.#terms) {
          if (isPrefix && term.startsWith(form)) isKnown = true;
          else if (isRelated(term)) {
            isKnown = true;
            ask(term, at, RELATED);
          }
        }
        const swapped = isKnown ? undefined : this.#swapped(form);
        if (swapped !== undefined) ask(swapped, at);
        const isMisspelt = !isKnown && swapped === undefined && form.length >= MIN_MISSPELT_LENGTH;
        ask(form, at, 1, isPrefix, isMisspelt);
        ask(INITIALS + form, at);
      }
      for (let end = at + 1; end <= words.length && end <= at + MAX_ABBREVIATED; end += 1) {
        const spelled = words.slice(at, end).map(foldWord);
        // A catalogue may have the abbreviation of what the query spells out.
        const initials = spelled.map((it) => [...it][0]).join('');
        const terms = spelled.length > 2 && this.#terms.has(initials) ? [initials] : [];
        for (const { word } of findWords(this.#regions.get(spelled.join(' ')) ?? '')) terms.push(foldWord(word));
        for (const term of terms) for (let word = at; word < end; word += 1) ask(term, word);
      }
    }
    return asked;
  }

  /** Finds the datasets that match any word of a query. A dataset and its columns are separate documents in the index. */
  #find(query: string): FoundDataset[] {
    const all = findWords(query).map(({ word }) => word);
    const others = all.filter((word) => !this.#ignored.has(foldWord(word)));
    const words = others.length > 0 ? others : all;
    const asked = this.#asked(words);
    const found = new Map<number, FoundDataset>();
    const of = (term: string): AskedTerm => asked.get(term) as AskedTerm;
    const matches = this.#index.search([...asked.keys()].join(' '), {
      tokenize: (text: string) => text.split(' '),
      processTerm: (term: string) => term,
      boost: BOOST,
      boostTerm: (term: string) => of(term).weight,
      prefix: (term: string) => of(term).isPrefix,
      fuzzy: (term: string) => of(term).isFuzzy && 0.2,
      weights: { prefix: 0.6, fuzzy: 0.3 },
    });
    for (const { id, score, terms: matching, queryTerms } of asked.size === 0 ? [] : matches) {
      const { datasets, isColumns, value } = id as IndexedText['id'];
      // Values are names, of which readers mean whole ones: `corn` is no CORNYN, and `sugar` no LUGAR.
      if (value !== undefined && !matching.every((term) => asked.has(term))) continue;
      for (const at of datasets) {
        const dataset = this.#datasets[at] as SearchedDataset;
        const [words, terms, columnTerms] = [new Set<number>(), new Set<string>(), new Set<string>()];
        const own = found.get(at) ?? { dataset, score: 0, words, terms, columnTerms, values: [] };
        found.set(at, own);
        for (const term of queryTerms) for (const word of of(term).words) own.words.add(word);
        // Results are sorted by score, so the first value is the best. Others hardly make the dataset a better match.
        if (value === undefined || own.values.length === 0) own.score += score;
        if (value !== undefined) own.values.push(value);
        else for (const term of matching) own.terms.add(term);
        if (isColumns) for (const term of matching) own.columnTerms.add(term);
      }
    }
    return [...found.values()];
  }
}

/** A column's name and title, plus the separate words of a camel-case name such as `wheatPrice`. */
function textOfColumn({ name, title }: ReturnType<typeof columnOf>): string {
  const split = name.replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ');
  return [name, split === name ? '' : split, title ?? ''].join(' ');
}

function bestColumns(columns: SearchedColumns[string], terms: ReadonlySet<string>) {
  if (terms.size === 0) return [];
  return columns
    .map((column, at) => ({ column: columnOf(column), number: at + 1 }))
    .map((it) => ({ ...it, matches: countTerms(textOfColumn(it.column), terms) }))
    .filter(({ matches }) => matches > 0)
    .sort((one, other) => other.matches - one.matches)
    .slice(0, MAX_COLUMNS)
    .map(({ column, number }) => ({ ...column, number }));
}
