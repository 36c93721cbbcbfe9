import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { brokenLinks } from '../broken-links.ts';
import { attributeValues, builtPages } from '../built-pages.ts';
import { markupFaults } from '../markup-faults.ts';

/** Scripts, and those that they import, as paths on the host. */
function scriptsOf(entries: readonly string[]): string[] {
  const all = new Set(entries);
  for (const path of all) {
    const code = readFileSync(join(client, path), 'utf8');
    for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) all.add(`/assets/${name}`);
  }
  return [...all];
}

const client = join(inject('builtSite'), 'client');
const pages = builtPages(client);

describe('every built page', () => {
  it('exists', () => {
    const paths = pages.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/api/',
        '/404.html',
        '/datasets/',
        '/categories/economy/',
        '/datasets/us-budget-authority/',
      ]),
    );
    expect(paths.filter((path) => /^\/datasets\/./.test(path))).toHaveLength(inject('buildReport').datasets.length);
  });

  it('is valid HTML', async () => {
    expect(await markupFaults(pages)).toEqual([]);
  });

  it('links to files and fragments that exist', () => {
    expect(brokenLinks(client, pages)).toEqual([]);
  });

  it('has scripts in files only, and nothing inline that its policy forbids', () => {
    for (const { file, html } of pages) {
      expect(html, file).toContain('http-equiv="Content-Security-Policy"');
      for (const [, attributes, text] of html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)) {
        // A data block is no script (HTML, 4.12.1).
        if (attributes?.trim() === 'type="application/json"') JSON.parse(text as string);
        else expect(`${attributes}${text}`, file).toMatch(/^ type="module" src="\/assets\/[\w.-]+\.js"$/);
      }
      const rest = html.replaceAll(/<script[^>]*>.*?<\/script>/gs, '');
      expect(rest, file).not.toMatch(/<script|<style|\sstyle="|\son[a-z]+="|javascript:/i);
    }
  });

  it.each([
    ['home', '/', 12_000],
    ['the page for missing addresses', '/404.html', 4_000],
    ['the API reference', '/api/', 4_000],
  ])('has little script: %s', (_, path, most) => {
    const { html } = pages.find((page) => page.path === path) as (typeof pages)[number];
    const entries = attributeValues(html, 'src').filter((src) => src.endsWith('.js'));
    expect(entries.length).toBeGreaterThan(0);
    const bytes = scriptsOf(entries).map((file) => gzipSync(readFileSync(join(client, file))).length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(most);
  });

  it('has its own title and a description', () => {
    const titles = pages.map(({ html }) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(pages.length);
    for (const { file, html } of pages) expect(attributeValues(html, 'content').every(Boolean), file).toBe(true);
  });

  // Astro removes line breaks between words and elements, so a space there must be written explicitly.
  it('has a space between each word and the link or code next to it', () => {
    for (const { file, html } of pages) {
      const prose = html.replaceAll(/<(pre|script)[ >].*?<\/\1>/gs, '');
      expect(
        prose.match(/[\p{L}\p{N},.;:)]<(?:a|code|em|var)[\s>].{0,40}|<\/(?:a|code|em|var)>[\p{L}\p{N}(].{0,40}/gu),
        file,
      ).toBe(null);
    }
  });
});

describe('brokenLinks', () => {
  it('finds links to missing files, missing fragments and folders without a slash', () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-links-'));
    try {
      writeFileSync(
        join(folder, 'index.html'),
        '<p id="a"><a href="#a"></a><a href="#b"></a><a href="/x/"></a><a href="https://example.org/x"></a><img src="y.png">',
      );
      expect(brokenLinks(folder, builtPages(folder))).toEqual([
        '/ → #b: no element with the id b',
        '/ → /x/: no file /x/index.html',
        '/ → y.png: no file /y.png',
      ]);
      expect(brokenLinks(folder, builtPages(folder), '/sub/')).toContain('/ → /x/: leaves /sub/');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
