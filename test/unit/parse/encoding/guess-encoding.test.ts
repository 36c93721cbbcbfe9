import { expect, test } from 'vitest';
import { guessEncodings } from '../../../../src/parse/encoding/guess-encoding.ts';

/** Bytes of words, and the encodings in which they decode to words. */
test.each([
  ['crème in windows-1252', [0x63, 0x72, 0xe8, 0x6d, 0x65], ['windows-1252', 'windows-1250']],
  ['açaí in windows-1252', [0x61, 0xe7, 0x61, 0xed], ['windows-1252']],
  ['crème in macintosh', [0x63, 0x72, 0x8f, 0x6d, 0x65], ['macintosh']],
  ['gęślą in windows-1250', [0x67, 0xea, 0x9c, 0x6c, 0xb9], ['windows-1252', 'windows-1250']],
  ['gęślą in iso-8859-2', [0x67, 0xea, 0xb6, 0x6c, 0xb1], ['iso-8859-2']],
  [
    'яблоко in koi8-r',
    [0xd1, 0xc2, 0xcc, 0xcf, 0xcb, 0xcf],
    ['koi8-r', 'windows-1255', 'windows-1251', 'windows-1253'],
  ],
  ['りんご in shift_jis', [0x82, 0xe8, 0x82, 0xf1, 0x82, 0xb2], ['shift_jis']],
])('%s', (_, bytes, encodings) => {
  expect(guessEncodings([Uint8Array.from(bytes)]).slice(0, 4)).toEqual(encodings);
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
