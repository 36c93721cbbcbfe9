import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderRemover, removeFolder } from '../../../src/pipeline/output/remove-folder.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

test.each([
  ['at once', removeFolder],
  ['at the end', (folder: string) => folderRemover(folder)()],
])('a folder is removed %s, but not what links lead to', async (_, remove) => {
  const folder = folderWith({ 'kept/below/x.txt': 'x', 'work/a/b/y.txt': 'y' });
  mkdirSync(join(folder, 'work/empty'));
  symlinkSync('../../kept', join(folder, 'work/a/link'));
  symlinkSync('../kept/below/x.txt', join(folder, 'work/link.txt'));
  expect(await remove(join(folder, 'work'))).toBe(null);
  expect([existsSync(join(folder, 'work')), existsSync(join(folder, 'kept/below/x.txt'))]).toEqual([false, true]);
});
