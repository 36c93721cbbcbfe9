import type { IndexDocument } from '../../contract/documents.ts';
import type { CatalogueTexts } from '../../model.ts';

/**
 * What dataset pages may show of the index and the publisher's texts, besides the dataset itself. Builds can reuse the pages of
 * unchanged datasets as long as this content stays the same. It therefore leaves out the other datasets, how many there are, the
 * identifier of the build, and the descriptions of the catalogue and its categories. `theme` says whether the publisher has a style
 * sheet. Dataset pages only link to it and to the publisher's pages, so their content is left out.
 */
export function sharedContent(
  { datasets: _, description: __, featured: ___, build: ____, categories, ...head }: IndexDocument,
  { pages }: CatalogueTexts,
  theme: boolean,
) {
  return {
    ...head,
    categories: categories.map(({ name, title }) => ({ name, title })),
    theme,
    pages: pages.map(({ name, title }) => ({ name, title })),
  };
}
