import type { IndexDocument, TextsDocument } from '../../contract/documents.ts';

/**
 * Everything that a dataset's page may show from the index and the publisher's texts, besides its own dataset. A build renders pages of
 * unchanged datasets again only if this changes, so no page may show the number of datasets or any other dataset. `theme` says whether the
 * publisher has a style sheet. If the content of that style sheet or of the publisher's pages changes, no dataset page is rendered again.
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
