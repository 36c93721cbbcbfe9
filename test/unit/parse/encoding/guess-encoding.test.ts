import { describe, expect, test } from 'vitest';
import { guessEncodings } from '../../../../src/parse/encoding/guess-encoding.ts';

/** The bytes of a text in an encoding with one byte for each character. */
function encode(text: string, encoding: string): Uint8Array {
  const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Uint8Array.from([...text].map((character) => all.indexOf(character)));
}

describe('the encodings in which bytes are words, the likely ones first:', () => {
  test.each<readonly [text: string, encoding: string, guesses: readonly string[]]>([
    ['crème brûlée à côté', 'windows-1252', ['windows-1252', 'windows-1250']],
    ['größe über straße', 'windows-1252', ['windows-1252']],
    ['50 € – “ok”', 'windows-1252', ['windows-1252', 'macintosh']],
    ['příliš žluťoučký kůň', 'windows-1250', ['windows-1250']],
    ['zażółć gęślą jaźń', 'iso-8859-2', ['iso-8859-2']],
    ['яблоко и груша', 'windows-1251', ['windows-1251', 'x-mac-cyrillic', 'koi8-r']],
    ['яблоко и груша', 'koi8-r', ['koi8-r', 'windows-1251']],
    ['їжак і ґанок', 'koi8-u', ['koi8-u', 'iso-8859-2']],
    ['яблоко и груша', 'iso-8859-5', ['iso-8859-5']],
    ['μήλο και αχλάδι', 'windows-1253', ['iso-8859-5', 'windows-1253']],
    ['şeker ağaç ığdır', 'windows-1254', ['windows-1252', 'windows-1250', 'windows-1254']],
    ['crème brûlée', 'macintosh', ['macintosh']],
    ['яблоко и груша', 'x-mac-cyrillic', ['windows-1251', 'windows-1253', 'x-mac-cyrillic']],
    ['яблоко и груша', 'ibm866', ['ibm866']],
    ['ЯБЛОКО', 'windows-1251', ['koi8-r', 'windows-1251']],
    ['É', 'windows-1252', ['macintosh', 'windows-1252', 'euc-jp']],
    ['École', 'windows-1252', ['windows-1252', 'macintosh']],
    ['£ 5 or £ 6', 'windows-1252', ['windows-1252', 'windows-1250']],
    ['à la', 'windows-1252', ['windows-1252', 'windows-1250']],
    ['5 °C', 'windows-1252', ['windows-1252']],
  ])('%s in %s', (text, encoding, guesses) => {
    const found = guessEncodings([encode(text, encoding)]);
    expect(found).toEqual(guesses);
  });

  const repeat = (bytes: readonly number[], times: number): Uint8Array =>
    Uint8Array.from(Array(times).fill(bytes).flat());

  test.each<readonly [rule: string, bytes: Uint8Array, guesses: readonly string[]]>([
    ['りんご in shift_jis', repeat([0x82, 0xe8, 0x82, 0xf1, 0x82, 0xb2], 1), ['shift_jis']],
    ['りんご in euc-jp', repeat([0xa4, 0xea, 0xa4, 0xf3, 0xa4, 0xb4], 1), ['euc-jp']],
    ['한국어 in euc-kr, three times', repeat([0xc7, 0xd1, 0xb1, 0xb9, 0xbe, 0xee], 3), ['euc-kr', 'gb18030', 'euc-jp']],
    ['한국어 in euc-kr', repeat([0xc7, 0xd1, 0xb1, 0xb9, 0xbe, 0xee], 1), ['windows-1251']],
    [
      '中文 in gb18030, four times',
      repeat([0xd6, 0xd0, 0xce, 0xc4], 4),
      ['koi8-r', 'windows-1255', 'macintosh', 'euc-kr', 'gb18030', 'big5', 'windows-1251', 'windows-1253', 'euc-jp'],
    ],
    [
      '中文 in big5, four times',
      repeat([0xa4, 0xa4, 0xa4, 0xe5], 4),
      ['ibm866', 'euc-jp', 'euc-kr', 'big5', 'macintosh'],
    ],
    ['half-width katakana', repeat([0xb1, 0xb2, 0xb3], 3), ['windows-1252', 'iso-8859-5']],
    ['half-width katakana beside kana', repeat([0xb1, 0xb2, 0xb3, 0x82, 0xe8], 3), ['windows-1252', 'shift_jis']],
  ])('%s', (_, bytes, guesses) => {
    expect(guessEncodings([bytes])).toEqual(guesses);
  });

  test('of several lines together', () => {
    const lines = ['größe', 'kůň'].map((text, at) => encode(text, at === 0 ? 'windows-1252' : 'windows-1250'));
    expect(guessEncodings(lines)).toEqual(['windows-1252', 'windows-1250']);
    expect(guessEncodings([encode('a', 'windows-1252'), encode('b', 'windows-1252')])).toEqual(['windows-1252']);
  });
});

describe('a text is read in windows-1252', () => {
  const isRead = (text: string): boolean => guessEncodings([encode(text, 'windows-1252')]).includes('windows-1252');

  test.each([
    ...[
      'é',
      'crème',
      'ÉCOLE',
      'l’été',
      '“été”',
      '20 °C',
      '5 m²',
      '±5',
      '© us',
      '5×7',
      '5 €',
      '¥5',
      '§ 5',
      '™ x',
      '5–7',
    ],
  ])('%s', (text) => {
    expect(isRead(text)).toBe(true);
  });

  test.each([
    ...[...'¡¢£¤¥¦§¨©ª«¬®¯°±²³´¶·¸¹º»¼½¾¿×÷ˆ˜‚„“”…†‡‰‹›€™']
      .filter((it) => !'ª·'.includes(it))
      .map((symbol) => `a${symbol}b`),
    ...[...'¢¤¦¨¬¯¸´¼½¾'].map((symbol) => `a${symbol}`),
    ...[...'¤¦¨¬¯¸´¼½¾'].map((symbol) => `${symbol}a`),
    ...[...'¤¦¨¬¯¸´†‡'].map((symbol) => `5 ${symbol} é`),
    ...['éA', 'aÉ', 'xÉé', 'ééééé', 'àéîõü', 'ÉÉÉÉÉ'],
  ])('but not %s', (text) => {
    expect([text, isRead(text)]).toEqual([text, false]);
  });
});

test.each([
  ['letters and control characters', [0x61, 0x98, 0x62, 0x81, 0x63]],
  ['Größe in DOS code page 850', [0x47, 0x72, 0x94, 0xe1, 0x65]],
  ['voilà in DOS code page 850, before a letter', [0x76, 0x6f, 0x85, 0x6c]],
  ['a NUL', [0x61, 0xe9, 0]],
])('bytes that are words in no encoding give none: %s', (_, bytes) => {
  expect(guessEncodings([Uint8Array.from(bytes)]).filter((it) => it !== 'macintosh')).toEqual([]);
});

test('a degree sign is no infinity', () => {
  const guesses = guessEncodings([Uint8Array.from([0x35, 0x20, 0xb0, 0x43])]);
  expect(guesses[0]).toBe('windows-1252');
  expect(guesses).not.toContain('macintosh');
});

test('a line may be cut off inside a character', () => {
  expect(guessEncodings([Uint8Array.from([0x82, 0xe8, 0x82])])).toContain('shift_jis');
});

test('a line that was cut off is not read together with the next', () => {
  const lines = ['\xe9t\xe9', '\xc9cole'].map((line) => Buffer.from(line, 'latin1'));
  expect(guessEncodings(lines)[0]).toBe('windows-1252');
  expect(guessEncodings([Buffer.concat(lines)])).not.toContain('windows-1252');
});
