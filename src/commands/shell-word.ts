/**
 * Quotes a word, if necessary, for typing or pasting into a shell of the platform. The shell executes nothing in it, even if it is an
 * untrusted file name.
 *
 * POSIX shells read the word literally. On Windows, the shell is not known, so the word is quoted for both PowerShell and cmd. cmd may
 * misread a word that contains `$`, a backtick, `%` or a curly double quote, for which no quoting works in both.
 */
export function quoted(word: string, platform: string = process.platform): string {
  return platform === 'win32' ? forWindows(word) : forPosix(word);
}

/** Characters that PowerShell treats as single quotes. Any of them would end a single-quoted string. */
const SINGLE_QUOTES = /['‘’‚‛]/g;
/** Characters that PowerShell or Git Bash interprets inside double quotes. */
const EXPANDED = /[$`“”„]/;
/** Characters that POSIX shells or PowerShell interpret inside double quotes. */
const EXPANDED_BY_POSIX = /[$`“”„"\\!]/;
/** Characters that cmd interprets outside double quotes, the only quotes that it supports. */
const COMMANDS = /[&|<>^()%]/;

/** Encloses single quotes in double quotes instead of escaping them: PowerShell on a POSIX system would execute the text after `\'`. */
function forPosix(word: string): string {
  // zsh expands "=name" to the path of a program.
  if (/^(?!=)[\p{L}\p{N}_./:@%+,=-]+$/u.test(word)) return word;
  if (word.search(SINGLE_QUOTES) >= 0 && !EXPANDED_BY_POSIX.test(word)) return `"${word}"`;
  return `'${word.replace(SINGLE_QUOTES, `'"$&"'`)}'`;
}

function forWindows(given: string): string {
  // No file name on Windows contains a double quote, and cmd could execute the text after one.
  const word = given.replaceAll('"', '');
  if (/^[\p{L}\p{N}_./\\:+=-]+$/u.test(word)) return word;
  // Doubles trailing backslashes. Otherwise, programs would treat the closing quote as escaped.
  if (!EXPANDED.test(word)) return `"${word.replace(/\\+$/, '$&$&')}"`;
  if (!COMMANDS.test(word)) return `'${word.replace(SINGLE_QUOTES, '$&$&')}'`;
  return inPieces(word.replaceAll('\\', '/'));
}

/** Quotes the pieces of a path separately, each as its characters require. PowerShell joins the pieces if the first is unquoted. */
function inPieces(path: string): string {
  const [start] = /^[\p{L}\p{N}_./:]*/u.exec(path) as RegExpExecArray;
  const rest = path.slice(start.length).match(/[$`“”„!]+|[^$`“”„!]+/g) ?? [];
  return `${start || './'}${rest.map((piece) => (/^[$`“”„!]/.test(piece) ? `'${piece}'` : `"${piece}"`)).join('')}`;
}
