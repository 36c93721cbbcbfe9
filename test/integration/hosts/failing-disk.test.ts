import fs, { type readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { folderOpener, folderPages, folderReader } from '../../../src/hosts/node/published-folder.ts';
import { TooBusy } from '../../../src/serve/handle-request.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

// The disk is real, except for errors that a test cannot bring about.
const { open, readdir: list, readFile } = fs;
beforeEach(() => {
  fs.open = vi.fn(open);
  fs.readdir = vi.fn(list) as unknown as typeof readdir;
  fs.readFile = vi.fn(readFile) as typeof readFile;
  // What modules have imported by name changes only by this.
  syncBuiltinESMExports();
});
afterEach(() => {
  Object.assign(fs, { open, readdir: list, readFile });
  syncBuiltinESMExports();
});

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe.each(['EMFILE', 'ENFILE'])('while the system allows no more open files (%s)', (code) => {
  test('reading and opening a file is refused as too busy', async () => {
    const folder = folderWith({ 'a.txt': 'a' });
    vi.mocked(fs.readFile).mockRejectedValueOnce(systemError(code));
    await expect(folderReader(folder)('a.txt')).rejects.toThrow(TooBusy);
    vi.mocked(fs.open).mockRejectedValueOnce(systemError(code));
    await expect(folderOpener(folder)('a.txt')).rejects.toThrow(TooBusy);
    expect(await folderReader(folder)('a.txt')).toEqual(new Uint8Array([97]));
  });
});

test('other errors of the disk are passed on', async () => {
  const folder = folderWith({ 'a.txt': 'a' });
  vi.mocked(fs.readFile).mockRejectedValueOnce(systemError('EIO'));
  await expect(folderReader(folder)('a.txt')).rejects.toThrow('EIO');
  vi.mocked(fs.open).mockRejectedValueOnce(systemError('EACCES'));
  await expect(folderOpener(folder)('a.txt')).rejects.toThrow('EACCES');
});

test.each(['EACCES', 'EPERM'])(
  'a folder that may not be listed has no pages (%s), and the others have',
  async (code) => {
    const folder = folderWith({ 'a/x.html': '', 'b/y.html': '', 'z.html': '' });
    vi.mocked(fs.readdir).mockImplementation(((path: string, options: { withFileTypes: true }) =>
      path.endsWith('a/') ? Promise.reject(systemError(code)) : list(path, options)) as unknown as typeof readdir);
    expect((await folderPages(folder)()).sort()).toEqual(['b/y.html', 'z.html']);
  },
);

test('a folder that cannot be listed for another reason is an error', async () => {
  vi.mocked(fs.readdir).mockRejectedValueOnce(systemError('EIO'));
  await expect(folderPages(folderWith({ 'a.html': '' }))()).rejects.toThrow('EIO');
});
