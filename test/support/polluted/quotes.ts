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
}

function positionsOf(text: string, mark: string): number[] {
  return [...text].flatMap((character, at) => (character === mark ? [at] : []));
}

function* otherQuotes(): Generator<Polluted> {
  const codes = [...QUOTES, 'quote-doubtful'];
  for (const quote of ["'", '`', '´']) {
    const cure = { quote };
    yield { kind: 'unusual quote', file: writeQuoted(RICH, quote), table: RICH, codes, cure };
    yield { kind: 'unusual quote, only if needed', file: write(RICH, { quote }), table: RICH, codes, cure };
    for (const table of [PLAIN, PAIRS, PLACES, WORDS]) {
      const names = `${linesOf(table)[0]}\n`;
      const texts = textsBetween(table, quote, quote);
      const below = names + textsBetween(table.slice(1), quote, quote);
      yield { kind: 'unusual quote, plain cells', file: writeQuoted(table, quote), table, codes, cure };
      yield { kind: 'unusual quote around texts', file: texts, table, codes, cure };
      yield { kind: 'unusual quote around texts, not names', file: below, table, codes, cure };
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
    cure: {
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
