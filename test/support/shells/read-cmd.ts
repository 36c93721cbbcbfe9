/**
 * The arguments of a command line as a program gets them from cmd: this finds the ends of commands outside double quotes, and the program's
 * own rules (https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments) divide the rest. Throws an error where cmd would
 * run something. Variables between percent signs, which are replaced even in quotes, are left as they are.
 */
export function readCmd(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isInQuotes = false;
  let isInQuotesOfCmd = false;
  for (const [piece] of line.matchAll(/\\*"|[\s\S]/gu)) {
    const backslashes = piece.endsWith('"') ? piece.length - 1 : 0;
    if (piece.endsWith('"')) {
      word = (word ?? '') + '\\'.repeat(backslashes >> 1) + (backslashes % 2 === 1 ? '"' : '');
      if (backslashes % 2 === 0) isInQuotes = !isInQuotes;
      // A backslash means nothing to cmd.
      isInQuotesOfCmd = !isInQuotesOfCmd;
    } else if (/\s/.test(piece) && !isInQuotes) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      if (/[&|<>^()\r\n]/.test(piece) && !isInQuotesOfCmd) throw new Error(`${piece} is an order`);
      word = (word ?? '') + piece;
    }
  }
  return word === null ? words : [...words, word];
}
