import { BlockList } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchFile } from '../../../../src/commands/intake/fetch-file.ts';
import { ProblemError } from '../../../../src/problems/problem.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';
import { serveOn } from '../../../support/fetching/file-server.ts';

beforeEach(() => {
  // Here, 127.0.0.1 stands for a public address.
  const { check } = BlockList.prototype;
  vi.spyOn(BlockList.prototype, 'check').mockImplementation(function (this: BlockList, address, family) {
    return address !== '127.0.0.1' && check.call(this, address as string, family);
  });
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ['an address', (port: string) => `http://127.0.0.2:${port}/`],
  ['an address of IPv6', (port: string) => `http://[::ffff:127.0.0.1]:${port}/`],
])('a public server cannot lead into a private network by %s', async (_, inside) => {
  const reached: (string | undefined)[] = [];
  const url = await serveOn(({ headers, url: path }, response) => {
    reached.push(path);
    const [, port = ''] = headers.host?.split(':') ?? [];
    response.writeHead(302, { location: inside(port) }).end();
  });
  const fetching = fetchFile({ url: `${url}/begin`, at: { file: null } }, `${folderWith({})}/file`, null, {
    maxBytes: 1000,
    allowPrivate: false,
  });
  const error = await fetching.catch((it) => it);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error.problem).toMatchObject({ code: 'address-refused', help: expect.stringContaining('--allow-private') });
  expect(reached).toEqual(['/begin']);
});
