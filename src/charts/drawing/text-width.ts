/*
 * Estimates text widths without access to a font, from the widths of Noto Sans (SIL Open Font License) in thousandths of the font size,
 * rounded up to a few classes. Most system fonts are no wider.
 */

const CLASSES: readonly (readonly [RegExp, number])[] = [
  // Combining marks and format characters have no width.
  [/\p{M}|\p{Cf}/u, 0],
  [/[ijlI.,:;'’|!·]/u, 280],
  [/[ frt()[\]{}/\\"“”°*-]/u, 370],
  [/[mwMWÆŒæœ@%‰…—]/u, 930],
  [/[\p{Lu}&+<>=~#]/u, 690],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u, 1010],
  [/[\u{10000}-\u{10FFFF}]/u, 1010],
];
const USUAL = 590;
/** Ratio of the width of bold letters to that of regular letters, large enough for most system fonts. */
const BOLD = 1.18;

const widths = new Map<string, number>();

/** Estimates the width of a string, in the same unit as the font size. The estimate usually errs on the wide side. */
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

/** Truncates a string that exceeds the given width; an ellipsis replaces its end. */
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

/** Breaks a string at whitespace into at most `maxLines` lines. A last line or a single word that is too wide is truncated. */
export function wrapText(text: string, size: number, width: number, maxLines: number, isBold = false): string[] {
  const lines: string[] = [];
  const words = text.slice(0, 2000).match(/\S+/gu) ?? [];
  while (words.length > 0) {
    const isTooWide = (count: number): boolean => textWidth(words.slice(0, count).join(' '), size, isBold) > width;
    let count = lines.length < maxLines - 1 ? 1 : words.length;
    while (count < words.length && !isTooWide(count + 1)) count++;
    lines.push(cutText(words.splice(0, count).join(' '), size, width, isBold));
  }
  return lines;
}
