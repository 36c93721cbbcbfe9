import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { totalOf } from '../../../../src/pipeline/files/files-of-datasets.ts';
import { folderOutput } from '../../../../src/pipeline/output/folder-output.ts';
import { measureFolder } from '../../../../src/pipeline/output/output-folder.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';
import { runs } from '../../../support/runs.ts';

describe('an output into a folder', () => {
  test('writes files in UTF-8 below it, and counts them and their bytes', () => {
    const folder = folderWith({});
    const output = folderOutput(join(folder, 'new'));
    output.write('a/b/c.json', '"é🌾"');
    output.write('a.json', '1');
    expect(readFileSync(join(folder, 'new/a/b/c.json'), 'utf8')).toBe('"é🌾"');
    expect(totalOf(output.written)).toEqual({ files: 2, bytes: 9 });
    expect(measureFolder(join(folder, 'new'))).toEqual({ files: 2, bytes: 9 });
  });

  test('refuses to write a file twice', () => {
    const output = folderOutput(folderWith({}));
    output.write('a.json', '1');
    expect(() => output.write('a.json', '2')).toThrow('EEXIST');
    expect(totalOf(output.written)).toEqual({ files: 1, bytes: 1 });
  });
});

describe('a long file in parts', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  test('is the parts in the order of their numbers, whoever writes them and when', () => {
    const parts = fc.array(fc.array(fc.string(), { maxLength: 4 }), { minLength: 1, maxLength: 5 });
    const order = parts.chain((texts) =>
      fc.tuple(fc.constant(texts), fc.shuffledSubarray([...texts.keys()], { minLength: texts.length })),
    );
    fc.assert(
      fc.property(order, ([texts, numbers]) => {
        const folder = folderWith({});
        for (const number of numbers) {
          // Each part has an output of its own, as on threads.
          const part = folderOutput(folder).part('a/data.csv', number);
          for (const text of texts[number] ?? []) part.write(bytes(text));
          part.end();
        }
        const output = folderOutput(folder);
        output.joinParts('a/data.csv', texts.length);
        const whole = Buffer.from(bytes(texts.flat().join('')));
        expect(readFileSync(join(folder, 'a/data.csv')).equals(whole)).toBe(true);
        expect(readdirSync(join(folder, 'a'))).toEqual(['data.csv']);
        expect(totalOf(output.written)).toEqual({ files: 1, bytes: whole.length });
      }),
      { numRuns: runs(60) },
    );
  });

  test('is refused if a part is missing, or was not ended', () => {
    const folder = folderWith({});
    const output = folderOutput(folder);
    output.part('data.csv', 0).end();
    output.part('data.csv', 1).write(bytes('not ended'));
    expect(() => output.joinParts('data.csv', 2)).toThrow('data.csv.part-1 is missing');
    expect(totalOf(output.written)).toEqual({ files: 0, bytes: 0 });
    expect(readdirSync(folder)).not.toContain('data.csv');
  });

  test('is refused if the file, or a part of it, was written before', () => {
    const output = folderOutput(folderWith({ 'data.csv': 'old' }));
    output.part('data.csv', 0).end();
    expect(() => output.joinParts('data.csv', 1)).toThrow('data.csv has already been written');
    expect(() => output.part('data.csv', 0)).toThrow('data.csv.part-0 has already been written');
  });
});
