import type { CategorySummary, IndexDocument, TextsDocument } from '../../contract/documents.ts';
import type { TextPage } from '../../model.ts';

/** What the pages of all datasets have in common. */
export interface SharedContent extends Omit<IndexDocument, 'datasets' | 'categories'> {
  categories: readonly Omit<CategorySummary, 'count'>[];
  /** Whether the publisher has a style sheet. What it says may change. */
  theme: boolean;
  /** The pages that the publisher has written, without what they say. */
  pages: readonly Omit<TextPage, 'content'>[];
}

/**
 * All that the page of a dataset may show of the index and of the publisher's texts, besides its own dataset. A build renders the pages of
 * unchanged datasets again only if this has changed. So they must not show how many datasets there are, nor any other dataset.
 */
export function sharedContent(
  { datasets: _, categories, ...head }: IndexDocument,
  { pages }: TextsDocument,
  theme: boolean,
): SharedContent {
  return {
    ...head,
    categories: categories.map(({ count: __, ...category }) => category),
    theme,
    pages: pages.map(({ name, title }) => ({ name, title })),
  };
}
