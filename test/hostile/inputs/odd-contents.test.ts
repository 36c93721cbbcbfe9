import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkData } from '../../../src/commands/check-data.ts';
import { rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { TRIES } from '../../support/hostile/tally.ts';

const SIZE = 1_000_000;
const of = (text: string, size = SIZE): string => text.repeat(size / text.length);

/** Files with hardly anything in them, or with too much of one thing; with a problem that is found. */
const CONTENTS: Record<string, { csv: string; code: string; size?: number }> = {
  'delimiters': { csv: of(','), code: 'columns-too-many' },
  'other delimiters': { csv: of(';'), code: 'columns-too-many' },
  'quotes': { csv: of('"'), code: 'column-name-too-long' },
  'quotes, the last open': { csv: `${of('"')}"`, code: 'quote-unclosed' },
  'line feeds': { csv: of('\n'), code: 'header-missing' },
  'carriage returns': { csv: of('\r'), code: 'header-missing' },
  'carriage returns and line feeds': { csv: of('\r\n'), code: 'header-missing' },
  'blanks': { csv: of(' '), code: 'header-missing' },
  'tabs': { csv: of('\t'), code: 'columns-too-many' },
  'no-break spaces': { csv: of('\u00A0'), code: 'header-missing' },
  'NUL characters': { csv: of('\0'), code: 'nul-character' },
  'letters': { csv: of('x'), code: 'column-name-too-long' },
  'digits': { csv: of('7'), code: 'header-missing' },
  'byte order marks': { csv: of('\uFEFF'), code: 'mark-inside' },
  'opening brackets': { csv: of('['), code: 'column-name-too-long' },
  'blanks before a bracket': { csv: `${of(' ')}[${of(' ')}`, code: 'column-name-too-long' },
  'markup characters': { csv: of('<'), code: 'column-name-too-long' },
  'comments': { csv: of('#a\n'), code: 'header-doubtful' },
  'rows too short': { csv: `a,b\n${of('1\n')}`, code: 'row-too-short' },
  'rows without values': { csv: `a,b\n${of(',\n')}`, code: 'rows-empty' },
  'blank lines before the last row': { csv: `a,b\n1,2\n${of('\n')}3,4\n`, code: 'blank' },
  'the same name again and again': { csv: `${of('a,', 18_000)}a\n`, code: 'column-duplicate' },
  'names that are blank': { csv: `a${of(',', 9000)}\n1${of(',', 9000)}\n`, code: 'column-unnamed' },
  'a file of 3 GB of NUL characters': { csv: 'a,b\n1,2\n', size: 3e9, code: 'record-too-large' },
  'an open quote, and 3 GB after it': { csv: 'a,b\n1,"', size: 3e9, code: 'quote-unclosed' },
};

/** Cells that patterns of dates, numbers and addresses could take quadratic time for. */
const CELLS = [
  ...['1', '1,', '1.', '-', '+', ' ', '\u00A0', '(', '%', 'e', '0e', '1 ', '.', ':', '/', '1/', '1-', 'a.', 'a@', '@'],
  ...[
    'a@a.',
    'POINT ',
    'http://',
    '{',
    '0:',
    'A1 ',
    'Ã',
    '"" ',
    "'",
    'T',
    'Z',
    '$',
    '€',
    '１',
    '\u0301',
    '😀',
    'id ',
    '#',
  ],
];

let tries = 0;
afterAll(() => expect(tries).toBe(TRIES['Files of nothing but one thing']));

/** Seconds of the processor for a file of a million characters that nobody may exceed. Quadratic time would be hours. */
const MAX_SECONDS = 20;

function codesIn(csv: string, size?: number): string[] {
  tries += 1;
  const rawData = rawDataWith({ 'economy/x.meta.json': sidecarWith() });
  const path = join(rawData, 'economy/x.csv');
  writeFileSync(path, csv);
  if (size !== undefined) truncateSync(path, size);
  const started = process.cpuUsage();
  const codes = checkData(rawData, []).files.flatMap(({ problems }) => problems.map(({ code }) => code));
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1e6).toBeLessThan(MAX_SECONDS);
  expect(codes.length).toBeLessThan(50);
  return codes;
}

test.each(Object.entries(CONTENTS))(
  'a file of %s is read in linear time',
  { timeout: 60_000 },
  (_, { csv, size, code }) => {
    expect(codesIn(csv, size).join(' ')).toContain(code);
  },
);

test('cells that almost fit a pattern are read in linear time, above and below the header', {
  timeout: 120_000,
}, () => {
  for (const part of CELLS) {
    const cell = part.repeat(100_000 / part.length);
    const quoted = `"${cell.replaceAll('"', '""')}"`;
    codesIn(`a,b\n1,${quoted}\n2,${quoted}!\n`);
    codesIn(`a,b,${quoted}\n1,2,3\n`);
  }
});
