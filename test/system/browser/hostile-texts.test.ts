import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Files, folderForAll, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../support/builds/run-build.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { useBrowser } from '../../support/http/browser.ts';
import { writeCsv } from '../../support/tables/csv-writer.ts';

/** Texts that would do something if a page treated them as anything but text. */
const TEXTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</script><script>alert(1)</script>',
  '</title></head><body onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  'x <!-- x --!> --> <![CDATA[ x ]]>',
  '{{7*7}} <%= 7*7 %> {x} #{7*7}',
  '&amp; &lt;b&gt; &#60;b&#62; &nosuch;',
  '"double" \'single\' `tick` \\ back',
  '=HYPERLINK("javascript:alert(1)")',
  'https://example.org/"onmouseover="alert(1)//<script>alert(1)</script>',
] as const;
const ALL = TEXTS.join(' ');
const LONG = 'n'.repeat(5000);

const HOW = {
  delimiter: ',',
  newline: '\n',
  hasByteOrderMark: false,
  endsInNewline: true,
  quoting: [false],
} as const;

/** Files of a dataset with the same text everywhere, and numbers so that it has statistics. */
function datasetOf(config: string, text: string): Files {
  const described = { description: text, unit: text };
  const columns = { [text]: described, [`${text} n`]: described };
  const sidecar = { csv: { header: 1 }, name: text, description: text, source: text, license: text, columns };
  const rows = ['1', '2.50'].map((number, at) => [at === 0 ? text : '', number]);
  const csv = writeCsv(Object.keys(columns), rows, HOW);
  return withSidecar(`economy/${config}`, csv, { ...sidecar, url: `https://example.org/?q=${text}` });
}

/** Names that mean something in JavaScript, in Astro or in the paths of the output. */
const NAMES = [
  'constructor',
  'tostring',
  'proto__',
  '404',
  '500',
  'index-html',
  'api',
  'datasets',
  'assets',
  '2019',
  '0',
  'v1',
  'links',
];

const DATASETS = [...TEXTS, LONG].map((text, at) => ({ config: NAMES[at] as string, text }));

const folder = folderForAll();
const out = join(folder, 'out');
let server: RunningServer;
const browser = useBrowser();

beforeAll(async () => {
  const catalogue = {
    title: ALL,
    description: ALL,
    publisher: ALL,
    license: ALL,
    contact: 'javascript:alert(1)',
    categories: { economy: { title: ALL, description: ALL } },
  };
  const files = DATASETS.map(({ config, text }) => datasetOf(config, text));
  writeFiles(join(folder, 'raw-data'), Object.assign({ 'catalogue.json': JSON.stringify(catalogue) }, ...files));
  const { code, stderr } = await runBuild(['--raw-data', join(folder, 'raw-data'), '--out', out, '--quiet']);
  if (code !== 0) throw new Error(stderr);
  server = await serveOutput(out);
}, 120_000);

afterAll(() => server?.stop());

/** Opens a page, checks that the texts became nothing but text, and resolves to what a test asks for. */
async function look<T>(path: string, ask: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser().newPage({ viewport: { width: 800, height: 800 } });
  const unexpected: string[] = [];
  page.on('dialog', (dialog) => {
    unexpected.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (!message.text().includes('404')) unexpected.push(message.text());
  });
  page.on('pageerror', (error) => unexpected.push(error.message));
  page.on('request', (request) => {
    const isOurs =
      request.url().startsWith(server.url) &&
      ['document', 'stylesheet', 'script', 'fetch', 'other'].includes(request.resourceType());
    if (!isOurs) unexpected.push(`request: ${request.url()}`);
  });
  try {
    await page.goto(server.url + path);
    expect(await page.evaluate(foreign)).toEqual([]);
    expect(unexpected).toEqual([]);
    return await ask(page);
  } finally {
    await page.close();
  }
}

/** Runs in the browser: finds elements, attributes and addresses that no page of the catalogue has, and an overflow. */
function foreign(): string[] {
  const found: string[] = [];
  /** Elements of the pages themselves that the texts name too. */
  const own = [
    'script[type="application/json"]',
    'script[type="module"][src*="/assets/"]',
    ':is(.shape, .chart-plot) svg',
    ':is(.downloads, .kind) b',
    '.row-tools :is(form, input)',
    'form:is(.search, .try)',
    ':is(form.search, form.try p) > input',
    ':is(.bar > form, .bar > form > input)',
    'template[data-row]',
    ':is(.row, .doors figure) > svg.spark',
  ];
  for (const element of document.querySelectorAll('*')) {
    const { localName } = element;
    if (
      /^(?:script|style|img|svg|iframe|object|embed|form|input|template|base|b)$/.test(localName) &&
      !element.matches(own.join())
    )
      found.push(localName);
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'style') found.push(`${localName} ${name}=${value}`);
      const isLink = name === 'href' || name === 'src';
      if (isLink && !/^(?:https?|mailto):$/.test(new URL(value, document.baseURI).protocol)) found.push(value);
    }
  }
  if (document.createTreeWalker(document, NodeFilter.SHOW_COMMENT).nextNode()) found.push('a comment');
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push('an overflow');
  return found;
}

describe('a dataset with the text', () => {
  test.each(DATASETS.map(({ config, text }) => [text.slice(0, 40), config, text] as const))(
    '%s shows it as text on its page',
    async (_, config, text) => {
      const short = text === LONG ? `${text.slice(0, 160)}…` : text;
      const shown = await look(`/datasets/${config}/`, async (page) => ({
        title: await page.title(),
        heading: await page.locator('h1').textContent(),
        lead: await page.locator('.lead').textContent(),
        facts: await page.locator('.dataset-facts dd').allTextContents(),
        link: await page.locator('.dataset-facts a').last().getAttribute('href'),
        columns: await page.locator('.columns h3').allTextContents(),
        kind: await page.locator('.columns .kind').first().textContent(),
        described: await page.locator('.columns > li > .kind + p').allTextContents(),
        rows: await page.locator('.records thead code').allTextContents(),
        cell: await page.locator('.records tbody tr:first-child > :nth-child(2)').textContent(),
        links: await page
          .locator('.records a')
          .evaluateAll((all) => all.map((it) => [it.getAttribute('href'), it.getAttribute('rel')])),
        citation: await page.locator('#citation').textContent(),
        data: await page.locator('[data-rows] script').evaluate((it) => JSON.parse(it.textContent).columns[0][0]),
      }));
      expect(shown).toEqual({
        title: text,
        heading: text,
        lead: text,
        facts: ['2', '2', text, text],
        link: `https://example.org/?q=${text}`,
        columns: [text, `${text} n`],
        kind: `${text.startsWith('https:') ? 'web address' : 'text'} · ${text} · 50.0% missing`,
        described: [text, text],
        rows: [text, `${text} n`],
        cell: short,
        links: text.startsWith('https:') ? [[text, 'nofollow noopener external']] : [],
        citation: `${text}. ${text} [Data set]. ${ALL}. https://example.org/?q=${text}`,
        data: text,
      });
    },
  );
});

test('the home page shows the texts of the catalogue, its categories and its datasets', async () => {
  const shown = await look('/', async (page) => ({
    title: await page.title(),
    texts: await page.locator('h1, .lead, .brand, .category-head > *').allTextContents(),
    names: await page.locator('.dataset-list h3').allTextContents(),
    footer: await page.locator('footer p').allTextContents(),
    links: await page.locator('footer a').count(),
  }));
  expect(shown).toEqual({
    title: ALL,
    texts: [ALL, ALL, ALL, ALL],
    names: expect.arrayContaining(DATASETS.map(({ text }) => text)),
    footer: [`Published by ${ALL}`, `Licence, unless otherwise stated: ${ALL}`, 'Contact: javascript:alert(1)'],
    links: 0,
  });
});

test('results of the search show texts as text', async () => {
  const titles = await look('/?q=alert', async (page) => {
    await page.locator('.results .row').first().waitFor();
    expect(await page.evaluate(foreign)).toEqual([]);
    return page.locator('.results h2').allTextContents();
  });
  const expected = DATASETS.map(({ text }) => text).filter((text) => text.includes('alert'));
  expect(expected.length).toBeGreaterThan(3);
  expect(titles).toEqual(expect.arrayContaining(expected));
});

test('the list from A to Z and the page of a category show texts as text', async () => {
  const all = DATASETS.map(({ text }) => text);
  const inList = await look('/datasets/', (page) => page.locator('.alphabet a').allTextContents());
  const inCategory = await look('/categories/economy/', (page) => page.locator('.dataset-list h2').allTextContents());
  expect(inList.toSorted()).toEqual(all.toSorted());
  expect(inCategory.toSorted()).toEqual(all.toSorted());
});

test.each(['/api/', '/no/such/page/'])('%s shows the catalogue’s title as text', async (path) => {
  expect(await look(path, (page) => page.locator('.brand').textContent())).toBe(ALL);
});
