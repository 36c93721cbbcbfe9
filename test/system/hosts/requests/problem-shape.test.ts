import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { createHandler } from '../../../../src/serve/handle-request.ts';
import type { ProblemBody } from '../../../support/http/bodies.ts';
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

function expectDocumented(type: string): void {
  const [page = '', fragment = ''] = type.split('#');
  const documentation = readFileSync(join(inject('builtSite'), 'client', page, 'index.html'), 'utf8');
  expect(fragment).toMatch(/^[a-z-]+$/);
  expect(documentation).toMatch(new RegExp(`\\bid=["']?${fragment}["'\\s>]`));
}

describe.each(PROBLEMS)('the response to %s', (_, path, method = 'GET') => {
  test('reveals nothing about the program', async () => {
    const { text } = await server.ask(path, { method });
    expect(text).not.toMatch(/node_modules|\.m?[jt]s\b|\n\s+at |Error:|file:/);
    expect(text).not.toContain(inject('builtSite'));
  });

  test('has a problem type that the documentation explains', async () => {
    const { type } = JSON.parse((await server.ask(path, { method })).text) as ProblemBody;
    expectDocumented(type);
  });
});

test('the documentation explains internal errors as well', async () => {
  const handler = createHandler(async () => undefined);
  const response = await handler({ method: 'GET', url: `${server.url()}/v1`, headers: new Headers() });
  const { status, type } = JSON.parse((await response?.text()) ?? '') as ProblemBody;
  expect(status).toBe(500);
  expectDocumented(type);
});
