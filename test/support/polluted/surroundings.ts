import { linesOf, PAIRS, PLACES, PLAIN, type Polluted, RICH, type Table, WORDS, write } from './table.ts';

/** Files with lines above, below or between the records that are not records. */
export function* surroundings(): Generator<Polluted> {
  for (const table of [RICH, PLAIN, PAIRS, PLACES, WORDS]) {
    yield* above(table);
    yield* below(table);
    yield* between(table);
  }
  yield* totals();
  // A row of plain words may be a record with gaps.
  for (const table of [PLACES, WORDS]) {
    const readAs: Table = [...table, ['All is final', ...(table[0] ?? []).slice(1).map(() => '')]];
    yield {
      kind: 'footer of full width, of plain words',
      file: write(readAs),
      table,
      codes: [],
      doubts: ['footer-doubtful'],
      readAs,
      fix: { footerRows: 1 },
    };
  }
}

const TITLES = ['Fruit of the year', 'Office of Fruit', 'All figures are final'];
const NOTES = ['Source: Office of Fruit', 'p = provisional', 'End of file'];

/** A line with one cell for each column of a table, with a text in the first. */
function padded(text: string, table: Table): string {
  return text + ','.repeat((table[0]?.length ?? 1) - 1);
}

function* above(table: Table): Generator<Polluted> {
  const clean = write(table);
  const file = (lines: readonly string[]): string => `${lines.join('\n')}\n${clean}`;
  for (const count of [1, 2, 3]) {
    const titles = TITLES.slice(0, count);
    for (const [kind, lines] of [
      ['preamble', titles],
      ['preamble and blank line', [...titles, '']],
      ['blank line and preamble', ['', ...titles]],
      ['preamble of full width', titles.map((it) => padded(it, table))],
      ['preamble and blank line of full width', [...titles, ''].map((it) => padded(it, table))],
    ] as const) {
      yield { kind, file: file(lines), table, codes: ['preamble-found'], fix: { skipRows: lines.length } };
    }
    for (const mark of ['#', '%', '//']) {
      const comments = titles.map((it) => `${mark} ${it}`);
      const codes = ['preamble-found'];
      yield { kind: 'comments above', file: file(comments), table, codes, fix: { comment: mark } };
      yield {
        kind: 'comments of full width above',
        file: file(comments.map((it) => padded(it, table))),
        table,
        codes,
        fix: { comment: mark },
      };
    }
    const blanks = Array<string>(count).fill('');
    const codes = ['preamble-found', 'header-missing'];
    yield { kind: 'blank lines above', file: file(blanks), table, codes, fix: { skipRows: count } };
    yield {
      kind: 'lines of delimiters above',
      file: file(blanks.map((it) => padded(it, table))),
      table,
      codes,
      fix: { skipRows: count },
    };
  }
  for (const delimiter of [',', ';', '\t', '|', '^', ' ']) {
    const isUsual = !['^', ' '].includes(delimiter);
    yield {
      kind: 'sep=',
      file: `sep=${delimiter}\n${write(table, { delimiter })}`,
      table,
      codes: ['preamble-found'],
      fix: { skipRows: 1, ...(isUsual ? {} : { delimiter }) },
    };
    yield {
      kind: 'sep= in quotes',
      file: `"sep=${delimiter}"\n${write(table, { delimiter })}`,
      table,
      codes: ['preamble-found'],
      fix: { skipRows: 1, ...(isUsual ? {} : { delimiter }) },
    };
  }
}

function* below(table: Table): Generator<Polluted> {
  const clean = write(table);
  for (const count of [1, 2, 3]) {
    const notes = NOTES.slice(0, count);
    const fix = { footerRows: count };
    const codes = ['footer-found'];
    const file = (lines: readonly string[]): string => `${clean}${lines.join('\n')}\n`;
    const full = notes.map((it) => padded(it, table));
    yield { kind: 'footer', file: file(notes), table, codes, fix };
    yield { kind: 'footer without a last line ending', file: file(notes).trimEnd(), table, codes, fix };
    yield { kind: 'footer after a blank line', file: file(['', ...notes]), table, codes, fix };
    yield { kind: 'footer of full width', file: file(full), table, codes, fix };
    yield { kind: 'footer of full width after a blank line', file: file(['', ...full]), table, codes, fix };
    yield {
      kind: 'footer of full width after a line of delimiters',
      file: file([padded('', table), ...full]),
      table,
      codes: ['rows-empty', ...codes],
      fix: { emptyRows: 'skip', footerRows: count + 1 },
    };
    for (const mark of ['#', '%', '//']) {
      yield {
        kind: 'comments below',
        file: file(notes.map((it) => `${mark} ${it}`)),
        table,
        codes: [...codes, 'row-too-short'],
        fix: { comment: mark },
      };
    }
    yield { kind: 'blank lines at the end', file: file(Array<string>(count).fill('')), table, codes: [] };
    yield { kind: 'lines of blanks at the end', file: file(Array<string>(count).fill('  ')), table, codes: [] };
    yield {
      kind: 'lines of delimiters at the end',
      file: file(Array<string>(count).fill(padded('', table))),
      table,
      codes: ['rows-empty'],
      fix: { emptyRows: 'skip' },
    };
  }
}

function* between(table: Table): Generator<Polluted> {
  const lines = linesOf(table);
  const blank = (text: string, at: number): string => [...lines.slice(0, at), text, ...lines.slice(at), ''].join('\n');
  for (let at = 1; at < lines.length; at += 1) {
    const doubts = at === 1 ? [] : ['blank-lines'];
    yield { kind: 'blank line', file: blank('', at), table, codes: [], doubts };
    yield { kind: 'line of blanks', file: blank('   ', at), table, codes: [], doubts };
    yield {
      kind: 'line of delimiters',
      file: blank(padded('', table), at),
      table,
      codes: ['rows-empty'],
      fix: { emptyRows: 'skip' },
    };
    yield {
      kind: 'comment inside',
      file: blank('# checked up to here', at),
      table,
      codes: ['row-too-short'],
      fix: { comment: '#' },
    };
  }
  for (const count of [1, 2, 3]) {
    yield {
      kind: 'blank lines after every line',
      file: `${lines.join(`${'\n'.repeat(count)}\n`)}\n`,
      table,
      codes: [],
      doubts: ['blank-lines'],
    };
  }
}

/** Totals among the records give a hint, and are published like records. */
function* totals(): Generator<Polluted> {
  const rows = PAIRS.slice(1);
  const sum = (label: string): string[] => [label, '11.70'];
  const words = [
    'Total',
    'TOTAL:',
    'Grand total',
    'Totaal',
    'Totale',
    'Gesamt',
    'Summe',
    'Insgesamt',
    'Somme',
    'Ensemble',
  ];
  for (const label of [...words, 'Suma', 'Razem', 'Celkem', 'Összesen', 'Итого', '合计', '合計', '总计']) {
    const readAs = [...PAIRS, sum(label)];
    yield {
      kind: 'totals below',
      file: write(readAs),
      table: PAIRS,
      codes: [],
      doubts: ['totals-row'],
      readAs,
      fix: { footerRows: 1 },
    };
  }
  const [names = []] = PAIRS;
  const readAs = [names, ...rows.slice(0, 2), ['Total', '3.75'], ...rows.slice(2), ['Total', '7.85']];
  for (const label of ['All fruit', 'Everything', '', 'World']) {
    for (const at of [1, 3, 6]) {
      const summed = PAIRS.map((row, index) => [...row, index === 0 ? 'weight' : `${index * 120}`]).toSpliced(at, 0, [
        label,
        '11.60',
        '1800',
      ]);
      const it = { codes: [], doubts: ['totals-row'], readAs: summed };
      yield { kind: 'the sum of all records', file: write(summed), table: PAIRS, ...it };
    }
  }
  for (const word of ['total', 'insgesamt', 'celkem']) {
    const subtotals = [
      names,
      ...rows.slice(0, 2),
      [`North ${word}`, '3.75'],
      ...rows.slice(2),
      [`South ${word}`, '7.85'],
    ];
    yield {
      kind: 'totals whose labels end so',
      file: write(subtotals),
      table: PAIRS,
      codes: [],
      doubts: ['totals-row'],
      readAs: subtotals,
    };
  }
  yield { kind: 'totals inside', file: write(readAs), table: PAIRS, codes: [], doubts: ['totals-row'], readAs };
}
