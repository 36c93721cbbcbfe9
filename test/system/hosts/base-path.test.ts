import { describe, expect, test } from 'vitest';
import { urlPrefix } from '../../../src/contract/routes.ts';
import type { ProblemBody } from '../../support/http/bodies.ts';
import { type Fixture, numberedRows, useFixture } from '../../support/http/fixture.ts';

const TABLES = { 'topic/rows': numberedRows(250), 'topic/other-rows': numberedRows(3) };

/** Every URL that a body has as a link or suggestion, at any depth. */
function urlsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === 'links') return Object.values(value as Record<string, string | null>).filter((url) => url !== null);
    if (name === 'suggestions') return (value as { url: string }[]).map(({ url }) => url);
    return urlsIn(value);
  });
}

const SITES = [
  ['a base of two segments', '/open/data.v2/', '/open/data.v2/'],
  ['a site and a base', urlPrefix('https://data.example.org', '/data/'), '/data/'],
] as const;

describe.each(SITES)('below %s', (_, prefix, base) => {
  const fixture: Fixture = useFixture(TABLES, { prefix, pageSizes: [100] });
  const pathOf = (url: string): string => {
    const { pathname, search } = new URL(url, 'http://host');
    return pathname + search;
  };

  test('every link begins with the prefix and works', async () => {
    for (const path of [
      'v1',
      'v1/datasets',
      'v1/datasets?limit=1',
      'v1/datasets/rows',
      'v1/datasets/rows?limit=7&offset=9',
    ]) {
      const { status, text } = await fixture.ask(base + path);
      expect(status, path).toBe(200);
      const urls = urlsIn(JSON.parse(text)).filter((url) => !url.includes('/api/'));
      expect(urls.length).toBeGreaterThan(0);
      for (const url of urls) {
        expect(url.startsWith(prefix), url).toBe(true);
        expect((await fixture.ask(pathOf(url))).status, url).toBe(200);
      }
    }
  });

  test('problems have a type below the prefix, the path of the request, and suggestions that work', async () => {
    for (const path of [`${base}v1/datasets/rowss`, `${base}v1/nothing`]) {
      const { status, text } = await fixture.ask(path);
      const { type, instance, suggestions = [] } = JSON.parse(text) as ProblemBody;
      expect(status).toBe(404);
      expect(type.startsWith(`${prefix}api/#`), type).toBe(true);
      expect(instance).toBe(path);
      expect(suggestions.length).toBeGreaterThan(0);
      for (const { url } of suggestions) {
        expect(url.startsWith(prefix), url).toBe(true);
        expect((await fixture.ask(pathOf(url))).status).toBe(200);
      }
    }
  });
});
