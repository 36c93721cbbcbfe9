import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../../src/parse/encoding/decode-text.ts';
import { type Problem, ProblemError } from '../../../../src/problems/problem.ts';
import { memorySource } from '../../../support/memory-source.ts';

/** Chunk size of the decoder, in bytes. */
const CHUNK = 1 << 20;

test('text is decoded as it is in the file', () => {
  expect(decode('a,b\nZürich,🌾\u2028\n')).toBe('a,b\nZürich,🌾\u2028\n');
});

test('only the byte order mark at the start is left out', () => {
  expect(decode('\uFEFF\uFEFFa\n\uFEFFb')).toBe('\uFEFFa\n\uFEFFb');
});

test('an empty file has no text, nor has one with only a byte order mark', () => {
  expect(decode('')).toBe('');
  expect(decode('\uFEFF')).toBe('');
});

test.each(['é', '€', '🌾'])('%s is decoded whole wherever the border of two chunks divides it', (character) => {
  for (let before = 0; before <= Buffer.byteLength(character); before += 1) {
    const text = `${'x'.repeat(CHUNK - before)}${character}y`;
    expect(decode(text) === text).toBe(true);
  }
});

test('columns are counted as in editors: a character beyond the basic plane counts as two', () => {
  expect(refusal(bytes('a\n🌾é,', 0xff))).toMatchObject({ line: 2, column: 5 });
});

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('lines that end in %s are counted, in the first chunk and after it', (_, newline) => {
  const line = `abcdefg${newline}`;
  for (const lines of [10, Math.ceil((CHUNK * 1.5) / line.length)]) {
    expect(refusal(bytes(line.repeat(lines), 'ab', 0xff))).toMatchObject({ line: lines + 1, column: 3 });
  }
});

test.each([
  ['right before the border', 1],
  ['right after the border', 0],
])('a bad byte %s of two chunks is found at its place', (_, before) => {
  const line = 'abcdefg\n';
  const filler = line.repeat(CHUNK / line.length - 1) + 'x'.repeat(line.length - before);
  const at = { line: CHUNK / line.length, column: line.length - before + 1 };
  expect(refusal(bytes(filler, 0xff, 'abc\n'))).toMatchObject(at);
  expect(refusal(bytes(filler, 0x80, 'abc\n'))).toMatchObject(at);
});

test('a character that breaks off at the border of two chunks is reported where it begins, with its bytes', () => {
  const filler = `${'x'.repeat(CHUNK - 5)}\nab`;
  for (const rest of ['A,b\n', bytes('A,b\n', 0xff)]) {
    const it = refusal(bytes(filler, 0xe2, 0x82, rest));
    expect(it).toMatchObject({ line: 2, column: 3 });
    expect(it.message).toContain('E2 82');
  }
});

test('a bad byte after a character that is split between two chunks is found at its place', () => {
  for (const [character, units] of [
    ['€', 1],
    ['🌾', 2],
  ] as const) {
    for (let before = 1; before < Buffer.byteLength(character); before += 1) {
      const filler = `${'x'.repeat(CHUNK - before - 1)}\n`;
      expect(refusal(bytes(filler, character, 0xff))).toMatchObject({ line: 2, column: units + 1 });
    }
  }
});

test('the column is right in a line longer than a chunk', () => {
  expect(refusal(bytes('x'.repeat(CHUNK + 10), 0xff))).toMatchObject({ line: 1, column: CHUNK + 11 });
});

test.each([
  ['little-endian', Uint8Array.of(0xff, 0xfe, 0x61, 0)],
  ['big-endian', Uint8Array.of(0xfe, 0xff, 0, 0x61)],
])('UTF-16, %s, is read by its byte order mark', (_, content) => {
  expect(decode(content)).toBe('a');
  expect(refusal(content, 'windows-1252')).toMatchObject({ code: 'encoding-invalid' });
});

test.each([
  ['windows-1252', Uint8Array.of(0x53, 0xe3, 0x6f, 0x80), 'São€'],
  ['utf-16le', Uint8Array.of(0x61, 0, 0x3d, 0xd8, 0x4b, 0xdc), 'a👋'],
  ['shift_jis', Uint8Array.of(0x93, 0xfa, 0x96, 0x7b), '日本'],
  ['gb18030', Uint8Array.of(0xd6, 0xd0), '中'],
])('%s is read if it is declared', (encoding, content, text) => {
  expect(decode(content, encoding)).toBe(text);
});

describe('a declared encoding is refused if the bytes contradict it:', () => {
  const text = 'place,note\nZürich,größer\nMålmö,älter\n';
  const utf16 = Buffer.from(text.repeat(3), 'utf16le');

  test.each([
    ['UTF-8 declared as windows-1252', text, 'windows-1252', 'utf-8'],
    ['UTF-8 declared as koi8-r, over the border of chunks', text.repeat(40_000), 'koi8-r', 'utf-8'],
    ['UTF-16 declared as windows-1252', utf16, 'windows-1252', 'utf-16le'],
    ['UTF-16 declared in the other byte order', Buffer.from(utf16).swap16(), 'utf-16le', 'utf-16be'],
  ])('%s', (_, content, declared, encoding) => {
    const it = refusal(Buffer.from(content as string), declared);
    expect(it).toMatchObject({ code: 'encoding-invalid', candidates: [{ patch: { csv: { encoding } } }] });
  });

  test('but not if they do not, or if there are too few', () => {
    expect(decode(Buffer.from(text, 'latin1'), 'windows-1252')).toBe(text);
    expect(decode('Ã©', 'windows-1252')).toBe('ÃƒÂ©');
  });
});

describe('without a declared encoding or a byte order mark', () => {
  const csv = 'year,note\n2020,one\n2021,two\n';

  test.each([
    ['UTF-16', Buffer.from(csv, 'utf16le'), 'utf-16le'],
    ['UTF-16 in the other byte order', Buffer.from(csv, 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 with few ASCII letters', Buffer.from('年,名\n一,東京都千代田区\n二,大阪\n', 'utf16le'), 'utf-16le'],
  ])('%s is recognised', (_, content, encoding) => {
    expect(refusal(content)).toMatchObject({
      code: 'encoding-invalid',
      candidates: [{ patch: { csv: { encoding } } }],
    });
    expect(decode(content, encoding)).toContain('\n');
  });

  test.each([
    ['occasional NULs', 'a,b\n1,x\0\n2,\0y\n'],
    ['a NUL after a line', 'a,b\n\0'],
    ['a NUL before each line ending', 'ab,cd\n12,xy\0\n34,zu\0\n'],
    ['a NUL after each line ending', 'abc,d\n\x0012,x\n\x0034,z\n'],
    ['cells that end in NULs', 'ab\0,c\0\n12\0,x\0\n345\0,y\0\n'],
  ])('%s do not make it UTF-16', (_, text) => {
    expect(decode(text)).toBe(text);
  });
});

describe('of encodings that read alike on the first line beyond ASCII,', () => {
  const alike = ['a\nGr', 0xfc, 'n\n'] as const;
  const leads = (...parts: (string | number)[]): string[] =>
    refusal(bytes(...alike, ...parts)).candidates.map(({ lead }) => lead);

  test('a line is shown on which they differ', () => {
    expect(leads('x\nkr', 0xe8, 'me\n')).toEqual([
      'If line 4 should read "krème", ',
      'If line 4 should read "krčme", ',
    ]);
  });

  test('two lines are shown if the first of them does not tell all apart', () => {
    expect(leads('kr', 0xe8, 'me\nkol', 0xb9, '\nkr', 0xe8, 'me\n')).toEqual([
      'If line 3 should read "krème" and line 4 should read "kol¹", ',
      'If line 3 should read "krčme" and line 4 should read "kolą", ',
      'If line 3 should read "krčme" and line 4 should read "kolš", ',
    ]);
  });

  test('both places are shown if they differ in pairs at two places of one line', () => {
    const found = leads('kr', 0xe8, 'me', ' x'.repeat(40), ' kol', 0xb9, '\n');
    expect(new Set(found).size).toBe(3);
  });

  test.each(['\n', '\r\n', '\r'])('the line is counted as in editors, if lines end in %j', (newline) => {
    const text = ['a', 'Gr\xFCn', 'x', 'kr\xE8me', ''].join(newline);
    const [first] = refusal(Buffer.from(text, 'latin1')).candidates;
    expect(first?.lead).toBe('If line 4 should read "krème", ');
  });
});

test('end-of-file marks of DOS are left out, even if a chunk ends between them', () => {
  expect(decode('a\x1Ab\n\x1A\x1A')).toBe('a\x1Ab\n');
  expect(decode(`${'x'.repeat(CHUNK - 1)}\x1A`)).toBe('x'.repeat(CHUNK - 1));
  expect(decode(`${'x'.repeat(CHUNK)}\x1A`)).toBe('x'.repeat(CHUNK));
});

test('control characters of a hostile file do not reach the excerpt', () => {
  expect(refusal(bytes('a\u001b[31mred\u0007', 0xff)).excerpt).not.toMatch(/\p{Cc}/u);
});

function decode(content: string | Uint8Array, encoding: string | null = null): string {
  return [...decodeText(memorySource(content), 'x.csv', encoding)].join('');
}

function refusal(content: Uint8Array, encoding: string | null = null): Problem {
  try {
    decode(content, encoding);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('the bytes were decoded as text');
}

/** Texts in UTF-8, single bytes and byte arrays, joined. */
function bytes(...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : Buffer.from(part as string))),
  );
}
