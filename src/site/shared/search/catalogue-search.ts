import MiniSearch from 'minisearch';
import type { SearchedColumns, SearchedDataset } from './search-texts.ts';
import { countTerms, findWords, foldWord } from './words.ts';

/** A matching dataset, with the words and columns that match. */
export interface SearchResult {
  dataset: SearchedDataset;
  /** Words of the dataset that match the query, folded by `foldWord`. */
  terms: ReadonlySet<string>;
  /** Up to `MAX_COLUMNS` columns with a matching name or title, best first. `number` is a column's place in the file, from 1. */
  columns: readonly { name: string; title: string | null; number: number }[];
}

/** Results of a search: up to `MAX_RESULTS` of `count` matching datasets, best first. */
export interface SearchAnswer {
  count: number;
  results: readonly SearchResult[];
  /** If there are no results, datasets with titles similar to the query; otherwise empty. */
  nearest: readonly SearchedDataset[];
}

const MAX_RESULTS = 20;
const MAX_COLUMNS = 3;
const MAX_NEAREST = 3;

/** Documents indexed per step: few enough for typing to stay responsive on a slow phone. */
const CHUNK = 20;

const BOOST = { title: 5, keywords: 3, columns: 2, category: 1.5, source: 1.5, description: 1 } as const;

/** A document of the index: either a dataset, or a dataset's columns, which are indexed later. */
type IndexedText = { id: string } & Partial<Record<keyof typeof BOOST, string>>;

/** Maximum length of a word in which swapped letters are corrected. In longer words, fuzzy search allows two edits, which cover a swap. */
const MAX_SWAPPED_LENGTH = 7;

/** Minimum length of a word for fuzzy matching. Shorter words would match too many others. */
const MIN_MISSPELT_LENGTH = 4;

type NamedColumn = SearchResult['columns'][number];
type FoundDataset = { at: number; score: number } & Record<'words' | 'terms' | 'columnTerms', Set<string>>;

/** Searches the datasets of a catalogue. Tolerates typos, matches prefixes of words, and ignores case and accents. */
export class CatalogueSearch {
  readonly #index = new MiniSearch<IndexedText>({
    fields: Object.keys(BOOST),
    tokenize: (text) => findWords(text).map(({ word }) => word),
    processTerm: foldWord,
  });
  readonly #datasets: readonly SearchedDataset[];
  readonly #columns = new Map<number, readonly NamedColumn[]>();

  private constructor(datasets: readonly SearchedDataset[]) {
    this.#datasets = datasets;
  }

  /** Indexes datasets in steps, so that the page stays responsive. */
  static async over(datasets: readonly SearchedDataset[]): Promise<CatalogueSearch> {
    const search = new CatalogueSearch(datasets);
    const texts = datasets.map(({ title, description, source, keywords, category }, at) => ({
      id: `${at}`,
      title,
      description,
      source,
      keywords: keywords.join(' '),
      category,
    }));
    await search.#index.addAllAsync(texts, { chunkSize: CHUNK });
    return search;
  }

  /** Indexes the datasets' columns, also in steps. */
  async addColumns(columns: SearchedColumns): Promise<void> {
    const texts: IndexedText[] = [];
    for (const [at, { config }] of this.#datasets.entries()) {
      const named = (columns[config] ?? []).map((column, place) => {
        const [name, title] = typeof column === 'string' ? [column, null] : column;
        return { name, title, number: place + 1 };
      });
      this.#columns.set(at, named);
      texts.push({ id: `${at}+`, columns: named.map(textOfColumn).join(' ') });
    }
    await this.#index.addAllAsync(texts, { chunkSize: CHUNK });
  }

  /** Finds the datasets that match every word of a query or, if there are none, those that match the most words. */
  search(query: string): SearchAnswer {
    const found = this.#find(query);
    const max = Math.max(0, ...found.map(({ words }) => words.size));
    const best = found.filter(({ words }) => words.size === max).sort((one, other) => other.score - one.score);
    return {
      count: best.length,
      results: best.slice(0, MAX_RESULTS).map(({ at, terms, columnTerms }) => ({
        dataset: this.#datasets[at] as SearchedDataset,
        terms,
        columns: bestColumns(this.#columns.get(at) ?? [], columnTerms),
      })),
      nearest: best.length > 0 ? [] : this.#nearest(query),
    };
  }

  /** Datasets whose titles have a word similar to a word of the query. Up to about half of the letters may differ. */
  #nearest(query: string): SearchedDataset[] {
    const fuzzy = (term: string): number | false => (term.length < MIN_MISSPELT_LENGTH ? false : 0.5);
    const found = this.#index.search(query, { fields: ['title'], fuzzy });
    return found.slice(0, MAX_NEAREST).map(({ id }) => this.#datasets[Number.parseInt(id, 10)] as SearchedDataset);
  }

  /** Swaps two adjacent letters of a short word if that turns an unknown word into an indexed one: `gpd` → `gdp`. */
  #unswapped(word: string): string {
    const folded = foldWord(word);
    const has = (term: string, prefix: boolean): boolean => this.#index.search(term, { prefix }).length > 0;
    if (folded.length < 3 || folded.length > MAX_SWAPPED_LENGTH || has(folded, true)) return word;
    const letters = [...folded];
    for (let at = 0; at + 1 < letters.length; at += 1) {
      const swapped = letters
        .with(at, letters[at + 1] as string)
        .with(at + 1, letters[at] as string)
        .join('');
      if (has(swapped, false)) return swapped;
    }
    return word;
  }

  /** Finds the datasets that match any word of a query. A dataset and its columns are separate documents in the index. */
  #find(query: string): FoundDataset[] {
    const found = new Map<number, FoundDataset>();
    const options = {
      boost: BOOST,
      prefix: true,
      fuzzy: (term: string) => (term.length < MIN_MISSPELT_LENGTH ? false : 0.2),
      weights: { prefix: 0.6, fuzzy: 0.3 },
    };
    const corrected = findWords(query)
      .map(({ word }) => this.#unswapped(word))
      .join(' ');
    for (const { id, score, terms, queryTerms } of this.#index.search(corrected, options)) {
      const at = Number.parseInt(id, 10);
      const dataset = found.get(at) ?? { at, score: 0, words: new Set(), terms: new Set(), columnTerms: new Set() };
      found.set(at, dataset);
      dataset.score += score;
      for (const word of queryTerms) dataset.words.add(word);
      for (const term of terms) dataset.terms.add(term);
      if (id.endsWith('+')) for (const term of terms) dataset.columnTerms.add(term);
    }
    return [...found.values()];
  }
}

/** A column's name and title, plus the separate words of a camel-case name such as `wheatPrice`. */
function textOfColumn({ name, title }: NamedColumn): string {
  const split = name.replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ');
  return [name, split === name ? '' : split, title ?? ''].join(' ');
}

function bestColumns(columns: readonly NamedColumn[], terms: ReadonlySet<string>): NamedColumn[] {
  if (terms.size === 0) return [];
  return columns
    .map((column) => ({ column, matches: countTerms(textOfColumn(column), terms) }))
    .filter(({ matches }) => matches > 0)
    .sort((one, other) => other.matches - one.matches)
    .slice(0, MAX_COLUMNS)
    .map(({ column }) => column);
}
