import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { createHandler } from '../../../../src/serve/handle-request.ts';
import type { ProblemBody } from '../../../support/http/bodies.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';

const server = useBuiltServer();

const LONG_NAME = 'ä'.repeat(300);

const PROBLEMS: { what: string; path: string; method?: string; status: number; extensions: string[] }[] = [
  {
    what: 'an unknown config',
    path: '/v1/datasets/coffee-productoin',
    status: 404,
    extensions: ['suggestion', 'suggestions'],
  },
  {
    what: 'a very long config',
    path: `/v1/datasets/${encodeURIComponent(LONG_NAME)}?limit=1`,
    status: 404,
    extensions: ['suggestion', 'suggestions'],
  },
  { what: 'an unknown path', path: '/v1/nothing?x=1', status: 404, extensions: ['suggestions'] },
  { what: 'an unknown page', path: '/v1/datasets/limit/0/offset/0.json', status: 404, extensions: ['suggestions'] },
  { what: 'a bad limit', path: '/v1/datasets?limit=0', status: 400, extensions: ['parameter', 'received', 'expected'] },
  {
    what: 'an unknown category',
    path: '/v1/datasets?category=economi',
    status: 400,
    extensions: ['parameter', 'received', 'expected', 'suggestion'],
  },
  { what: 'an undecodable path', path: '/v1/datasets/%ff', status: 400, extensions: [] },
  { what: 'POST', path: '/v1/datasets', method: 'POST', status: 405, extensions: [] },
];

function expectDocumented(type: string): void {
  const [page = '', fragment = ''] = type.split('#');
  const documentation = readFileSync(join(inject('builtSite'), 'client', page, 'index.html'), 'utf8');
  expect(fragment).toMatch(/^[a-z-]+$/);
  expect(documentation).toMatch(new RegExp(`\\bid=["']?${fragment}["'\\s>]`));
}

describe.each(PROBLEMS)('the response to $what', ({ path, method = 'GET', status, extensions }) => {
  test('is a problem with its members in order, and the extensions of its type', async () => {
    const answer = await server.ask(path, { method });
    const body = JSON.parse(answer.text) as ProblemBody;
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json(?:;|$)/);
    expect(Object.keys(body)).toEqual(['type', 'title', 'status', 'detail', 'instance', ...extensions]);
    expect(body.status).toBe(status);
    for (const text of [body.type, body.title, body.detail, body.instance]) expect(text).toMatch(/\S/);
  });

  test('reveals nothing about the program', async () => {
    const { text } = await server.ask(path, { method });
    expect(text).not.toMatch(/node_modules|\.m?[jt]s\b|\n\s+at |Error:|file:/);
    expect(text).not.toContain(inject('builtSite'));
  });

  test('has the request as a URI reference', async () => {
    const { instance } = JSON.parse((await server.ask(path, { method })).text) as ProblemBody;
    expect(instance).toMatch(/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?%])*$/);
    if (path.length < 200) expect(instance).toBe(path);
    else expect(instance.length).toBeLessThan(path.length);
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
