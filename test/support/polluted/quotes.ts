import {
  linesOf,
  PAIRS,
  PLACES,
  PLAIN,
  type Polluted,
  QUOTES,
  RAGGED,
  RICH,
  type Table,
  WORDS,
  withLine,
  write,
  writeQuoted,
} from './table.ts';

/** Files with missing, surplus or unusual quotes. */
export function* quoteFaults(): Generator<Polluted> {
  const clean = write(RICH);
  const all = writeQuoted(RICH);
  yield { kind: 'every cell quoted', file: all, table: RICH, codes: [] };
  yield { kind: 'every cell quoted', file: writeQuoted(PLAIN), table: PLAIN, codes: [] };
  for (const at of positionsOf(clean, '"')) {
    yield { kind: 'quote missing', file: clean.slice(0, at) + clean.slice(at + 1), table: RICH, codes: QUOTES };
    yield { kind: 'surplus quote', file: `${clean.slice(0, at)}"${clean.slice(at)}`, table: RICH, codes: QUOTES };
  }
  for (const at of positionsOf(all.trimEnd(), '"')) {
    yield {
      kind: 'quote missing, all cells quoted',
      file: all.slice(0, at) + all.slice(at + 1),
      table: RICH,
      codes: QUOTES,
    };
  }
  for (const [index, line] of linesOf(RICH).entries()) {
    for (let at = 0; at <= line.length; at += 3) {
      yield {
        kind: 'stray quote',
        file: withLine(RICH, index, (it) => `${it.slice(0, at)}"${it.slice(at)}`),
        table: RICH,
        codes: QUOTES,
      };
    }
  }
  yield* otherQuotes();
  yield* longFiles();
  yield* quotesInComments();
  yield* quotesAsText();
}

function positionsOf(text: string, mark: string): number[] {
  return [...text].flatMap((character, at) => (character === mark ? [at] : []));
}

function* otherQuotes(): Generator<Polluted> {
  const codes = [...QUOTES, 'quote-doubtful'];
  for (const quote of ["'", '`', '´']) {
    const fix = { quote };
    yield { kind: 'unusual quote', file: writeQuoted(RICH, quote), table: RICH, codes, fix };
    yield { kind: 'unusual quote, only if needed', file: write(RICH, { quote }), table: RICH, codes, fix };
    for (const table of [PLAIN, PAIRS, PLACES, WORDS]) {
      const names = `${linesOf(table)[0]}\n`;
      const texts = textsBetween(table, quote, quote);
      const below = names + textsBetween(table.slice(1), quote, quote);
      yield { kind: 'unusual quote, plain cells', file: writeQuoted(table, quote), table, codes, fix };
      yield { kind: 'unusual quote around texts', file: texts, table, codes, fix };
      yield { kind: 'unusual quote around texts, not names', file: below, table, codes, fix };
    }
  }
  for (const [open = '', close = ''] of ['“”', '„“', '«»', '‘’', '»«', '””']) {
    yield { kind: 'typographic quotes', file: between(RICH, open, close), table: RICH, codes };
    for (const table of [PLAIN, PAIRS, PLACES, WORDS]) {
      const below = `${linesOf(table)[0]}\n${textsBetween(table.slice(1), open, close)}`;
      yield { kind: 'typographic quotes, plain cells', file: between(table, open, close), table, codes };
      yield { kind: 'typographic quotes around texts', file: textsBetween(table, open, close), table, codes };
      yield { kind: 'typographic quotes around texts, not names', file: below, table, codes };
    }
  }
}

/** Every cell between two marks. */
function between(table: Table, open: string, close: string): string {
  return table.map((row) => `${row.map((cell) => open + cell + close).join(',')}\n`).join('');
}

/** Every cell that is not a number between two marks. */
function textsBetween(table: Table, open: string, close: string): string {
  const marked = (cell: string): string => (/^[\d.]+$/.test(cell) ? cell : open + cell + close);
  return table.map((row) => `${row.map(marked).join(',')}\n`).join('');
}

/** Each delimiter with each quote, each way to write a quote inside quotes, and each line ending. */
export function* dialects(): Generator<Polluted> {
  for (const delimiter of [',', ';', '\t', '|', ':', '^', '~', ' ']) {
    for (const quote of ['"', "'", '`']) {
      for (const mark of [quote, '\\']) {
        for (const newline of ['\n', '\r\n', '\r']) yield dialect(delimiter, quote, mark, newline);
      }
    }
  }
}

function dialect(delimiter: string, quote: string, mark: string, newline: string): Polluted {
  const isUsual = [',', ';', '\t', '|'].includes(delimiter);
  const table = tableFor(delimiter, quote);
  return {
    kind: `dialect ${delimiter} ${quote} ${mark === quote ? 'doubled' : 'escaped'}`,
    file: write(table, { delimiter, quote, escape: mark, newline }),
    table,
    codes: isUsual && quote === '"' && mark === quote ? [] : [...QUOTES, ...RAGGED, 'preamble-found', 'header-missing'],
    fix: {
      ...(isUsual ? {} : { delimiter }),
      ...(quote === '"' ? {} : { quote }),
      ...(mark === quote ? {} : { escape: mark }),
    },
  };
}

/** A table with cells that need quotes in a dialect. */
function tableFor(delimiter: string, quote: string): Table {
  const [names = [], ...rows] = PLAIN;
  const notes = [`red${delimiter} and green`, 'soft', `says ${quote}blue${quote}`, `dried${delimiter} mostly`, 'green'];
  return [names, ...rows.map((row, index) => [...row.slice(0, -1), notes[index] as string])];
}

/** Bytes of the first chunk that is read of a file. */
const FIRST_CHUNK = 1 << 14;
/** Records of a file. A page shows no more than a hundred. */
const RECORDS = 90;

/**
 * Quoted files that are longer than the first chunk, whose end falls on each place of a record: on quotes, doubled ones too, on a line
 * break inside quotes, between CR and LF, and inside a letter of several bytes. Files that are longer than several chunks.
 */
function* longFiles(): Generator<Polluted> {
  const filler = 'l'.repeat(180);
  for (const delimiter of [',', ';', '\t', '|']) {
    for (const newline of ['\n', '\r\n']) {
      const record = ['7', 'a "b"; c', `x, y${newline}ä|z`, filler];
      const length = Buffer.byteLength(write([record], { delimiter, newline }));
      for (let shift = 0; shift < length - filler.length; shift += delimiter === ',' ? 5 : 1) {
        const table = tableOf(record, 's'.repeat((FIRST_CHUNK - shift) % length));
        yield { kind: 'longer than a chunk', file: write(table, { delimiter, newline }), table, codes: [] };
      }
    }
    for (const chunks of [2, 15.9, 16, 17, 64, 65]) {
      const table = tableOf(['7', 'one, two', 'l'.repeat((chunks * FIRST_CHUNK) / RECORDS), 'x\ty;z|u'], '');
      const file = writeQuoted(table, '"', '"', delimiter);
      yield { kind: `longer than ${chunks} chunks, all quoted`, file, table, codes: [] };
    }
  }
}

/** A table with many records like one; the last cell of the first is longer. */
function tableOf(record: readonly string[], more: string): Table {
  const first = [...record.slice(0, -1), `${record.at(-1)}${more}`];
  return [['n', 'name', 'note', 'text'], first, ...Array.from({ length: RECORDS - 1 }, () => record)];
}

/** Comments with quotes, above the table and inside it. */
function* quotesInComments(): Generator<Polluted> {
  for (const table of [RICH, PLAIN, PLACES]) {
    for (const delimiter of [',', ';', '\t', '|']) {
      const lines = linesOf(table, { delimiter });
      for (const comment of ['#', '%', '//']) {
        for (const text of ['the "best" data, 5" pipes', '"quoted" and more', 'see, 5"; or | 6" "']) {
          for (const at of [0, 1, 3]) {
            const file = `${lines.toSpliced(at, 0, `${comment} ${text}`).join('\n')}\n`;
            yield { kind: 'a comment with quotes', file, table, codes: QUOTES, fix: { comment } };
          }
        }
      }
    }
  }
}

/** Quotes that are text, such as marks of inches, in files that quote nothing, and in files that do. */
function* quotesAsText(): Generator<Polluted> {
  const names = ['id', 'size', 'name'];
  for (const delimiter of ['\t', ',', ';', '|']) {
    for (const cells of [
      ['5" pipe', '6" pipe', '12"'],
      ['3.5" disk', 'a "b" c', 'x'],
      ['so "called"', 'x', 'y'],
    ]) {
      const table: Table = [names, ...cells.map((cell, at) => [`${at + 1}`, cell, 'x'])];
      const file = table.map((row) => `${row.join(delimiter)}\n`).join('');
      yield { kind: 'quotes as text', file, table, codes: QUOTES, fix: { quote: '' } };
      const some: Table = [...table, ['9', 'y', 'p q']];
      const quoted = (mark: string): string => `${file}9${delimiter}y${delimiter}${mark}p q${mark}\n`;
      yield { kind: 'quotes as text, and others that quote', file: quoted('"'), table: some, codes: QUOTES };
    }
  }
}
