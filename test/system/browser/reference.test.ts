import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { COMMON_MEMBERS, PROBLEM_TYPES } from '../../../src/contract/problem-types.ts';
import * as problems from '../../../src/serve/problem-details.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { attributeValues, textOf } from './built-pages.ts';

const html = readFileSync(join(inject('builtSite'), 'client/api/index.html'), 'utf8');
const ids = attributeValues(html, 'id');

let server: RunningServer;
beforeAll(async () => {
  server = await serveOutput(inject('builtSite'));
});
afterAll(async () => {
  await server.stop();
});

describe('the API reference', () => {
  it('explains every kind of problem there is, by its own title and status', () => {
    const all = [
      problems.unknownDataset('x', []),
      problems.unknownPath('x', []),
      problems.invalidParameter({ parameter: 'limit', received: 'x', expected: 'x' }),
      problems.undecodablePath(),
      problems.methodNotAllowed('X', 'GET'),
      problems.unforeseen(),
    ].map(({ kind, title, status }) => ({ id: kind, title, status }));
    expect(PROBLEM_TYPES.map(({ id, title, status }) => ({ id, title, status }))).toEqual(all);
    expect(ids).toEqual(expect.arrayContaining(all.map(({ id }) => id)));
  });

  it.each(PROBLEM_TYPES.filter(({ example }) => example))('shows a request that is answered with $id', async (kind) => {
    const { method, path } = kind.example ?? { method: '', path: '' };
    expect(textOf(html)).toContain(`${method} /${path}`);
    const response = await fetch(`${server.url}/${path}`, { method });
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ title: kind.title, status: kind.status });
    expect(body.type).toBe(`/api/#${kind.id}`);
    const known = [...COMMON_MEMBERS, ...kind.members].map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(body)));
  });

  it('shows code that reads every record', async () => {
    const code = Array.from(html.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs), ([, text]) => textOf(text as string));
    const loop = code.find((text) => text.startsWith('const records'))?.replaceAll('http://localhost:4321', server.url);
    const url = /"(http[^"]*)"/.exec(loop ?? '')?.[1];
    if (loop === undefined || url === undefined) throw new Error('the loop is not there');
    const run = new Function(`return (async () => { ${loop}\nreturn records; })();`) as () => Promise<unknown[]>;
    const records = await run();
    const first = (await (await fetch(url)).json()) as { metadata: { resultset: { count: number } } };
    expect(first.metadata.resultset.count).toBeGreaterThan(100);
    expect(records).toHaveLength(first.metadata.resultset.count);
  });
});
