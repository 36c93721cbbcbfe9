import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../../src/parse/encoding/decode-text.ts';
import { bytesBetween, locateBadByte } from '../../../../src/parse/encoding/locate-bad-byte.ts';
import { memorySource } from '../../../support/memory-source.ts';
import { reportsOf, reportsOfStep } from '../../../support/tables/reports.ts';

/** Bytes written as the characters with their codes. */
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Everything that is said about the bytes of a file. */
const reportsFor = (content: string | Uint8Array, encoding: string | null = null): string[][] =>
  reportsOfStep(() => {
    for (const _text of decodeText(memorySource(content), 'x.csv', encoding));
  });

describe('a file that is no CSV file is recognised:', () => {
  test.each([
    ['PK\x03\x04xx xl/workbook', 'an Excel workbook'],
    ['PK\x03\x04xx _rels/.rels word/document.xml', 'an Office document'],
    [`PK\x03\x04${'x'.repeat(8000)}xl/`, 'an Excel workbook'],
  ])('%j is %s', (start, what) => {
    expect(reportsFor(bytes(start))[0]?.[1]).toBe(`is ${what}, not delimited text`);
  });

  test.each([
    ...['x%PDF-', 'PAR', 'PAR1,PAR2\n', 'SQLite format 3', 'xPK\x05\x06'],
    ...['version,url\n1,https://git-lfs.github.com/spec/v1\n', 'BZh,x\n'],
  ])('but not %j', (text) => {
    expect(reportsFor(bytes(text))).toEqual([]);
  });

  /** What a text is taken for; null if it is CSV. */
  const kindOf = (text: string): string | null => {
    const [report] = reportsOf(text, { delimiter: ',', header: 1 });
    return report?.[0]?.endsWith('not-csv') ? (/is (.*), not delimited/.exec(report[1] ?? '')?.[1] ?? null) : null;
  };

  test.each([
    ['<!DOCTYPE html><p>', 'an HTML page'],
    ['  \n<HTML>', 'an HTML page'],
    ['<html lang="en">', 'an HTML page'],
    ['<?xml version="1.0"?><!DOCTYPE html><html>', 'an HTML page'],
    ['<?xml version="1.0"?><htmlx>', 'an XML document'],
    ['<table border="1">\n  <tr><td>a</td></tr>', 'an HTML page'],
    ['<!-- saved from url -->\n<body>', 'an HTML page'],
    ['<svg xmlns="x"></svg>', 'an XML document'],
    ['<!-- rows -->\n<rows>', 'an XML document'],
    ['<TICKER>,<PER>,<DATE>\nA,D,20200101\n', null],
    ['<DATE>\t<TIME>\n20200101\t9\n', null],
    ['<DATE> <TIME>\n', null],
    ['<25,<50\n', null],
    ['<b>html</b>', null],
    ['a <html>', null],
    ['{}', 'JSON'],
    ['[1, 2]', 'JSON'],
    ['  [\n{ "a" :', 'JSON'],
    ['{"a":1}\n{"a":2}\n', 'JSON'],
    ['[["NAME", "POP"],\n["Alabama", "5024279"', 'JSON'],
    ['[[Main Page]],1\n', null],
    ['{"a"', null],
    ['{a: 1}', null],
    ['[a', null],
    ['5', null],
    ['"a"', null],
  ])('%j is %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });
});

describe('a wrong encoding is reported at its place:', () => {
  const text = 'year,note\n2020,one\n2021,two\n2022,three\n';
  const utf16 = (it: string): Buffer => Buffer.from(it, 'utf16le');
  const utf32 = (it: string): Buffer =>
    Buffer.concat([...it].map((character) => Buffer.from(`${character}\0\0\0`, 'latin1')));

  test.each<
    readonly [rule: string, content: string | Uint8Array, declared: string | null, place: string, said: string]
  >([
    ['a mark of another byte order', utf16(`\uFEFF${text}`).swap16(), 'utf-16', '', 'says utf-16be'],
    ['a mark of UTF-8', `\uFEFF${text}`, 'windows-1252', '', 'says utf-8'],
    ['UTF-16 in the other byte order', utf16(text).swap16(), null, '', 'UTF-16BE without'],
    ['UTF-32 without a mark', utf32(text), null, '', 'UTF-32LE'],
    ['UTF-32 in the other byte order', utf32(text).swap32(), null, '', 'UTF-32BE'],
    ['a mark of UTF-32 alone', bytes('\0\0\xFE\xFF'), null, '', 'UTF-32BE'],
    ['a byte far in a line', bytes(`${'x'.repeat(30)}\xE3o ${'y'.repeat(30)}\n`), null, ':1:31', 'E3 6F 20 79'],
    ['a control character beside the byte', bytes('a\x01\tS\xE3o\x02\n'), null, ':1:5', 'E3 6F 02 0A'],
    ['a character that is cut off', bytes('a\nxy\xE2\x82'), null, ':2:3', 'E2 82'],
  ])('%s', (_, content, declared, place, said) => {
    const [report = []] = reportsFor(content, declared);
    expect(report[0]).toBe(`error x.csv${place} encoding-invalid`);
    expect(report.join('\n')).toContain(said);
  });

  test('with four characters beyond ASCII, bytes are UTF-8 by no chance', () => {
    const isUtf8 = (...chunks: (string | Uint8Array)[]): boolean => {
      const source = {
        *readChunks() {
          for (const chunk of chunks) yield Buffer.from(chunk);
        },
        readPart: () => false,
      };
      const said = reportsOfStep(() => {
        for (const _text of decodeText(source, 'x.csv', 'windows-1252'));
      });
      return said.join().includes('the whole file is valid UTF-8');
    };
    expect([isUtf8('ééé'), isUtf8('éééé'), isUtf8('éé', 'a', 'é', 'b'), isUtf8('a', 'b', 'éé', 'c', 'éé')]).toEqual([
      ...[false, true, false, true],
    ]);
    expect([isUtf8('a\0b', 'c', 'd', 'e', 'f'), isUtf8('éééé', '🌾'), isUtf8('🌾🌾🌾🌾')]).toEqual([false, true, true]);
    expect([isUtf8('éééé', '\u00C3'), isUtf8('éééé', Uint8Array.of(0xc3))]).toEqual([true, false]);
  });
});

describe('bytes in UTF-16 or UTF-32 are recognised by their zeros:', () => {
  /** The encoding that a text of these bytes is reported to have. */
  const found = (text: string): string | null => {
    const [, message = ''] = reportsFor(bytes(text))[0] ?? [];
    return /(?:are|in) (UTF-\d+[LB]E)/.exec(message)?.[1] ?? null;
  };
  const wide = (text: string): string => [...text].join('\0').concat('\0');

  test.each<readonly [rule: string, text: string, encoding: string | null]>([
    ['separators with a zero after them', wide('a,b\nc,d\n'), 'UTF-16LE'],
    ['separators with a zero before them', `\0${wide('a,b\nc,d\n').slice(0, -1)}`, 'UTF-16BE'],
    ['tabs', wide('a\tb\nc'), 'UTF-16LE'],
    ['semicolons', wide('a;b\nc'), 'UTF-16LE'],
    ['line endings CR', wide('a,b\rc'), 'UTF-16LE'],
    ['no line endings', wide('a,b,c,d,e'), 'UTF-16LE'],
    ['too few bytes', wide('a\n'), null],
    ['few of the separators', `${'x\0,\0'.repeat(3)}\n\0${'xx,x'.repeat(6)}`, null],
    ['few zeros', `\n\0${'xx'.repeat(50)}`, null],
    ['UTF-32', 'a\0\0\0\n\0\0\0b\0\0\0,\0\0\0', 'UTF-32LE'],
    ['UTF-32 in the other byte order', '\0\0\0a\0\0\0\n\0\0\0b\0\0\0,', 'UTF-32BE'],
    ['UTF-32 with an upper byte', `${'a\0\0\0'.repeat(20)}a\0\x01\0\n\0\0\0`, 'UTF-32LE'],
    ['zeros alone', '\0'.repeat(20), null],
  ])('%s', (_, text, encoding) => {
    expect(found(text)).toBe(encoding);
  });
});

describe('the place of bytes that are no character', () => {
  const locate = (content: Uint8Array, encoding = 'utf-8') =>
    locateBadByte((size) => memorySource(content).readChunks(size, size), encoding);

  test.each([0, 1, 4095, 4096, 8192, 12288])('after %i bytes', (offset) => {
    const place = { line: 1, column: offset + 1, offset };
    expect(locate(bytes(`${'x'.repeat(offset)}\xFFabc`))).toEqual(place);
    expect(locate(bytes(`${'x'.repeat(offset)}\xE2\x82abc`))).toEqual(place);
  });

  test.each([
    ['é\r\n🌾\ra\n', { line: 4, column: 1, offset: 11 }],
    ['é\r\n🌾', { line: 2, column: 3, offset: 8 }],
    ['\r\r\r\n\n', { line: 5, column: 1, offset: 5 }],
  ])('after lines of any kind, and characters of several bytes: %j', (before, place) => {
    expect(locate(Buffer.concat([Buffer.from(before), bytes('\xFF')]))).toEqual(place);
  });

  test('and the bytes around it', () => {
    const between = (from: number, to: number): string =>
      Buffer.from(bytesBetween(() => ['abc', 'def', 'ghi'].map((it) => Buffer.from(it)), from, to)).toString();
    expect([between(0, 2), between(2, 4), between(3, 6), between(1, 9), between(8, 20), between(9, 12)]).toEqual([
      ...['ab', 'cd', 'def', 'bcdefghi', 'i', ''],
    ]);
  });
});

test('the encoding of a long file is guessed from its first lines', () => {
  const short = reportsFor(bytes(`a;b\n${'caf\xe9;1\n'.repeat(30)}`));
  expect(short.flat().join('\n')).toContain('windows-1252');
  expect(reportsFor(bytes(`a;b\n${'caf\xe9;1\n'.repeat(2500)}`))).toEqual(short);
});
