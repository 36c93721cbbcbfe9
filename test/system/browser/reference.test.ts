import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { COMMON_MEMBERS, PROBLEM_TYPES } from '../../../src/contract/problem-types.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';
import { textOf } from './built-pages.ts';

const html = readFileSync(join(inject('builtSite'), 'client/api/index.html'), 'utf8');

const server = useBuiltServer();

describe('the API reference', () => {
  it.each(Object.entries(PROBLEM_TYPES))('explains %s, with its title and status', (id, { title, status, when }) => {
    const start = html.indexOf(`<h3 id="${id}">`);
    expect(start).toBeGreaterThan(0);
    const section = textOf(html.slice(start, html.indexOf('</details>', start)));
    expect(section).toContain(`${title} ${status}`);
    expect(section).toContain(when);
  });

  it.each(
    Object.entries(PROBLEM_TYPES).flatMap(([id, { example, ...type }]) => (example ? [{ id, example, type }] : [])),
  )('shows a request that causes $id', async ({ id, example: { method, path }, type }) => {
    expect(textOf(html)).toContain(`${method} /${path}`);
    const response = await fetch(`${server.url()}/${path}`, { method });
    const body = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(type.status);
    expect(body).toMatchObject({ type: `/api/#${id}`, title: type.title, status: type.status });
    const known = [...Object.keys(COMMON_MEMBERS), ...type.members.map(({ name }) => name)];
    expect(known).toEqual(expect.arrayContaining(Object.keys(body)));
  });

  it('shows code that reads every record', async () => {
    const code = Array.from(html.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs), ([, text]) =>
      textOf(text as string),
    );
    const loop = code
      .find((text) => text.startsWith('const records'))
      ?.replaceAll('http://localhost:4321', server.url());
    const url = /"(http[^"]*)"/.exec(loop ?? '')?.[1];
    if (loop === undefined || url === undefined) throw new Error('the reference has no loop');
    const run = new Function(`return (async () => { ${loop}\nreturn records; })();`) as () => Promise<unknown[]>;
    const records = await run();
    const first = (await (await fetch(url)).json()) as { metadata: { resultset: { count: number } } };
    expect(first.metadata.resultset.count).toBeGreaterThan(100);
    expect(records).toHaveLength(first.metadata.resultset.count);
  });
});
