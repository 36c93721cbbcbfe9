import { expect, inject, onTestFinished, test } from 'vitest';
import { startAlmanac } from '../../../scripts/bench/servers/servers.ts';

test('a server answers once it has started, and ends when it is stopped', async () => {
  const server = await startAlmanac(inject('builtSite'));
  onTestFinished(() => server.stop());
  const index = await fetch(`${server.url}/v1/index.json`);
  expect(index.status).toBe(200);
  await index.arrayBuffer();
  await server.stop();
  await expect(fetch(server.url)).rejects.toThrow();
});

test('a server that ends before it answers is an error with its message', async () => {
  await expect(startAlmanac('no-such-output')).rejects.toThrow('Cannot find module');
});
