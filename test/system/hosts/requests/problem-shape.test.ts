import { describe, expect, inject, test } from 'vitest';
import { useBuiltServer } from '../../../support/http/built-server.ts';

const server = useBuiltServer();

const LONG_NAME = 'ä'.repeat(300);

const PROBLEMS: [what: string, path: string, method?: string][] = [
  ['an unknown config', '/v1/datasets/coffee-productoin'],
  ['a very long config', `/v1/datasets/${encodeURIComponent(LONG_NAME)}?limit=1`],
  ['an unknown path', '/v1/nothing?x=1'],
  ['a bad limit', '/v1/datasets?limit=0'],
  ['an unknown category', '/v1/datasets?category=economi'],
  ['an undecodable path', '/v1/datasets/%ff'],
  ['POST', '/v1/datasets', 'POST'],
];

describe.each(PROBLEMS)('the response to %s', (_, path, method = 'GET') => {
  test('reveals nothing about the program', async () => {
    const { text } = await server.ask(path, { method });
    expect(text).not.toMatch(/node_modules|\.m?[jt]s\b|\n\s+at |Error:|file:/);
    expect(text).not.toContain(inject('builtSite'));
  });
});
