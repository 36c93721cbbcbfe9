import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { moveFiles } from '../../../src/astro/prepare-pages.ts';
import { elsewhereThan } from '../../support/builds/folders-in-memory.ts';
import { folderWith, writeFiles } from '../../support/builds/raw-data-folder.ts';

test('published files move beside the rendered pages, also to another file system', () => {
  const published = folderWith({
    'v1/index.json': '{}',
    'theme.css': 'a{}',
    'datasets/wages/chart.svg': '<svg/>',
    'datasets/rents/index.html': '<p>',
    'datasets-to-render.json': '[]',
  });
  const client = mkdtempSync(join(elsewhereThan(tmpdir()), 'move-beside-pages-'));
  onTestFinished(() => rmSync(client, { recursive: true }));
  writeFiles(client, { 'datasets/wages/index.html': '<p>' });
  moveFiles(published, client);
  expect(readdirSync(client).sort()).toEqual(['datasets', 'theme.css', 'v1']);
  expect(readdirSync(join(client, 'datasets')).sort()).toEqual(['rents', 'wages']);
  expect(readdirSync(join(client, 'datasets/wages')).sort()).toEqual(['chart.svg', 'index.html']);
  expect(readFileSync(join(client, 'v1/index.json'), 'utf8')).toBe('{}');
  expect(existsSync(join(published, 'v1'))).toBe(false);
  expect(existsSync(join(published, 'theme.css'))).toBe(false);
});

test.each(['v1/index.json', 'v1'])('a file of the site itself in the place of a published one is named: %s', (path) => {
  const published = folderWith({ 'v1/index.json': '{}' });
  const client = folderWith({ [path]: 'own' });
  expect(() => moveFiles(published, client)).toThrow(`both the site and the catalogue have a file /${path}`);
  expect(readFileSync(join(client, path), 'utf8')).toBe('own');
});
