import { expect, test } from 'vitest';
import { folderReader } from '../../../src/hosts/node/published-folder.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

test('a folder reader resolves to the bytes of a file, and to undefined for anything else', async () => {
  const read = folderReader(folderWith({ 'a/b.json': '{}' }));
  expect(Buffer.from((await read('a/b.json')) ?? []).toString()).toBe('{}');
  for (const path of ['a', 'a/c.json', 'a/b.json/d', 'x'.repeat(5000)]) expect(await read(path)).toBeUndefined();
});
