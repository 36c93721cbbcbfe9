import { linesOf, PLACES, PLAIN, type Polluted, type Table } from './table.ts';

/** One way in which files differ from a clean table, to be combined with others. */
interface Fault {
  codes: readonly string[];
  cure: Record<string, unknown>;
}

/** Faults of each line of the table. */
const CELLS: readonly (Fault & { line: (line: string) => string })[] = [
  { line: (line) => line, codes: [], cure: {} },
  { line: (line) => `${line},`, codes: ['column-unnamed'], cure: { trailingDelimiter: true } },
  { line: (line) => line.replaceAll(',', '^'), codes: ['delimiter-doubtful'], cure: { delimiter: '^' } },
  { line: (line) => line.replaceAll(',', ' , '), codes: ['blanks-around'], cure: { trim: true } },
  { line: (line) => line.replace(/[^,]+/g, "'$&'"), codes: ['quote-doubtful'], cure: { quote: "'" } },
];

/** Faults around the records, from the inside out. */
const AROUND: readonly (Fault & { text: (text: string) => string | Uint8Array })[] = [
  { text: (text) => `${text}Source: Office of Fruit\n`, codes: ['footer-found'], cure: { footerRows: 1 } },
  { text: (text) => `Fruit of the year\n\n${text}`, codes: ['preamble-found'], cure: { skipRows: 2 } },
  { text: (text) => Buffer.from(text, 'utf16le'), codes: ['encoding-invalid'], cure: { encoding: 'utf-16le' } },
];

const EMPTY: Fault = { codes: ['rows-empty'], cure: { emptyRows: 'skip' } };

/** Files with two faults or more. */
export function* combined(): Generator<Polluted> {
  for (const table of [PLAIN, PLACES]) {
    for (const cells of CELLS) {
      for (const hasEmptyRow of [false, true]) {
        for (let choice = 0; choice < 2 ** AROUND.length; choice += 1) {
          const around = AROUND.filter((_, at) => (choice >> at) % 2 === 1);
          const faults = [...(cells.codes.length > 0 ? [cells] : []), ...(hasEmptyRow ? [EMPTY] : []), ...around];
          if (faults.length < 2) continue;
          yield {
            kind: `combined: ${faults.map(({ codes }) => codes).join(', ')}`,
            file: around.reduce<string | Uint8Array>(
              (text, fault) => fault.text(text as string),
              linesWith(table, hasEmptyRow)
                .map((line) => `${cells.line(line)}\n`)
                .join(''),
            ),
            table,
            codes: faults.flatMap(({ codes }) => codes),
            cure: Object.assign({}, ...faults.map(({ cure }) => cure)),
          };
        }
      }
    }
  }
}

function linesWith(table: Table, hasEmptyRow: boolean): string[] {
  const lines = linesOf(table);
  return hasEmptyRow ? [...lines.slice(0, 3), ','.repeat((table[0]?.length ?? 1) - 1), ...lines.slice(3)] : lines;
}
