/** Cuts a string of more than `max` code points, by default the most that a table shows, never inside a surrogate pair. */
export function shorten(text: string, max = 160): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : text;
}
