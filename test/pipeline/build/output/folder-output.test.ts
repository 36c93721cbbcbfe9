import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOutput } from '../../../../src/build/output/folder-output.ts';
import { measureFolder } from '../../../../src/build/output/output-folder.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

describe('an output into a folder', () => {
  test('writes files in UTF-8 below it, and counts them and their bytes', () => {
    const folder = folderWith({});
    const output = folderOutput(join(folder, 'new'));
    output.write('a/b/c.json', '"é🌾"');
    output.write('a.json', '1');
    expect(readFileSync(join(folder, 'new/a/b/c.json'), 'utf8')).toBe('"é🌾"');
    expect(output.written).toEqual({ files: 2, bytes: 9 });
    expect(measureFolder(join(folder, 'new'))).toEqual({ files: 2, bytes: 9 });
  });

  test('refuses to write a file twice', () => {
    const output = folderOutput(folderWith({}));
    output.write('a.json', '1');
    expect(() => output.write('a.json', '2')).toThrow('EEXIST');
    expect(output.written).toEqual({ files: 1, bytes: 1 });
  });
});
