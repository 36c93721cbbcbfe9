import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { brokenLinks } from '../broken-links.ts';
import { attributeValues, builtPages } from '../built-pages.ts';
import { markupFaults } from '../markup-faults.ts';

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
