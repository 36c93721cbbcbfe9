import type { IndexDocument, TextsDocument } from '../../contract/documents.ts';

/**
 * All that the page of a dataset may show of the index and of the publisher's texts, besides its own dataset. A build renders the pages of
 * unchanged datasets again only if this has changed. So they must not show the number of datasets, or any other dataset. `theme` is whether
 * the publisher has a style sheet. Its content, and that of the publisher's pages, may change.
 */
export function sharedContent(
  { datasets: _, categories, ...head }: IndexDocument,
  { pages }: TextsDocument,
  theme: boolean,
) {
  return {
    ...head,
    categories: categories.map(({ count: __, ...category }) => category),
    theme,
    pages: pages.map(({ name, title }) => ({ name, title })),
  };
}
