/** Maximum length of the part of an anchor that is derived from the column's name, in characters. */
const MAX_SLUG_LENGTH = 40;

/**
 * HTML ids of a dataset's columns, in order, such as `column-wheat-price`. The column's number, from 1, is appended to a duplicate slug and
 * replaces an empty one.
 */
export function columnAnchors(names: readonly string[]): string[] {
  const slugs = names.map(slugOf);
  // A numbered anchor must not take the slug of a later column.
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
