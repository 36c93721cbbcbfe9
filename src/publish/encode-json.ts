/* JSON formatting of the published documents. */

/** JSON of an object's members, one per line, without the braces around them. */
export function membersOf(document: object): string {
  return Object.entries(document)
    .map(([key, value]) => `"${key}": ${JSON.stringify(value)}`)
    .join(',\n');
}

/**
 * A JSON object from the JSON of each member; members that are undefined are left out. Numbers may be passed as strings, since doubles
 * cannot represent all of them.
 */
export function objectOf<T>(members: Record<keyof T, string | number | boolean | null | undefined>): string {
  return `{${Object.entries(members)
    .filter(([, json]) => json !== undefined)
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
    .join(',')}}`;
}

/** A JSON array, one item per line. */
export function lines(items: readonly string[]): string {
  return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n]`;
}
