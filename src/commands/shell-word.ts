/**
 * A word for the shells of a platform, to be typed or pasted: in quotes, if it needs them. No shell runs anything in it, whatever a file is
 * called.
 *
 * Those of POSIX read it as it is. On Windows, nobody knows which shell reads it: PowerShell always reads it as it is, and cmd does so too,
 * unless it has `$`, a backtick, `%` or a double quote other than the usual one, for which the two have no form in common.
 */
export function quoted(word: string, platform: string = process.platform): string {
  return platform === 'win32' ? forWindows(word) : forPosix(word);
}

/** What PowerShell reads as a single quote, so that it would end a text in such quotes. */
const SINGLE_QUOTES = /['‘’‚‛]/g;
/** What PowerShell, and the bash of Git, act upon between double quotes. */
const EXPANDED = /[$`“”„]/;
/** The same for all shells of POSIX systems. */
const EXPANDED_BY_POSIX = /[$`“”„"\\!]/;
/** What cmd acts upon outside double quotes, the only ones that it knows. */
const ORDERS = /[&|<>^()%]/;

/**
 * Single quotes stand between double quotes: after `\'`, PowerShell, which may be started in a POSIX system, would take the rest for
 * orders.
 */
function forPosix(word: string): string {
  // zsh replaces "=name" by the path of a program.
  if (/^(?!=)[\p{L}\p{N}_./:@%+,=-]+$/u.test(word)) return word;
  if (word.search(SINGLE_QUOTES) >= 0 && !EXPANDED_BY_POSIX.test(word)) return `"${word}"`;
  return `'${word.replace(SINGLE_QUOTES, `'"$&"'`)}'`;
}

function forWindows(given: string): string {
  // No file name has a double quote there, and cmd would find orders after it.
  const word = given.replaceAll('"', '');
  if (/^[\p{L}\p{N}_./\\:+=-]+$/u.test(word)) return word;
  // A program would read the last backslash together with the quote after it.
  if (!EXPANDED.test(word)) return `"${word.replace(/\\+$/, '$&$&')}"`;
  if (!ORDERS.test(word)) return `'${word.replace(SINGLE_QUOTES, '$&$&')}'`;
  return inPieces(word.replaceAll('\\', '/'));
}

/** A path with `/` in pieces, each in the quotes that it needs. PowerShell joins them if the first piece has no quotes. */
function inPieces(path: string): string {
  const [start] = /^[\p{L}\p{N}_./:]*/u.exec(path) as RegExpExecArray;
  const rest = path.slice(start.length).match(/[$`“”„!]+|[^$`“”„!]+/g) ?? [];
  return `${start || './'}${rest.map((piece) => (/^[$`“”„!]/.test(piece) ? `'${piece}'` : `"${piece}"`)).join('')}`;
}
