/** What PowerShell acts upon in an argument outside quotes. */
const ORDERS = /[\s;|&<>(){}$`@,#"“”„'‘’‚‛]/;
const SINGLE = /['‘’‚‛]/;
const DOUBLE = /["“”„]/;

/**
 * The arguments of a command line as PowerShell reads them, after
 * https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_quoting_rules: a text in quotes is an argument of its
 * own unless a bare word precedes it, two single quotes stand for one, and every kind of quote counts. Throws an error where something
 * would be run or replaced.
 */
export function readPowerShell(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let mayJoin = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] as string;
    if (character === ' ') {
      if (word !== null) words.push(word);
      word = null;
    } else if (SINGLE.test(character) || DOUBLE.test(character)) {
      if (word !== null && !mayJoin) words.push(word);
      if (word === null || !mayJoin) {
        word = '';
        mayJoin = false;
      }
      const [text, end] = readText(line, at);
      word += text;
      at = end;
    } else {
      if (ORDERS.test(character)) throw new Error(`${character} at ${at} is an order`);
      if (word !== null && !mayJoin) {
        words.push(word);
        word = null;
      }
      mayJoin = true;
      word = (word ?? '') + character;
    }
  }
  return word === null ? words : [...words, word];
}

/** A text in quotes that begins at an index, and the index of its last quote. */
function readText(line: string, start: number): [text: string, end: number] {
  const kind = SINGLE.test(line[start] as string) ? SINGLE : DOUBLE;
  let text = '';
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line[at] as string;
    if (kind === DOUBLE && /[$`]/.test(character)) throw new Error(`${character} at ${at} is an order`);
    if (!kind.test(character)) text += character;
    else if (kind.test(line[at + 1] ?? '')) text += line[++at];
    else return [text, at];
  }
  throw new Error('a quote is not closed');
}
