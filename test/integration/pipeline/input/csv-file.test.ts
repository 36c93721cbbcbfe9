import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csvFile, fingerprintOf } from '../../../../src/pipeline/input/csv-file.ts';
import { ProblemError } from '../../../../src/problems/problem.ts';
import { folderWith, writeFiles } from '../../../support/builds/raw-data-folder.ts';

test('a file is read in chunks of the requested sizes, and in parts', () => {
  const file = csvFile(join(folderWith({ 'x.csv': 'abcdefgh' }), 'x.csv'), 'x.csv');
  const chunks = [...file.readChunks(2, 5)].map((bytes) => Buffer.from(bytes).toString());
  expect(chunks.map((text) => text.length)).toEqual([2, 5, 1]);
  const buffer = Buffer.alloc(3);
  expect(file.readPart(2, 5, buffer)).toBe(true);
  expect(buffer.toString()).toBe('cde');
  expect(file.readPart(6, 9, buffer)).toBe(false);
});

test('a missing file is refused', () => {
  const file = csvFile('/nowhere/x.csv', 'x.csv');
  expect(() => [...file.readChunks(1, 1)]).toThrow(ProblemError);
  expect(() => file.readPart(0, 1, Buffer.alloc(1))).toThrow(ProblemError);
});

test('the fingerprint of a file changes with its content, and is empty if the file is gone', () => {
  const folder = folderWith({ 'x.csv': 'a\n1\n' });
  const before = fingerprintOf(join(folder, 'x.csv'));
  expect(fingerprintOf(join(folder, 'x.csv'))).toBe(before);
  writeFiles(folder, { 'x.csv': 'a\n1\n2\n' });
  expect(fingerprintOf(join(folder, 'x.csv'))).not.toBe(before);
  expect(fingerprintOf(join(folder, 'y.csv'))).toBe('');
});
