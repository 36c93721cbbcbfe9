import { linesOf, PLAIN, type Polluted, RICH, type Table, write } from './table.ts';

const ENDINGS = ['\n', '\r\n', '\r'] as const;

/** Files with line endings of one kind, of several kinds, and inside cells. */
export function* lineEndings(): Generator<Polluted> {
  for (const table of [RICH, PLAIN]) {
    const lines = linesOf(table);
    for (const usual of ENDINGS) {
      for (const other of ENDINGS.filter((it) => it !== usual)) {
        for (const index of lines.keys()) {
          const file = lines.map((line, at) => line + (at === index ? other : usual)).join('');
          if (usual !== '\r' && other !== '\r') {
            yield { kind: 'LF and CRLF', file, table, codes: [], doubts: ['line-endings-both'] };
            continue;
          }
          yield { kind: 'mixed line endings', file, table, codes: ['line-endings-mixed', 'quote-stray'] };
        }
      }
    }
  }
  yield* bothEndings();
  const [names = [], ...rows] = PLAIN;
  for (const newline of ENDINGS) {
    yield { kind: 'line endings', file: write(RICH, { newline }), table: RICH, codes: [] };
    yield {
      kind: 'no line ending at the end',
      file: write(RICH, { newline }).slice(0, -newline.length),
      table: RICH,
      codes: [],
    };
    for (const inside of ENDINGS) {
      const table: Table = [names, ...rows.map((row) => [...row.slice(0, -1), `two${inside}lines`])];
      yield { kind: 'line breaks in quotes', file: write(table, { newline }), table, codes: [] };
      const header: Table = [names.map((name) => (name === 'note' ? `long${inside}note` : name)), ...rows];
      yield { kind: 'line breaks in names', file: write(header, { newline }), table: header, codes: [] };
      const bare = linesOf(PLAIN).map((line, at) => (at === 3 ? line.replace('blue', `two${inside}lines`) : line));
      yield {
        kind: 'line breaks without quotes',
        file: bare.join(newline) + newline,
        table: PLAIN,
        codes: ['line-endings-mixed', 'row-too-short'],
      };
    }
  }
}

/** Files in which some lines end in LF and others in CRLF. */
function* bothEndings(): Generator<Polluted> {
  const doubts = ['line-endings-both'];
  const [names = [], ...rows] = RICH;
  const inside: Table = [names, ...rows.map((row) => [...row.slice(0, -1), 'two\r\nlines, or\nthree'])];
  for (const table of [RICH, PLAIN, inside]) {
    const lines = linesOf(table);
    for (const [first, second] of [
      ['\n', '\r\n'],
      ['\r\n', '\n'],
    ] as const) {
      const half = lines.map((line, at) => line + (at < lines.length / 2 ? first : second)).join('');
      const turns = lines.map((line, at) => line + (at % 2 === 0 ? first : second)).join('');
      yield { kind: 'LF and CRLF, in halves', file: half, table, codes: [], doubts };
      yield { kind: 'LF and CRLF, in turns', file: turns, table, codes: [], doubts };
      yield {
        kind: 'LF and CRLF, in turns, no line ending at the end',
        file: turns.trimEnd(),
        table,
        codes: [],
        doubts,
      };
      yield {
        kind: 'LF and CRLF, only in blank lines',
        file: write(table, { newline: first }) + first + second,
        table,
        codes: [],
        doubts,
      };
      yield { kind: 'LF and CRLF, below a blank line', file: half + first + second, table, codes: [], doubts };
    }
  }
}
