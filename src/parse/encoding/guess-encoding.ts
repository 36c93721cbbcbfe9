import { attempt } from '../../problems/attempt.ts';

/** Encodings of files that are not UTF-8, by their names in the WHATWG Encoding Standard, most common first. */
const CANDIDATES = [
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'iso-8859-5',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'macintosh',
  'x-mac-cyrillic',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;

/** The encodings in which the lines decode to words, most likely first. If several give the same text, only the most common is included. */
export function guessEncodings(lines: readonly Uint8Array[]): string[] {
  const found = new Map<string, string>();
  for (const encoding of CANDIDATES) {
    const decode = (line: Uint8Array): string =>
      // Decoded as a stream, since a truncated line may end in the middle of a character.
      new TextDecoder(encoding, { fatal: true }).decode(line, { stream: true });
    const text = attempt(() => lines.map(decode).join('\n'), null);
    if (text !== null && isReadable(text) && !found.has(text)) found.set(text, encoding);
  }
  const ranked = [...found].map(([text, encoding]) => ({ encoding, rank: isUnlikely(text, encoding) ? 1 : 0 }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ encoding }) => encoding);
}

/** Whether readable text was probably decoded in the wrong encoding, for example because most of its non-ASCII letters are capitals. */
function isUnlikely(text: string, encoding: string): boolean {
  const hasKana = KANA.test(text);
  if (encoding === 'shift_jis' || encoding === 'euc-jp') return !hasKana;
  if (encoding === 'euc-kr') return /\p{Script=Hangul}\p{Script=Han}|\p{Script=Han}\p{Script=Hangul}/u.test(text);
  if (/\p{Script=Han}/u.test(text)) return hasKana;
  const capitals = text.match(/[^\P{Lu}A-Z](?!\p{Ll})/gu)?.length ?? 0;
  return capitals > (text.match(/[^\P{Ll}a-z]/gu)?.length ?? 0);
}

/** Characters that hardly ever occur in tables: control, replacement, private-use and box-drawing characters, and ligatures. */
const NOT_TEXT = /(?![\t\n\v\f\r])\p{Cc}|[\uFFFD\uE000-\uF8FF\u2500-\u259F\uFB00-\uFB06]/u;
/** Half-width katakana, which rarely occur in text without full-width kana. */
const HALF_WIDTH_KATAKANA = /[\uFF61-\uFF9F]/;
const KANA = /[\u3040-\u30FF]/;
/** Symbols inside words, where they do not belong. Some of them are also matched at the start or end of a word. */
const SYMBOL_IN_WORD = /\p{L}[¡-¬®-¶¸-¿×÷ˆ˜‚„“”…†‡‰‹›€№™]\p{L}|\p{L}[¢¤¦¨¬¯¸´¼½¾]|[¤¦¨¬¯¸´¼½¾]\p{L}/u;
/** Non-ASCII symbols that rarely occur in tables: a sign of the wrong encoding. */
const UNUSUAL_SYMBOL = /[^\P{S}\0-\x7F°©®±×÷€£¥§™№←→\u3000-\u30FF\uFF00-\uFFEF]|[¤¦¨¬¯¸´†‡]/u;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u, /\p{Script=Hebrew}/u] as const;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Minimum number of East Asian characters in text without kana: a few bytes may decode to such characters by chance. */
const MIN_EAST_ASIAN = 8;

/** Whether text looks correctly decoded. Text decoded in the wrong encoding rarely does. */
function isReadable(text: string): boolean {
  if (NOT_TEXT.test(text) || SYMBOL_IN_WORD.test(text) || UNUSUAL_SYMBOL.test(text)) return false;
  if (HALF_WIDTH_KATAKANA.test(text) && !KANA.test(text)) return false;
  const eastAsian = text.match(EAST_ASIAN)?.length ?? 0;
  if (eastAsian > 0 && eastAsian < MIN_EAST_ASIAN && !KANA.test(text)) return false;
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const letters = new Set(words.filter((word) => FOREIGN.test(word)));
  if (letters.size === 1 && [...letters].join('').length === 1) return false;
  return words.every((word) => /^[a-z]+$/i.test(word) || isWord(word));
}

/** Letters that a wrong encoding may produce. If the only word with them is a single letter, it is probably `£` or `à` misread. */
const FOREIGN = /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}]/u;

function isWord(word: string): boolean {
  if (SCRIPTS.filter((script) => script.test(word)).length > 1) return false;
  if (word.search(EAST_ASIAN) >= 0) return !/[a-z\u0370-\u04FF]/.test(word);
  // Words rarely contain a capital after a lower-case letter, or many accented letters in a row.
  return !/\p{Ll}\p{Lu}/u.test(word) && !/[\u00C0-\u024F]{5}/.test(word);
}
