/*
 * How wide a text is, without a font at hand: widths of Noto Sans (SIL Open Font License), in thousandths of the font size, rounded up to a
 * few classes. Interface fonts of systems are narrower or as wide.
 */

const CLASSES: readonly (readonly [RegExp, number])[] = [
  // Combining marks are drawn over the letter before them.
  [/\p{M}|\p{Cf}/u, 0],
  [/[ijlI.,:;'’|!·]/u, 280],
  [/[ frt()[\]{}/\\"“”°*-]/u, 370],
  [/[mwMWÆŒæœ@%‰…—]/u, 930],
  [/[\p{Lu}&+<>=~#]/u, 690],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u, 1010],
  [/[\u{10000}-\u{10FFFF}]/u, 1010],
];
const USUAL = 590;
/** Bold letters are wider by this factor; those of the widest interface fonts too. */
const BOLD = 1.18;

const widths = new Map<string, number>();

/** Estimated width of a text in the unit of the font size; if anything, too wide. */
export function textWidth(text: string, size: number, isBold = false): number {
  let sum = 0;
  for (const character of text) {
    let width = widths.get(character);
    if (width === undefined) {
      width = CLASSES.find(([characters]) => characters.test(character))?.[1] ?? USUAL;
      widths.set(character, width);
    }
    sum += width;
  }
  return (sum * size * (isBold ? BOLD : 1)) / 1000;
}

/** Cuts a text to a width: if it is wider, an ellipsis replaces its end. */
export function cutText(text: string, size: number, width: number, isBold = false): string {
  if (text.length <= 4096 && textWidth(text, size, isBold) <= width) return text;
  const room = width - textWidth('…', size, isBold);
  let [end, sum] = [0, 0];
  for (const character of text) {
    sum += textWidth(character, size, isBold);
    if (sum > room) break;
    end += character.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** A text in at most `most` lines of a width, broken at blanks where that is possible; the last line is cut. */
export function wrapText(text: string, size: number, width: number, most: number, isBold = false): string[] {
  const lines: string[] = [];
  let line = '';
  const words = text
    .slice(0, 2000)
    .split(/\s+/u)
    .filter((word) => word !== '');
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer, size, isBold) <= width) {
      line = longer;
      continue;
    }
    if (lines.length === most - 1) {
      const rest = [...(line === '' ? [] : [line]), ...words.slice(index)].join(' ');
      return [...lines, cutText(rest, size, width, isBold)];
    }
    if (line === '') lines.push(cutText(word, size, width, isBold));
    else {
      lines.push(line);
      line = '';
      index--;
    }
  }
  return line === '' ? lines : [...lines, line];
}
