import { describe, expect, test } from 'vitest';
import { decodeText, Utf8Detector } from '../../../../src/parse/encoding/decode-text.ts';
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

type Report = readonly (readonly string[])[];

describe('a file that is no CSV file is explained:', () => {
  test.each<readonly [rule: string, start: string, reports: Report]>([
    [
      'an Excel workbook',
      'PK\x03\x04xx[Content_Types].xml PK\x03\x04 xl/workbook.xml',
      [
        [
          'error x.csv not-csv',
          'is an Excel workbook, not delimited text',
          'Open it in a spreadsheet program and save the sheet as CSV (UTF-8).',
        ],
      ],
    ],
    [
      'a workbook by the folder of its sheets',
      'PK\x03\x04xx xl/workbook',
      [
        [
          'error x.csv not-csv',
          'is an Excel workbook, not delimited text',
          'Open it in a spreadsheet program and save the sheet as CSV (UTF-8).',
        ],
      ],
    ],
    [
      'a document by its relations',
      'PK\x03\x04xx _rels/.rels',
      [['error x.csv not-csv', 'is an Office document, not delimited text', 'Save the table in it as CSV (UTF-8).']],
    ],
    [
      'an OpenDocument spreadsheet',
      'PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
      [
        [
          'error x.csv not-csv',
          'is an OpenDocument spreadsheet, not delimited text',
          'Open it in a spreadsheet program and save the sheet as CSV (UTF-8).',
        ],
      ],
    ],
    [
      'a zip archive',
      'PK\x03\x04data.csv',
      [
        [
          'error x.csv not-csv',
          'is a zip archive, not delimited text',
          'Unpack it, and put the CSV file in its place.',
        ],
      ],
    ],
    [
      'an empty zip archive',
      'PK\x05\x06',
      [['error x.csv not-csv', 'is an empty zip archive, not delimited text', 'Put the CSV file in its place.']],
    ],
    [
      'a gzip file',
      '\x1F\x8B\x08',
      [
        [
          'error x.csv not-csv',
          'is compressed with gzip, not delimited text',
          'Unpack it, and put the CSV file in its place.',
        ],
      ],
    ],
    [
      'a 7z archive',
      '7z\xBC\xAF\x27\x1C',
      [['error x.csv not-csv', 'is a 7z archive, not delimited text', 'Unpack it, and put the CSV file in its place.']],
    ],
    [
      'a rar archive',
      'Rar!\x1A\x07',
      [
        [
          'error x.csv not-csv',
          'is a rar archive, not delimited text',
          'Unpack it, and put the CSV file in its place.',
        ],
      ],
    ],
    [
      'an xz file',
      '\xFD7zXZ\0',
      [
        [
          'error x.csv not-csv',
          'is compressed with xz, not delimited text',
          'Unpack it, and put the CSV file in its place.',
        ],
      ],
    ],
    [
      'a Zstandard file',
      '\x28\xB5\x2F\xFD',
      [
        [
          'error x.csv not-csv',
          'is compressed with Zstandard, not delimited text',
          'Unpack it, and put the CSV file in its place.',
        ],
      ],
    ],
    [
      'an old Excel workbook',
      '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1',
      [
        [
          'error x.csv not-csv',
          'is an Excel workbook (.xls), or another old Office document, not delimited text',
          'Open it in a spreadsheet program and save the sheet as CSV (UTF-8).',
        ],
      ],
    ],
    [
      'a PDF document',
      '%PDF-1.4',
      [
        [
          'error x.csv not-csv',
          'is a PDF document, not delimited text',
          'Ask its publisher for the data as CSV, or extract the table.',
        ],
      ],
    ],
    [
      'an RTF document',
      '{\\rtf1\\ansi',
      [['error x.csv not-csv', 'is an RTF document, not delimited text', 'Save it as plain text.']],
    ],
    [
      'a Parquet file',
      'PAR1\x15',
      [['error x.csv not-csv', 'is a Parquet file, not delimited text', 'Convert it to CSV.']],
    ],
    [
      'an SQLite database',
      'SQLite format 3\0',
      [['error x.csv not-csv', 'is an SQLite database, not delimited text', 'Export the table as CSV.']],
    ],
  ])('%s', (_, start, reports) => {
    expect(reportsFor(bytes(start))).toEqual(reports);
  });

  test.each<readonly [rule: string, text: string, reports: Report]>([
    [
      'an XML document',
      '<?xml version="1.0"?><rows/>',
      [
        [
          'error x.csv not-csv',
          'is an XML document, not delimited text',
          'Convert it to CSV. A spreadsheet program can save its sheets so.',
        ],
      ],
    ],
    [
      'an HTML page',
      '<html><body>x</body></html>',
      [
        [
          'error x.csv not-csv',
          'is an HTML page, not delimited text',
          'Download the file itself again, or save the table in it as CSV (UTF-8).',
        ],
      ],
    ],
    [
      'a JSON document',
      '[{"a": 1}]',
      [['error x.csv not-csv', 'is JSON, not delimited text', 'Convert it to CSV, with one line for each record.']],
    ],
  ])('%s', (_, text, reports) => {
    expect(reportsOf(text)).toEqual(reports);
  });

  test('a member of a zip archive is looked for in the first 8192 bytes', () => {
    const kind = (before: number): string | undefined =>
      reportsFor(bytes(`PK\x03\x04${'x'.repeat(before)}xl/`))[0]?.[1];
    expect(kind(8192 - 7)).toContain('an Excel workbook');
    expect(kind(8192 - 6)).toContain('a zip archive');
  });

  test.each([
    ['BZh91AY&SY', 'compressed with bzip2'],
    ['PK\x03\x04xx _rels/.rels word/document.xml', 'an Office document'],
    ['version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n', 'a Git LFS pointer'],
    ['/annex/objects/SHA256E-s31390--f50d7ac4.csv\n', 'a git-annex pointer'],
  ])('%j is %s', (start, what) => {
    expect(reportsFor(bytes(start))).toEqual([
      ['error x.csv not-csv', `is ${what}, not delimited text`, expect.stringContaining('')],
    ]);
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
    ['<!doctype   html>', 'an HTML page'],
    ['<html lang="en">', 'an HTML page'],
    ['<?xml version="1.0"?><!DOCTYPE html><html>', 'an HTML page'],
    [' <?xml version="1.0"?><HTML lang="en">', 'an HTML page'],
    ['<?XML version="1.0"?><a/>', 'an XML document'],
    ['<?xml version="1.0"?><htmlx>', 'an XML document'],
    [`<?xml version="1.0"?>${'x'.repeat(8192 - 27)}<html>`, 'an HTML page'],
    [`<?xml version="1.0"?>${'x'.repeat(8192 - 26)}<html>`, 'an XML document'],
    ['<table border="1">\n  <tr><td>a</td></tr>', 'an HTML page'],
    ['<!-- saved from url -->\n<body>', 'an HTML page'],
    ['<meta charset="utf-8"><table>', 'an HTML page'],
    ['<svg xmlns="x"></svg>', 'an XML document'],
    ['<rows>\r\n<row>', 'an XML document'],
    ['<!-- rows -->\n<rows>', 'an XML document'],
    ['<TICKER>,<PER>,<DATE>\nA,D,20200101\n', null],
    ['<DATE>\t<TIME>\n20200101\t9\n', null],
    ['<DATE> <TIME>\n', null],
    ['<25,<50\n', null],
    ['<htmlx>', null],
    ['<b>html</b>', null],
    ['a <html>', null],
    ['<!doctypehtml>', null],
    ['{"a": 1}', 'JSON'],
    ['{}', 'JSON'],
    ['[1, 2]', 'JSON'],
    ['  [\n{ "a" :', 'JSON'],
    ['{"a":1}\n{"a":2}\n', 'JSON'],
    ['{"":', 'JSON'],
    ['[["NAME", "POP"],\n["Alabama", "5024279"', 'JSON'],
    ['[ [1, 2', 'JSON'],
    ['[[Main Page]],1\n', null],
    ['{"a"', null],
    ['{a: 1}', null],
    ['x{"a":', null],
    ['[a', null],
    ['5', null],
    ['"a"', null],
  ])('%j is %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });
});

describe('an encoding that is wrong is explained:', () => {
  const text = 'year,note\n2020,one\n2021,two\n2022,three\n';
  const utf16 = (it: string): Buffer => Buffer.from(it, 'utf16le');
  const utf32 = (it: string): Buffer =>
    Buffer.concat([...it].map((character) => Buffer.from(`${character}\0\0\0`, 'latin1')));

  test.each<readonly [rule: string, content: string | Uint8Array, declared: string | null, reports: Report]>([
    [
      'UTF-8 that is declared as another',
      'a\nZürich,größer,älter\n',
      'windows-1252',
      [
        [
          'error x.csv encoding-invalid',
          'the description says windows-1252, but the whole file is valid UTF-8',
          'Remove "encoding" from the sidecar.',
          'Or, instead, add to the sidecar: "csv": { "encoding": "utf-8" }',
        ],
      ],
    ],
    [
      'a mark of another encoding',
      utf16(`\uFEFF${text}`),
      'windows-1252',
      [
        [
          'error x.csv encoding-invalid',
          'the description says windows-1252, but the byte order mark at the start of the file says utf-16le',
          'Correct "encoding" in the sidecar.',
          'Or add to the sidecar: "csv": { "encoding": "utf-16le" }',
        ],
      ],
    ],
    [
      'a mark of another byte order',
      utf16(`\uFEFF${text}`).swap16(),
      'utf-16',
      [
        [
          'error x.csv encoding-invalid',
          'the description says utf-16, but the byte order mark at the start of the file says utf-16be',
          'Correct "encoding" in the sidecar.',
          'Or add to the sidecar: "csv": { "encoding": "utf-16be" }',
        ],
      ],
    ],
    [
      'a mark of UTF-8',
      `\uFEFF${text}`,
      'windows-1252',
      [
        [
          'error x.csv encoding-invalid',
          'the description says windows-1252, but the byte order mark at the start of the file says utf-8',
          'Correct "encoding" in the sidecar.',
          'Or add to the sidecar: "csv": { "encoding": "utf-8" }',
        ],
      ],
    ],
    [
      'UTF-16 without a mark',
      utf16(text),
      null,
      [
        [
          'error x.csv encoding-invalid',
          'the bytes are UTF-16LE without a byte order mark',
          'Save the file as UTF-8.',
          'Or add to the sidecar: "csv": { "encoding": "utf-16le" }',
        ],
      ],
    ],
    [
      'UTF-16 without a mark, in the other byte order',
      utf16(text).swap16(),
      null,
      [
        [
          'error x.csv encoding-invalid',
          'the bytes are UTF-16BE without a byte order mark',
          'Save the file as UTF-8.',
          'Or add to the sidecar: "csv": { "encoding": "utf-16be" }',
        ],
      ],
    ],
    [
      'UTF-32 without a mark',
      utf32(text),
      null,
      [['error x.csv encoding-invalid', 'is in UTF-32LE, which cannot be read', 'Save it as UTF-8.']],
    ],
    [
      'UTF-32 in the other byte order',
      utf32(text).swap32(),
      null,
      [['error x.csv encoding-invalid', 'is in UTF-32BE, which cannot be read', 'Save it as UTF-8.']],
    ],
    [
      'marked UTF-32',
      Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), utf32('a\n')]),
      null,
      [['error x.csv encoding-invalid', 'is in UTF-32LE, which cannot be read', 'Save it as UTF-8.']],
    ],
    [
      'marked UTF-32 in the other byte order',
      Buffer.concat([Buffer.from([0, 0, 0xfe, 0xff]), utf32('a\n').swap32()]),
      null,
      [['error x.csv encoding-invalid', 'is in UTF-32BE, which cannot be read', 'Save it as UTF-8.']],
    ],
    [
      'a mark of UTF-32 alone',
      Buffer.from([0xff, 0xfe, 0, 0]),
      null,
      [['error x.csv encoding-invalid', 'is in UTF-32LE, which cannot be read', 'Save it as UTF-8.']],
    ],
    [
      'a mark of UTF-32 in the other byte order alone',
      Buffer.from([0, 0, 0xfe, 0xff]),
      null,
      [['error x.csv encoding-invalid', 'is in UTF-32BE, which cannot be read', 'Save it as UTF-8.']],
    ],
    [
      'bytes that are not UTF-16',
      text.repeat(2),
      'utf-16le',
      [
        [
          'error x.csv encoding-invalid',
          'the description says utf-16le, but the bytes are not UTF-16',
          'Remove "encoding" from the sidecar.',
        ],
      ],
    ],
    [
      'a byte in another encoding',
      bytes('a,b\nS\xE3o,1\n'),
      null,
      [
        [
          'error x.csv:2:2 encoding-invalid',
          '| as windows-1252: a,b São,1 ',
          'the file is not in UTF-8: the bytes E3 6F 2C 31 are not a character',
          'Declare the encoding of the file as "encoding" in the "csv" of the sidecar, or save it as UTF-8.',
          'If line 2 should read "São,1", add to the sidecar: "csv": { "encoding": "windows-1252" }',
          'If line 2 should read "Săo,1", add to the sidecar: "csv": { "encoding": "windows-1250" }',
        ],
      ],
    ],
    [
      'bytes of several encodings',
      bytes('a\nGr\xFCn\nkr\xE8me\n'),
      null,
      [
        [
          'error x.csv:2:3 encoding-invalid',
          '| as windows-1252: a Grün krème ',
          'the file is not in UTF-8: the bytes FC 6E 0A 6B are not a character',
          'Declare the encoding of the file as "encoding" in the "csv" of the sidecar, or save it as UTF-8.',
          'If line 3 should read "krème", add to the sidecar: "csv": { "encoding": "windows-1252" }',
          'If line 3 should read "krčme", add to the sidecar: "csv": { "encoding": "windows-1250" }',
        ],
      ],
    ],
    [
      'bytes of no encoding',
      bytes('a\nx\x98\x81y\n'),
      null,
      [
        [
          'error x.csv:2:2 encoding-invalid',
          '| as windows-1252: a x˜ y ',
          'the file is not in UTF-8: the bytes 98 81 79 0A are not a character',
          'Declare the encoding of the file as "encoding" in the "csv" of the sidecar, or save it as UTF-8.',
        ],
      ],
    ],
    [
      'bytes of macintosh or of DOS',
      bytes('a\ncr\x8Fme\n'),
      null,
      [
        [
          'error x.csv:2:3 encoding-invalid',
          '| as macintosh: a crème ',
          'the file is not in UTF-8: the bytes 8F 6D 65 0A are not a character',
          'Declare the encoding of the file as "encoding" in the "csv" of the sidecar, probably macintosh, or save it as UTF-8.',
        ],
      ],
    ],
    [
      'bytes of macintosh or of another encoding',
      bytes('a\n\xC9cole\n'),
      null,
      [
        [
          'error x.csv:2:1 encoding-invalid',
          '| as windows-1252: a École ',
          'the file is not in UTF-8: the bytes C9 63 6F 6C are not a character',
          'Declare the encoding of the file as "encoding" in the "csv" of the sidecar, or save it as UTF-8.',
          'If line 2 should read "École", add to the sidecar: "csv": { "encoding": "windows-1252" }',
          'If line 2 should read "…cole", add to the sidecar: "csv": { "encoding": "macintosh" }',
        ],
      ],
    ],
    [
      'a line in another encoding than most',
      bytes('a\nZ\xC3\xBCrich\nS\xE3o\nM\xC3\xA5lm\xC3\xB6\n'),
      null,
      [
        [
          'error x.csv:3:2 encoding-invalid',
          '| as windows-1252: a ZÃ¼rich São MÃ¥lmÃ¶ ',
          'the file is not in UTF-8, though most of it is: the bytes E3 6F 0A 4D are not a character',
          'The file contains text in two encodings: convert this line, and others like it, to UTF-8.',
        ],
      ],
    ],
    [
      'a byte that a declared encoding does not have',
      bytes('a\nb\x93 \n'),
      'shift_jis',
      [
        [
          'error x.csv:2:2 encoding-invalid',
          '| as windows-1252: a b“  ',
          'the file is not in SHIFT_JIS: the bytes 93 20 0A are not a character',
          'Declare the encoding of the file as "encoding" in the "csv" of the sidecar, or save it as UTF-8.',
        ],
      ],
    ],
    [
      'a byte far in a line',
      bytes(`${'x'.repeat(30)}\xE3o ${'y'.repeat(30)}\n`),
      null,
      [
        [
          'error x.csv:1:31 encoding-invalid',
          '| as windows-1252: xxxxxxxxxxxxxxxxxxxxão yyyyyyyyyyyyyyyyy',
          'the file is not in UTF-8: the bytes E3 6F 20 79 are not a character',
          'Declare the encoding of the file as "encoding" in the "csv" of the sidecar, or save it as UTF-8.',
          'If line 1 should read "xxxxxxxxxxxxxxxxxxxxão yyyyyyyyyyyyyyyyy", add to the sidecar: "csv": { "encoding": "windows-1252" }',
          'If line 1 should read "xxxxxxxxxxxxxxxxxxxxăo yyyyyyyyyyyyyyyyy", add to the sidecar: "csv": { "encoding": "windows-1250" }',
        ],
      ],
    ],
    [
      'a control character beside the byte',
      bytes('a\x01\tS\xE3o\x02\n'),
      null,
      [
        [
          'error x.csv:1:5 encoding-invalid',
          '| as windows-1252: a  São  ',
          'the file is not in UTF-8: the bytes E3 6F 02 0A are not a character',
          'Declare the encoding of the file as "encoding" in the "csv" of the sidecar, or save it as UTF-8.',
        ],
      ],
    ],
    [
      'a character that is cut off',
      bytes('a\nxy\xE2\x82'),
      null,
      [
        [
          'error x.csv:2:3 encoding-invalid',
          '| as windows-1252: a xyâ‚',
          'the file is not in UTF-8: the bytes E2 82 are not a character',
          'Declare the encoding of the file as "encoding" in the "csv" of the sidecar, probably windows-1252, or save it as UTF-8.',
          'If the line above is right, add to the sidecar: "csv": { "encoding": "windows-1252" }',
        ],
      ],
    ],
    [
      'Japanese',
      bytes('a\n\x82\xE8\x82\xF1\x82\xB2\n'),
      null,
      [
        [
          'error x.csv:2:1 encoding-invalid',
          '| as shift_jis: a りんご ',
          'the file is not in UTF-8: the bytes 82 E8 82 F1 are not a character',
          'Declare the encoding of the file as "encoding" in the "csv" of the sidecar, probably shift_jis, or save it as UTF-8.',
          'If the line above is right, add to the sidecar: "csv": { "encoding": "shift_jis" }',
        ],
      ],
    ],
  ])('%s', (_, content, declared, reports) => {
    expect(reportsFor(content, declared)).toEqual(reports);
  });

  test('with four characters beyond ASCII, bytes are UTF-8 by no chance', () => {
    const isUtf8 = (...chunks: string[]): boolean => {
      const detector = new Utf8Detector();
      for (const chunk of chunks) detector.add(Buffer.from(chunk));
      detector.add(null);
      return detector.isUtf8;
    };
    expect([isUtf8('ééé'), isUtf8('éééé'), isUtf8('éé', 'a', 'é', 'b'), isUtf8('a', 'b', 'éé', 'c', 'éé')]).toEqual([
      ...[false, true, false, true],
    ]);
    expect([isUtf8('abcd'), isUtf8('a\0b', 'c', 'd', 'e', 'f')]).toEqual([false, false]);
    expect([isUtf8('éééé', '\u{1F33E}'), isUtf8('🌾🌾🌾'), isUtf8('🌾🌾🌾🌾')]).toEqual([true, false, true]);
    const cut = new Utf8Detector();
    cut.add(Buffer.from('éééé'));
    cut.add(Buffer.from([0xc3]));
    expect(cut.isUtf8).toBe(true);
    cut.add(null);
    expect(cut.isUtf8).toBe(false);
    cut.add(Buffer.from('é'));
    expect(cut.isUtf8).toBe(false);
  });

  test('64 bytes without a zero are not UTF-16, and fewer may be', () => {
    const isRefused = (content: string): boolean =>
      reportsFor(content, 'utf-16le').some(([, message]) => message?.includes('are not UTF-16'));
    expect([isRefused('ab'.repeat(31)), isRefused('ab'.repeat(32)), isRefused(`${'ab'.repeat(31)}a\0`)]).toEqual([
      false,
      true,
      false,
    ]);
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
    ['colons and bars beside line endings', `${wide('a\nb\nc\n')}${':|'.repeat(9)}`, 'UTF-16LE'],
    ['a line feed without a zero', `${wide('a,b,c,d,e,f,g\r')}\nxx`, 'UTF-16LE'],
    ['tabs', wide('a\tb\nc'), 'UTF-16LE'],
    ['semicolons', wide('a;b\nc'), 'UTF-16LE'],
    ['line endings CR', wide('a,b\rc'), 'UTF-16LE'],
    ['no line endings', wide('a,b,c,d,e'), 'UTF-16LE'],
    ['too few bytes', wide('\n'), null],
    ['a few bytes', wide('a\n'), null],
    ['a few more bytes', wide('a\nb'), null],
    ['seven of ten separators', `${'x\0,\0'.repeat(6)}\n\0${'xx,x'.repeat(3)}`, 'UTF-16LE'],
    ['fewer of the separators', `${'x\0,\0'.repeat(5)}\n\0${'xx,x'.repeat(3)}`, null],
    ['one zero in fifty bytes', `\n\0${'xx'.repeat(49)}`, null],
    ['one zero in fifty bytes, twice', `\n\0${'xx'.repeat(48)}x\0`, 'UTF-16LE'],
    ['fewer zeros', `\n\0${'xx'.repeat(50)}`, null],
    ['UTF-32', 'a\0\0\0\n\0\0\0b\0\0\0,\0\0\0', 'UTF-32LE'],
    ['UTF-32 in the other byte order', '\0\0\0a\0\0\0\n\0\0\0b\0\0\0,', 'UTF-32BE'],
    ['UTF-32 with some upper bytes', `${'a\0\0\0'.repeat(20)}a\0\x01\0\n\0\0\0`, 'UTF-32LE'],
    ['UTF-32 with more upper bytes', `${'a\0\0\0'.repeat(10)}a\0\x01\0\n\0\x01\0`, 'UTF-32LE'],
    ['UTF-32 with a zero in the first byte', `${'a\0\0\0'.repeat(20)}\0\0\0\0\n\0\0\0`, 'UTF-16LE'],
    ['zeros alone', '\0'.repeat(20), null],
  ])('%s', (_, text, encoding) => {
    expect(found(text)).toBe(encoding);
  });

  test('in the first 64 KiB', () => {
    const plain = (count: number): string => 'xx'.repeat(count);
    expect(found(`${wide('a,b\n'.repeat(200))}${plain((1 << 15) - 800)}${wide('a,b\n'.repeat(20000))}`)).toBe(
      'UTF-16LE',
    );
    expect(found(`${plain(1 << 15)}${wide('a,b\n'.repeat(20000))}`)).toBe(null);
  });
});

describe('the place of bytes that are no character', () => {
  const locate = (content: Uint8Array, encoding = 'utf-8') =>
    locateBadByte((size) => memorySource(content).readChunks(size, size), encoding);

  test.each([
    [0, 1, 1],
    [1, 1, 2],
    [4095, 1, 4096],
    [4096, 1, 4097],
    [8191, 1, 8192],
    [8192, 1, 8193],
    [12288, 1, 12289],
  ])('after %i bytes', (offset, line, column) => {
    expect(locate(bytes(`${'x'.repeat(offset)}\xFFabc`))).toEqual({ line, column, offset });
    expect(locate(bytes(`${'x'.repeat(offset)}\xE2\x82abc`))).toEqual({ line, column, offset });
  });

  test('after lines of any kind, and characters of several bytes', () => {
    expect(locate(Buffer.concat([Buffer.from('é\r\n🌾\ra\n'), bytes('\xFF')]))).toEqual({
      line: 4,
      column: 1,
      offset: 11,
    });
    expect(locate(Buffer.concat([Buffer.from('é\r\n🌾'), bytes('\xFF')]))).toEqual({ line: 2, column: 3, offset: 8 });
    expect(locate(Buffer.concat([Buffer.from('\r'.repeat(3)), bytes('\n\n\xFF')]))).toEqual({
      line: 5,
      column: 1,
      offset: 5,
    });
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
