import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { useBuiltServer } from '../../../support/http/built-server.ts';

const server = useBuiltServer();

describe('a file', () => {
  test.each([
    ['/v1', 'v1/index.json'],
    ['/v1/datasets', 'v1/datasets.json'],
    ['/v1/datasets?limit=100&offset=0', 'v1/datasets/limit/100/offset/0.json'],
    ['/v1/datasets?category=economy', 'v1/datasets/category/economy.json'],
    ['/v1/datasets?category=economy&limit=100&offset=0', 'v1/datasets/category/economy/limit/100/offset/0.json'],
    ['/v1/datasets/coffee-production', 'v1/datasets/coffee-production.json'],
    ['/v1/datasets/french-communes?limit=100&offset=200', 'v1/datasets/french-communes/limit/100/offset/200.json'],
    ['/v1/datasets/french-communes?offset=37500', 'v1/datasets/french-communes/limit/100/offset/37500.json'],
    ['/v1/datasets/coffee-production/info', 'v1/datasets/coffee-production/info.json'],
    ['/v1/datasets/coffee-production/about', 'v1/datasets/coffee-production/about.json'],
    ['/v1/datasets/coffee-production/schema', 'v1/datasets/coffee-production/schema.json'],
    ['/v1/datasets/coffee-production/profile', 'v1/datasets/coffee-production/profile.json'],
    ['/v1/datasets/coffee-production/quality', 'v1/datasets/coffee-production/quality.json'],
    ['/v1/datasets/coffee-production/downloads', 'v1/datasets/coffee-production/downloads.json'],
    ['/v1/datasets/coffee-production/data.csv', 'v1/datasets/coffee-production/data.csv'],
    ['/v1/datasets/french-communes/data.ndjson', 'v1/datasets/french-communes/data.ndjson'],
  ])('is the response to %s byte for byte, and has its own URL', async (path, file) => {
    const published = readFileSync(join(inject('builtSite'), 'client', file));
    for (const url of [path, `/${file}`]) {
      const { status, body } = await server.ask(url);
      expect(status).toBe(200);
      expect(body.equals(published), url).toBe(true);
    }
  });
});
