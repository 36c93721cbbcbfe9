import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listenProblem, tryPort } from '../../../src/hosts/node/try-port.ts';

const HOST = '127.0.0.1';

test('a port that another server has is in use until that ends, and trying it does not keep it', async () => {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await tryPort(HOST, port)).toMatchObject({
    severity: 'error',
    code: 'setting-invalid',
    message: `port ${port} on ${HOST} is in use by another program`,
    help: expect.stringContaining('--port 5000'),
  });
  server.close();
  await once(server, 'close');
  expect(await tryPort(HOST, port)).toBeNull();
  expect(await tryPort(HOST, port)).toBeNull();
  expect(await tryPort(HOST, 0)).toBeNull();
});

test('an address that is not of this machine is a problem of the host', async () => {
  const found = await tryPort('192.0.2.1', 0);
  expect(found?.message).toContain('cannot listen on 192.0.2.1:0');
  expect(found?.help).toContain('--host');
});

test('a port without the right to it, and the proposed one itself, have another one proposed', () => {
  const denied = listenProblem(Object.assign(new Error(), { code: 'EACCES' }), HOST, 80);
  expect(denied.message).toBe('this user is not allowed to listen on port 80 of 127.0.0.1');
  expect(denied.help).toContain('--port 5000');
  expect(listenProblem(Object.assign(new Error(), { code: 'EADDRINUSE' }), HOST, 5000).help).toContain('--port 5001');
});
