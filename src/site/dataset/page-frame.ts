import type { CategorySummary, IndexDocument } from '../../contract/documents.ts';

/** What the pages of all datasets have in common. */
export interface PageFrame extends Omit<IndexDocument, 'datasets' | 'categories'> {
  categories: readonly Omit<CategorySummary, 'count'>[];
}

/**
 * All that the page of a dataset may show of the index, besides its own dataset. A build renders the pages of unchanged datasets again only if this has
 * changed. So they must not show how many datasets there are, nor any other dataset.
 */
export function pageFrame({ datasets: _, categories, ...head }: IndexDocument): PageFrame {
  return { ...head, categories: categories.map(({ count: __, ...category }) => category) };
}
