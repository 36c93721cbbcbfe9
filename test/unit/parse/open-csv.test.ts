import { describe, expect, test } from 'vitest';
import type { ByteSource, FileFormat } from '../../../src/model.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { type Problem, ProblemError } from '../../../src/problems/problem.ts';
import { PLAIN_FORMAT } from '../../support/tables/plain-format.ts';

/** A file in these chunks, and how far it was read. */
function inChunks(chunks: readonly string[]): ByteSource & { read: number; isClosed: boolean } {
  return {
    read: 0,
    isClosed: false,
    *readChunks() {
      try {
        for (const chunk of chunks) {
          this.read += 1;
          yield Buffer.from(chunk);
        }
      } finally {
        this.isClosed = true;
      }
    },
    readPart: () => false,
  };
}

function open(source: ByteSource, format: Partial<FileFormat> = {}) {
  const problems: Problem[] = [];
  const file = parseCsv(source, 'x.csv', { ...PLAIN_FORMAT, delimiter: ',', ...format }, (it) => problems.push(it));
  return { file, problems };
}

test('an open file has its columns, those left out, the delimiter, and where the header is', () => {
  const { file } = open(inChunks(['a;b;c\n1;2;3\n']), { delimiter: null, omitted: ['b', 'x'] });
  expect(file).toMatchObject({
    columns: ['a', 'c'],
    omitted: ['b'],
    headerCells: ['a', 'b', 'c'],
    delimiter: ';',
    headerPlace: { line: 1, column: 1, excerpt: 'a;b;c' },
  });
  expect(open(inChunks(['1,2\n']), { header: ['a', 'b'] }).file).toMatchObject({
    columns: ['a', 'b'],
    headerCells: ['a', 'b'],
    delimiter: ',',
    headerPlace: null,
  });
  expect(open(inChunks(['x\n\na,b\n1,2\n']), { skipRows: 2 }).file?.headerPlace?.line).toBe(3);
});

describe('a file', () => {
  const rows = '1,2\n'.repeat(100);

  test('is read in the steps in which its blocks are asked for, and counts its bytes', () => {
    const source = inChunks([`a,b\n${rows}`, rows, rows]);
    const { file } = open(source);
    expect([source.read, file?.bytesRead()]).toEqual([1, 404]);
    const blocks = file?.blocks[Symbol.iterator]();
    blocks?.next();
    expect([source.read, file?.bytesRead()]).toEqual([2, 804]);
    expect(source.isClosed).toBe(false);
    blocks?.next();
    blocks?.next();
    expect([source.read, file?.bytesRead(), source.isClosed]).toEqual([3, 1204, true]);
  });

  test('is closed on request, or if the reader of its blocks stops', () => {
    for (const blocksRead of [0, 1, 2]) {
      const source = inChunks([`a,b\n${rows}`, rows, rows]);
      const { file } = open(source);
      const blocks = file?.blocks[Symbol.iterator]();
      for (let read = 0; read < blocksRead; read += 1) blocks?.next();
      if (blocksRead === 2) blocks?.return?.();
      else file?.close();
      expect(source.isClosed).toBe(true);
    }
  });

  test.each([
    ['a wrong header', [`a,a\n${rows}`, rows], false],
    ['a stray quote', [`a,b\n1,x"\n${rows}`, rows], true],
    ['a doubtful delimiter', ['a;b,c\n1;2,3\n', '4;5,6\n'], true],
    ['no text', [''], true],
  ])('is closed if it has %s', (_, chunks, isThrown) => {
    const source = inChunks(chunks);
    const opening = () => open(source, { delimiter: null }).file;
    if (isThrown) expect(opening).toThrow(ProblemError);
    else expect(opening()).toBeNull();
    expect(source.isClosed).toBe(true);
  });
});

test('a header is checked with the next chunk too, if the first has fewer than a hundred records', () => {
  /** What is said about a column whose only value is in the second chunk. */
  const messageFor = (records: number): string | undefined => {
    const first = `a,,c\n"1\n",,x\n${'1,,x\n'.repeat(records - 2)}1,,`;
    return open(inChunks([first, 'x\n1,2,x\n1,,x\n'])).problems[0]?.message;
  };
  expect(messageFor(99)).toBe('column 2 of 3 has no name');
  expect(messageFor(100)).toBe('column 2 of 3 has no name and no values in the first rows: it may separate two tables');
});

test('a row may have as many cells as columns are allowed', () => {
  const read = (csv: string, maxColumns: number, format: Partial<FileFormat> = {}): string[] => {
    const file = parseCsv(inChunks([csv]), 'x.csv', { ...PLAIN_FORMAT, delimiter: ',', ...format }, () => {}, {
      maxColumns,
    });
    return [...(file?.columns ?? [])];
  };
  expect(read('a,b\n1,2\n', 2)).toEqual(['a', 'b']);
  expect(() => read('a,b,c\n1,2\n', 2)).toThrow('the file has more than 2 columns');
  expect(read('1,2\n', 2, { header: ['a', 'b'] })).toEqual(['a', 'b']);
  expect(() => read('1\n', 2, { header: ['a', 'b', 'c'] })).toThrow('the file has more than 2 columns');
});
