import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitRecords } from '../../../../src/parse/records/split-records.ts';
import { type Problem, ProblemError } from '../../../../src/problems/problem.ts';

const COMMA = { delimiter: ',', quote: '"', escape: '"', comment: null, trim: false };

test.each([
  ['\n', 'LF'],
  ['\r\n', 'CRLF'],
  ['\r', 'CR'],
])('line endings are distinguished: %j is %s', (newline) => {
  const text = `a,b${newline}1,2${newline}`;
  const blocks = [...splitRecords([text], 'x.csv', COMMA)];
  expect(blocks.map((block) => block.newline)).toEqual(blocks.map(() => newline));
  expect(recordsOf([text])).toEqual(['a,b', '1,2']);
});

test.each([
  ['LF among CRLF', 'a,b\r\n1,2\n3,4\r\n', '\r\n', [8]],
  ['CRLF among LF', 'a,b\n"1\n",2\r\n3,4', '\n', [10]],
  ['CRLF at the end', 'a,b\n1,2\r\n', '\n', [7]],
])('LF and CRLF end records alike: %s', (_, text, newline, otherEnds) => {
  const [first] = splitRecords([text], 'x.csv', COMMA);
  expect(first).toMatchObject({ newline, otherEnds, firstLine: 1 });
});

describe.each([false, true])('however the text is cut into chunks, with trim: %j', (trim) => {
  const sound = fc
    .array(fc.constantFrom('a', ',', '\n', '""', '"\n"', '"x""y"', '"\r\n,"', '🌾', ' '), { maxLength: 12 })
    .map((parts) => parts.join('').replace(/(?<=[^,\n])(?=")|(?<=")(?=[^,\n"])/g, ','));
  const newline = fc.constantFrom('\n', '\r\n', '\r');

  test('the records are the same, and each begins in the same line', () => {
    fc.assert(
      fc.property(sound, newline, (text, ending) => {
        const csv = text.replaceAll('\n', ending);
        const whole = resultOf([csv], trim);
        for (let cut = 0; cut <= csv.length; cut += 1) {
          expect(resultOf([csv.slice(0, cut), csv.slice(cut)], trim)).toEqual(whole);
        }
        expect(resultOf([...csv.split('')], trim)).toEqual(whole);
      }),
    );
  });

  test('an error has the same place', () => {
    const character = fc.constantFrom('a', ',', ' ', '\n', '\r', '"', '\r\n');
    fc.assert(
      fc.property(fc.array(character, { maxLength: 12 }), (parts) => {
        const csv = parts.join('');
        const whole = resultOf([csv], trim);
        for (let cut = 0; cut <= csv.length; cut += 1) {
          expect(resultOf([csv.slice(0, cut), csv.slice(cut)], trim)).toEqual(whole);
        }
        expect(resultOf([...csv], trim)).toEqual(whole);
      }),
    );
  });
});

describe('a construct that parsers read in different ways is refused at its place:', () => {
  test('an unclosed quote, even after whole records were taken', () => {
    const chunks = ['a,b\n1,2\n', '3,4\n5,"', 'x\n'];
    expect(refusalOf(chunks)).toMatchObject({ code: 'quote-unclosed', line: 4, column: 3 });
  });
});

describe('a file whose rest is one endless record is not read to its end:', () => {
  test.each([
    ['a quote that is not closed', 'a,b\n1,"x\n', 'quote-unclosed', 2, 3],
    ['a line that does not end', 'a,b\n1,x', 'record-too-large', 2, 1],
  ] as const)('%s', (_, beginning, code, line, column) => {
    function* endless(): Generator<string> {
      yield beginning;
      for (;;) yield 'x'.repeat(1 << 20);
    }
    let refused: unknown;
    try {
      for (const _block of splitRecords(endless(), 'x.csv', COMMA));
    } catch (error) {
      refused = error;
    }
    expect((refused as ProblemError).problem).toMatchObject({ code, line, column });
  });
});

/** The text and line of each record; or the error that ended the reading. */
function resultOf(chunks: readonly string[], trim: boolean): unknown {
  const records: { text: string; line: number }[] = [];
  try {
    for (const { text, starts, firstLine } of splitRecords(chunks, 'x.csv', { ...COMMA, trim })) {
      for (const [at, start] of starts.entries()) {
        records.push({ text: recordAt(text, start, starts[at + 1]), line: firstLine + breaksIn(text.slice(0, start)) });
      }
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // The number of records before the error depends on the chunks.
    const { code, line, column } = error.problem;
    return { code, line, column };
  }
  return records;
}

/** The text of a record, without the line ending before the next one. */
function recordAt(text: string, start: number, next: number | undefined): string {
  return next === undefined ? text.slice(start) : text.slice(start, next).replace(/(?:\r\n|\n|\r)$/, '');
}

function recordsOf(chunks: readonly string[], delimiter = ','): string[] {
  return [...splitRecords(chunks, 'x.csv', { ...COMMA, delimiter })].flatMap(({ text, starts }) =>
    starts.map((start, at) => recordAt(text, start, starts[at + 1])),
  );
}

function refusalOf(chunks: readonly string[]): Problem {
  try {
    recordsOf(chunks);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('the text was not refused');
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
