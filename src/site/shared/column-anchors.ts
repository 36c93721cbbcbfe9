/** Maximum characters of a column's name in its anchor. */
const MAX_SLUG_LENGTH = 40;

/**
 * Ids of a dataset's columns on its page, in their order: `column-wheat-price`. A name that gives no id, or the same as an earlier name,
 * gets the number of its column, from 1.
 */
export function columnAnchors(names: readonly string[]): string[] {
  const slugs = names.map(slugOf);
  // The first column with a slug keeps it, even if an earlier column needs a number that looks the same.
  const reserved = new Set(slugs);
  const taken = new Set<string>();
  return slugs.map((slug, at) => {
    const isFirst = slug !== '' && !taken.has(slug);
    let anchor = slug;
    if (!isFirst) {
      do anchor = anchor === '' ? `${at + 1}` : `${anchor}-${at + 1}`;
      while (reserved.has(anchor) || taken.has(anchor));
    }
    taken.add(anchor);
    return `column-${anchor}`;
  });
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '');
}
