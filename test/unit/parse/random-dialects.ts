import fc from 'fast-check';
import { sidecarSchema } from '../../../src/discover/sidecar/sidecar-schema.ts';
import type { FileFormat } from '../../../src/model.ts';
import { codePoints } from '../../support/tables/code-points.ts';
import { beginsComment, joinLines, recordLines, type Writing } from '../../support/tables/csv-writer.ts';
import { PLAIN_FORMAT } from '../../support/tables/plain-format.ts';

/** A table, the text of a CSV file that contains it, and the format that a sidecar would declare. */
export interface WrittenTable {
  columns: string[];
  rows: string[][];
  format: FileFormat;
  newline: Writing['newline'];
  text: string;
}

type Marks = Pick<FileFormat, 'quote' | 'escape' | 'comment'> & { delimiter: string };

const CHARACTERS = [...',;\t|:^ ~§\u0001\u00A0\\/-."\'`#\u2028☃·%*+?$([!_=<>&@\u0300🌾'];

/** All characters that give a text its structure and that a sidecar may declare. */
const marks: fc.Arbitrary<Marks> = fc
  .record({
    delimiter: fc.oneof(fc.constantFrom(',', ';', '\t', '|', ':', '^', ' '), fc.constantFrom(...CHARACTERS)),
    quote: fc.oneof(
      { arbitrary: fc.constant('"'), weight: 3 },
      { arbitrary: fc.constantFrom("'", '`', '', ...CHARACTERS), weight: 1 },
    ),
    otherEscape: fc.option(fc.oneof(fc.constant('\\'), fc.constantFrom(...CHARACTERS)), { nil: undefined, freq: 2 }),
    comment: fc.option(
      fc
        .tuple(fc.constantFrom(...CHARACTERS, '#', '#'), fc.constantFrom('', '', ...CHARACTERS, 'x', '\n'))
        .map((them) => them.join('')),
    ),
  })
  .filter(({ delimiter, quote, otherEscape, comment }) => {
    const csv = { delimiter, quote, escape: otherEscape, comment: comment ?? undefined };
    return sidecarSchema.shape.csv.safeParse(JSON.parse(JSON.stringify(csv))).success;
  })
  .map(({ otherEscape, ...others }) => ({ ...others, escape: otherEscape ?? others.quote }));

/** Texts that contain the characters which structure this file, or other files. */
function textWith({ delimiter, quote, escape: mark, comment }: Marks): fc.Arbitrary<string> {
  const structure = fc.constantFrom(delimiter, quote, mark, comment ?? '#', '\n', '\r', '\r\n');
  const other = fc.constantFrom('a', 'b c', '7', 'é', '名', '🌾', ...CHARACTERS, '\u2029', '\u0085', '\v');
  return fc.oneof(
    { arbitrary: fc.constantFrom('', ' ', 'x', '12.5', '\u2028'), weight: 2 },
    { arbitrary: fc.array(fc.oneof(structure, other), { maxLength: 6 }).map((parts) => parts.join('')), weight: 4 },
    {
      arbitrary: fc.string({ unit: codePoints, maxLength: 4 }).map((it) => it.replaceAll(/[\0\uFEFF]/g, '')),
      weight: 1,
    },
  );
}

/** A text that a cell can contain: if nothing is quoted, it must not contain the characters that structure the file. */
function writable(cell: string, at: number, dialect: Marks): string {
  if (dialect.quote !== '') return cell;
  const plain = cell.replaceAll(dialect.delimiter, '').replaceAll(/[\r\n]/g, '');
  return at === 0 && beginsComment(plain, dialect) ? `x${plain}` : plain;
}

/** Tables of 1 to 4 columns, in any dialect that a sidecar can declare, with preambles, footers, comments and blank lines. */
export const writtenTables: fc.Arbitrary<WrittenTable> = marks.chain((dialect) =>
  choices(textWith(dialect), { width: 1, rows: 1 }).map((it) => writeTable(dialect, it)),
);

const USUAL_DELIMITERS = [',', ';', '\t', '|'];

/**
 * Tables of 2 to 4 columns and 3 rows or more, with a usual delimiter that is not declared. Their cells are full of the other usual
 * delimiters. In some tables, each record has exactly one of another delimiter, which then gives a table too.
 */
export const undeclaredTables: fc.Arbitrary<WrittenTable> = fc
  .record({ delimiter: fc.constantFrom(...USUAL_DELIMITERS), others: marks })
  .filter(({ delimiter, others }) => delimiter !== others.quote && !others.comment?.startsWith(delimiter))
  .chain(({ delimiter, others }) => {
    const dialect = { ...others, delimiter };
    const usual = fc.constantFrom('1,5', '2;5', 'a\tb', 'x|y', '0,5', 'p;q', 'x, y; z', ',', ';', '');
    const cell = fc.oneof({ arbitrary: usual, weight: 5 }, { arbitrary: textWith(dialect), weight: 1 });
    const rival = fc.option(fc.constantFrom(...USUAL_DELIMITERS), { nil: undefined, freq: 2 });
    return fc
      .tuple(choices(cell, { width: 2, rows: 3 }), rival)
      .map(([it, other]) => writeTable(dialect, other === undefined ? it : withRival(it, other)));
  })
  .map((table) => ({ ...table, format: { ...table.format, delimiter: null } }));

/** The same table with one `rival` in the first cell of each record; the other cells have only letters and digits. */
function withRival(chosen: Choices, rival: string): Choices {
  const one = (row: readonly string[]): string[] =>
    row.map((cell, at) => (at === 0 ? `x${rival}y` : cell.replaceAll(/[^a-z0-9]/g, '')));
  const { names, rows, footer } = chosen;
  return { ...chosen, quoting: [false], names: one(names), rows: rows.map(one), footer: footer.map(one) };
}

/** The random choices for a table and its text, apart from the dialect. */
function choices(cell: fc.Arbitrary<string>, least: { width: number; rows: number }): fc.Arbitrary<Choices> {
  const line = cell.map((it) => it.replaceAll(/[\r\n]/g, ''));
  const four = { minLength: 4, maxLength: 4 };
  return fc.record({
    width: fc.integer({ min: least.width, max: 4 }),
    names: fc.array(cell, four),
    rows: fc.array(fc.array(cell, four), { minLength: least.rows, maxLength: 6 }),
    header: fc.constantFrom('undeclared', 'declared', 'missing'),
    isPadded: fc.boolean(),
    preamble: fc.oneof(fc.constant<string[]>([]), fc.array(line, { maxLength: 3 })),
    footer: fc.oneof(
      fc.constant<string[][]>([]),
      fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 2 }),
    ),
    comments: fc.array(fc.tuple(fc.nat(9), line), { maxLength: 3 }),
    blankLines: fc.array(fc.nat(9), { maxLength: 2 }),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    hasByteOrderMark: fc.boolean(),
    endsInNewline: fc.boolean(),
    quoting: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
  });
}

interface Choices extends Omit<Writing, 'delimiter'> {
  width: number;
  names: string[];
  rows: string[][];
  header: string;
  isPadded: boolean;
  preamble: string[];
  footer: string[][];
  comments: [number, string][];
  blankLines: number[];
}

function writeTable(dialect: Marks, chosen: Choices): WrittenTable {
  const { width, header, isPadded, preamble, comments, blankLines } = chosen;
  const names = chosen.names.slice(0, width).map((name, at) => nameOf(writable(name, at, dialect), at, width));
  const rows = chosen.rows.map((row) => row.slice(0, width).map((cell, at) => writable(cell, at, dialect)));
  // A line of the footer must not be empty: an empty line is not counted as a record.
  const footer = chosen.footer.map((row) => row.map((cell, at) => writable(at === 0 ? `f${cell}` : cell, at, dialect)));
  const records = [
    ...(header === 'missing' ? [] : [names]),
    ...rows.map((row) => (isPadded ? cut(row) : row)),
    ...footer,
  ];
  const how = { ...chosen, ...dialect };
  const lines = recordLines(records, how);
  // Before the header, an empty line would be the header.
  if (width > 1) for (const at of blankLines) lines.splice(1 + (at % lines.length), 0, '');
  if (dialect.comment !== null) {
    for (const [at, text] of comments) lines.splice(at % (lines.length + 1), 0, dialect.comment + text);
  }
  lines.unshift(...preamble);
  // A mark that is the first character of a file would not be part of the text.
  const hasByteOrderMark = how.hasByteOrderMark || (lines[0] ?? '').startsWith('\uFEFF');
  return {
    columns: names,
    rows,
    format: {
      ...PLAIN_FORMAT,
      trim: false,
      emptyRows: 'keep',
      ...dialect,
      skipRows: preamble.length,
      footerRows: footer.length,
      header: header === 'missing' ? names : header === 'declared' ? 1 : null,
      ragged: isPadded ? 'pad' : 'error',
    },
    newline: how.newline,
    text: joinLines(lines, { ...how, hasByteOrderMark }),
  };
}

/** A name that passes all checks of the header. */
function nameOf(name: string, at: number, width: number): string {
  return `${'abcd'[at]}${width === 1 ? name.replaceAll(/[,;\t|]/g, '') : name}`;
}

/** A row without the empty cells at its end; unchanged if all its cells are empty. */
function cut(row: string[]): string[] {
  const end = row.findLastIndex((cell) => cell !== '') + 1;
  return end === 0 ? row : row.slice(0, end);
}

/** A text with one to three random changes: a character deleted, doubled or inserted. */
export function damaged({ text, format }: WrittenTable): fc.Arbitrary<string> {
  const inserted = fc.constantFrom(
    ...[
      format.delimiter ?? ',',
      format.quote,
      format.escape,
      format.comment ?? '#',
      '\n',
      '\r',
      '\r\n',
      ' ',
      'x',
      '\uFEFF',
    ],
  );
  const damage = fc.record({ at: fc.nat(), kind: fc.constantFrom('delete', 'double', 'insert'), inserted });
  return fc.array(damage, { minLength: 1, maxLength: 3 }).map((damages) => {
    const characters = [...text];
    for (const { at, kind, inserted: character } of damages) {
      const place = characters.length === 0 ? 0 : at % characters.length;
      if (kind === 'insert') characters.splice(place, 0, character);
      else if (kind === 'double') characters.splice(place, 0, characters[place] ?? '');
      else characters.splice(place, 1);
    }
    return characters.join('');
  });
}
