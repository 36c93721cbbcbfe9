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
    let anchor = slug;
    while (anchor === '' || taken.has(anchor) || (anchor !== slug && reserved.has(anchor))) {
      anchor += anchor === '' ? `${at + 1}` : `-${at + 1}`;
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
