/* JSON as the documents have it: one member or item per line. */

/** The members of an object, one a line. */
export function membersOf(document: object): string {
  return Object.entries(document)
    .map(([key, value]) => `"${key}": ${JSON.stringify(value)}`)
    .join(',\n');
}

/** A JSON object, from the JSON of each member: numbers are strings already, since doubles cannot hold all of them. */
export function objectOf<T>(members: Record<keyof T, string | number | boolean | null>): string {
  return `{${Object.entries(members)
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
    .join(',')}}`;
}

/** A JSON array, one item per line. */
export function lines(items: readonly string[]): string {
  return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n]`;
}
