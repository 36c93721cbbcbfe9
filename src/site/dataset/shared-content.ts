import type { IndexDocument, TextsDocument } from '../../contract/documents.ts';

/**
 * What dataset pages may show of the index and the publisher's texts, apart from the dataset itself. Builds can reuse the pages of
 * unchanged datasets as long as this content stays the same, so those pages must not show the number of datasets, or any other dataset.
 * `theme` says whether the publisher has a style sheet; what the style sheet and the publisher's pages contain does not matter here.
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
