import { gzipSync } from 'node:zlib';
import { linesOf, PLAIN, type Polluted, RICH, type Table, write, writeQuoted } from './table.ts';

/** Files in encodings other than UTF-8, with damaged texts, or in formats other than CSV. */
export function* encodings(): Generator<Polluted> {
  yield* unicode();
  yield* nationalEncodings();
  yield* mixedEncodings();
  yield* damagedTexts();
  yield* otherFormats();
}

function* unicode(): Generator<Polluted> {
  for (const table of [RICH, PLAIN]) {
    const clean = write(table);
    yield { kind: 'UTF-8 with a mark', file: `\uFEFF${clean}`, table, codes: [] };
    const [key = ''] = table[0] ?? [];
    const rename = [{ column: 1, from: `\uFEFF${key}`, to: key }];
    const joined = { table, codes: ['files-joined'], fix: { rename } };
    yield { kind: 'UTF-8 with two marks', file: `\uFEFF\uFEFF${clean}`, ...joined };
    const doubted = { table, codes: [], doubts: ['mark-inside'] };
    const [names = [], ...rows] = table;
    for (const column of [0, 1, names.length - 1]) {
      const name = names[column] as string;
      const marked: Table = [names.with(column, `\uFEFF${name}`), ...rows];
      const fix = { rename: [{ column: column + 1, from: `\uFEFF${name}`, to: name }] };
      yield { kind: 'a mark in a name', file: writeQuoted(marked), ...doubted, readAs: marked, fix };
    }
    const little = (text: string): Buffer => Buffer.from(text, 'utf16le');
    const big = (text: string): Buffer => little(text).swap16();
    yield { kind: 'UTF-16 with a mark', file: little(`\uFEFF${clean}`), table, codes: [] };
    yield { kind: 'UTF-16 big-endian with a mark', file: big(`\uFEFF${clean}`), table, codes: [] };
    const codes = ['encoding-invalid'];
    yield { kind: 'UTF-16 without a mark', file: little(clean), table, codes, fix: { encoding: 'utf-16le' } };
    yield { kind: 'UTF-16 big-endian without a mark', file: big(clean), table, codes, fix: { encoding: 'utf-16be' } };
    yield { kind: 'UTF-16, truncated', file: little(`\uFEFF${clean}`).subarray(0, -1), table, codes };
    for (const isLittle of [true, false]) {
      yield { kind: 'UTF-32', file: utf32(clean, isLittle), table, codes };
      yield { kind: 'UTF-32 with a mark', file: utf32(`\uFEFF${clean}`, isLittle), table, codes };
    }
    for (const at of [1, 3, 5]) {
      const lines = linesOf(table);
      lines[at] = `\uFEFF${lines[at]}`;
      yield { kind: 'a mark before a line', file: `${lines.join('\n')}\n`, table, codes: ['files-joined'] };
    }
  }
}

function utf32(text: string, isLittle: boolean): Uint8Array {
  const points = [...text].map((character) => character.codePointAt(0) as number);
  const view = new DataView(new ArrayBuffer(points.length * 4));
  for (const [index, point] of points.entries()) view.setUint32(index * 4, point, isLittle);
  return new Uint8Array(view.buffer);
}

/** Words of some languages, with the encodings that files in the language use. */
const LANGUAGES: readonly (readonly [words: readonly string[], encodings: readonly string[]])[] = [
  [
    ['açaí', 'größe', 'crème brûlée', 'naïveté', 'señor'],
    ['windows-1252', 'iso-8859-15', 'macintosh'],
  ],
  [
    ['žluťoučký', 'kůň', 'úpěl', 'ďábelské', 'ódy'],
    ['windows-1250', 'iso-8859-2'],
  ],
  [
    ['źdźbło', 'gęślą', 'jaźń', 'zażółć', 'wieś'],
    ['windows-1250', 'iso-8859-2'],
  ],
  [
    ['яблоко', 'груша', 'слива', 'инжир', 'киви'],
    ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'],
  ],
  [
    ['μήλο', 'αχλάδι', 'δαμάσκηνο', 'σύκο', 'ακτινίδιο'],
    ['windows-1253', 'iso-8859-7'],
  ],
  [['£ 5', 'à la', 'x', 'y', 'z'], ['windows-1252']],
  [['École', 'x', 'y', 'z', 'u'], ['windows-1252']],
  [['Šibenik', 'Požega', 'x', 'y', 'z'], ['windows-1250']],
  [['東京', 'リンゴ', '大阪', 'x', 'y'], ['shift_jis']],
  [
    ['東京', '梨の木', '大阪', 'x', 'y'],
    ['shift_jis', 'euc-jp'],
  ],
  [['elma', 'armut', 'eriğin', 'incir', 'kivi şekeri'], ['windows-1254']],
  [
    ['りんご', '梨の木', 'プラム', 'いちじく', 'キウイ'],
    ['shift_jis', 'euc-jp'],
  ],
  [['苹果', '梨子', '李子', '无花果', '猕猴桃'], ['gb18030']],
  [['蘋果', '梨子', '李子', '無花果', '奇異果'], ['big5']],
  [['사과', '배나무', '자두', '무화과', '키위'], ['euc-kr']],
];

function* nationalEncodings(): Generator<Polluted> {
  for (const [words, names] of LANGUAGES) {
    const [header = [], ...rows] = PLAIN;
    const table: Table = [header, ...rows.map((row, index) => [...row.slice(0, -1), words[index] as string])];
    for (const encoding of names) {
      const file = encode(write(table), encoding);
      yield { kind: `in ${encoding}`, file, table, codes: ['encoding-invalid'], fix: { encoding } };
    }
  }
}

/** Encodes a text with the inverse of the decoder's table. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, readonly number[]>();
  const add = (...bytes: number[]): void => {
    const read = decoder.decode(Uint8Array.from(bytes));
    if ([...read].length === 1 && read !== '\uFFFD' && !bytesOf.has(read)) bytesOf.set(read, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  return Uint8Array.from([...text].flatMap((character) => bytesOf.get(character) ?? []));
}

/** UTF-8 with one line in Latin-1. */
function* mixedEncodings(): Generator<Polluted> {
  const [header = [], ...rows] = PLAIN;
  const words = ['açaí', 'größe', 'crème', 'naïf', 'señor'];
  const table: Table = [header, ...rows.map((row, index) => [...row.slice(0, -1), words[index] as string])];
  for (let at = 1; at < table.length; at += 1) {
    const lines = linesOf(table).map((line, index) => Buffer.from(`${line}\n`, index === at ? 'latin1' : 'utf8'));
    yield { kind: 'a line in Latin-1', file: Buffer.concat(lines), table, codes: ['encoding-invalid'] };
  }
}

function* damagedTexts(): Generator<Polluted> {
  for (const at of [1, 3, 5]) {
    const damaged = (change: (cell: string) => string): Table =>
      PLAIN.map((row, index) => (index === at ? [...row.slice(0, -1), change(row[4] as string)] : row));
    const hint = (kind: string, doubt: string, change: (cell: string) => string): Polluted => {
      const readAs = damaged(change);
      return { kind, file: write(readAs), table: PLAIN, codes: [], doubts: [doubt], readAs };
    };
    yield { kind: 'NUL', file: write(damaged((it) => `${it}\0`)), table: PLAIN, codes: ['nul-character'] };
    yield hint('a control character', 'control-character', (it) => `${it}\x07`);
    yield hint('a control character of Latin-1', 'control-character', (it) => `${it}\x92s`);
    yield hint('a replacement character', 'replacement-character', (it) => `${it}\uFFFD`);
    yield hint('mojibake', 'mojibake', (it) => `${it}Ã©`);
    yield hint('a mark inside', 'mark-inside', (it) => `${it}\uFEFF`);
  }
  const blank = PLAIN.map((row, index) => (index === 2 ? [...row.slice(0, -1), '\u00A0'] : row));
  yield { kind: 'only a no-break space', file: write(blank), table: blank, codes: [], doubts: ['cells-blank'] };
  const empty = PLAIN.map((row, index) => (index === 2 ? [...row.slice(0, -1), ''] : row));
  const blanks = PLAIN.map((row, index) => (index === 2 ? [...row.slice(0, -1), '   '] : row));
  yield {
    kind: 'a cell of blanks',
    file: write(blanks),
    table: empty,
    codes: [],
    doubts: ['cells-blank'],
    readAs: blanks,
    fix: { missing: [' '] },
  };
  const clean = write(PLAIN);
  for (const end of ['\x1A', '\x1A\x1A\x1A', '\r\n\x1A']) {
    const file = end.startsWith('\r') ? write(PLAIN, { newline: '\r\n' }) + end.slice(2) : clean + end;
    yield { kind: 'an end-of-file mark of DOS', file, table: PLAIN, codes: [] };
  }
  yield { kind: 'an end-of-file mark of DOS', file: `${clean.trimEnd()}\x1A`, table: PLAIN, codes: [] };
}

function* otherFormats(): Generator<Polluted> {
  const clean = write(PLAIN);
  const named = (start: string): Uint8Array => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from(clean)]);
  const records = PLAIN.slice(1).map((row) => Object.fromEntries(row.map((cell, at) => [PLAIN[0]?.[at], cell])));
  const table = `<table>${PLAIN.map((row) => `<tr><td>${row.join('</td><td>')}</td></tr>`).join('\n')}</table>`;
  const files: [string, string | Uint8Array][] = [
    ['gzip', gzipSync(clean)],
    ['zip', named('PK\x03\x04\x14\0\0\0\x08\0')],
    ['an Excel workbook', named('PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0[Content_Types].xml')],
    ['a pointer of Git LFS', named('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n')],
    ['a pointer of git-annex', named('/annex/objects/SHA256E-s31390--f50d7ac4.csv\n')],
    ['a table of a web page', `${table}\n`],
    ['a page without a beginning', `<!-- saved -->\n<body>${table}</body>\n`],
    ['XML without a declaration', named('<rows>\n  <row><a>1</a></row>\n</rows>\n')],
    ['JSON lists', named('[["NAME","POP"],\n["Alabama","5024279"],\n["Alaska","733391"]]\n')],
    ['a bzip2 file', named('BZh91AY&SY\xB9\xAA')],
    ['an old Excel workbook', named('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')],
    ['an OpenDocument sheet', named('PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet')],
    ['7z', named('7z\xBC\xAF\x27\x1C')],
    ['xz', named('\xFD7zXZ\0')],
    ['Zstandard', named('\x28\xB5\x2F\xFD')],
    ['rar', named('Rar!\x1A\x07\x01\0')],
    ['PDF', named('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n')],
    ['RTF', `{\\rtf1\\ansi ${clean}}`],
    ['Parquet', named('PAR1\x15\x04')],
    ['SQLite', named('SQLite format 3\0')],
    ['HTML', `<!DOCTYPE html>\n<html><body>${table}</body></html>\n`],
    ['HTML without a doctype', `\n<HTML><body>${table}</body></HTML>\n`],
    ['XHTML', `<?xml version="1.0"?>\n<html>${table}</html>\n`],
    ['an Excel sheet in XML', `<?xml version="1.0"?>\n<Workbook>${table}</Workbook>\n`],
    ['JSON', JSON.stringify(records)],
    ['JSON with indents', JSON.stringify(records, null, 2)],
    ['a JSON object', JSON.stringify({ records })],
    ['JSON of rows', JSON.stringify(PLAIN)],
    ['JSON of numbers', '[1, 2, 3]\n'],
    ['JSON lines', `${records.map((record) => JSON.stringify(record)).join('\n')}\n`],
  ];
  for (const [kind, file] of files) yield { kind: `${kind} named csv`, file, table: PLAIN, codes: ['not-csv'] };
}
