/** Returns a pattern that finds any of the given words in a name, as a whole word. Each argument is a list separated by `|`. */
export function wordIn(...words: string[]): RegExp {
  return new RegExp(`(?:^|[^\\p{L}])(?:${words.join('|')})(?:$|[^\\p{L}])`, 'iu');
}

/** The words of a column's name, with spaces between them. */
export function wordsOf(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
}
