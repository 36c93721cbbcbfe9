/**
 * A word for the shells of a platform, to be typed or pasted: in quotes if it needs them. No shell runs anything in it, even if it is the
 * name of a file from elsewhere.
 *
 * POSIX shells read it as it is. On Windows the shell is not known: PowerShell always reads it as it is. So does cmd, unless it has `$`, a
 * backtick, `%` or a curly double quote, for which the two have no form in common.
 */
export function quoted(word: string, platform: string = process.platform): string {
  return platform === 'win32' ? forWindows(word) : forPosix(word);
}

/** Characters that PowerShell reads as single quotes, so each would end a quoted string. */
const SINGLE_QUOTES = /['‘’‚‛]/g;
/** Characters that PowerShell and Git's bash act upon between double quotes. */
const EXPANDED = /[$`“”„]/;
/** The same for all POSIX shells. */
const EXPANDED_BY_POSIX = /[$`“”„"\\!]/;
/** Characters that cmd acts upon outside double quotes, the only quotes that it knows. */
const COMMANDS = /[&|<>^()%]/;

/**
 * Puts single quotes between double quotes. After `\'`, PowerShell, which may run on a POSIX system, would read the rest as commands.
 */
function forPosix(word: string): string {
  // zsh replaces "=name" with the path of a program.
  if (/^(?!=)[\p{L}\p{N}_./:@%+,=-]+$/u.test(word)) return word;
  if (word.search(SINGLE_QUOTES) >= 0 && !EXPANDED_BY_POSIX.test(word)) return `"${word}"`;
  return `'${word.replace(SINGLE_QUOTES, `'"$&"'`)}'`;
}

function forWindows(given: string): string {
  // No file name on Windows has a double quote, and cmd would run what follows one.
  const word = given.replaceAll('"', '');
  if (/^[\p{L}\p{N}_./\\:+=-]+$/u.test(word)) return word;
  // A program would read the last backslash together with the quote after it.
  if (!EXPANDED.test(word)) return `"${word.replace(/\\+$/, '$&$&')}"`;
  if (!COMMANDS.test(word)) return `'${word.replace(SINGLE_QUOTES, '$&$&')}'`;
  return inPieces(word.replaceAll('\\', '/'));
}

/** A path with `/` in pieces, each in the quotes that it needs. PowerShell joins them if the first piece has no quotes. */
function inPieces(path: string): string {
  const [start] = /^[\p{L}\p{N}_./:]*/u.exec(path) as RegExpExecArray;
  const rest = path.slice(start.length).match(/[$`“”„!]+|[^$`“”„!]+/g) ?? [];
  return `${start || './'}${rest.map((piece) => (/^[$`“”„!]/.test(piece) ? `'${piece}'` : `"${piece}"`)).join('')}`;
}
