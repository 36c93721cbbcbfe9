import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderReader } from '../../../src/hosts/node/published-folder.ts';
import { createApi } from '../../../src/serve/handle-request.ts';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { serveFolder } from '../../support/client/static-server.ts';
import { useBrowser } from '../../support/http/browser.ts';
import { publishTables } from '../../support/http/fixture.ts';
import { serveApi } from '../../support/http/serve-api.ts';

/*
 * The client as it is published reads the same rows wherever it runs, on every host.
 */

const ROWS = 4300;
/** Whole numbers that doubles cannot hold, decimals with zeros at the end, texts that look like numbers. */
const LINES = Array.from({ length: ROWS }, (_, row) => [`${2n ** 53n + BigInt(row)}`, `${row}.50`, `0${row}`]);
const TABLE = `id,amount,code\n${LINES.map((cells) => `${cells.join(',')}\n`).join('')}`;
const RANGES = [{ offset: 0 }, { offset: 4090, limit: 150 }, { offset: 95, limit: 10 }, { offset: ROWS, limit: 1 }];

const folder = folderForAll();
const servers: Server[] = [];
const browser = useBrowser();
let page: Page;
/** Address of the module, which is that of another host than the data. */
let module: string;
const hosts: Record<string, string> = {};

beforeAll(async () => {
  for (const layout of ['pages', 'packed'] as const) {
    const client = join(folder, layout);
    publishTables({ 'economy/table': TABLE }, client, { prefix: '/', pageSizes: [100], layout });
    const [files, code] = [await serveFolder(client), await serveApi(createApi(folderReader(client)))];
    servers.push(files.server, code.server);
    hosts[`${layout} as files`] = files.url;
    hosts[`${layout} with code`] = code.url;
  }
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>A site</title>');
  copyFileSync('public/almanac.js', join(folder, 'almanac.js'));
  const site = await serveFolder(folder);
  servers.push(site.server);
  module = `${site.url}/almanac.js`;
  page = await browser().newPage();
  await page.goto(`${site.url}/index.html`);
}, 60_000);
afterAll(() => {
  for (const server of servers) server.close();
});

/** Code of a module that reads the ranges, given as `module`, `url` and `ranges`, and hands them to `tell`. */
const READING = `
  const { openDataset } = await import(module);
  const table = await openDataset(url + '/v1/datasets/table');
  const read = [];
  for (const range of ranges) {
    const rows = [];
    for await (const { id, amount, code } of table.rows({ ...range, numbers: 'text' })) rows.push([id, amount, code]);
    read.push(rows);
  }
  const { type } = await table.toArray().catch((error) => error);
  tell({ read, type });
`;

interface Reading {
  read: string[][][];
  type: string;
}

function codeFor(module: string, url: string, tell: string): string {
  const given = Object.entries({ module, url, ranges: RANGES }).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
  );
  return `${given.join(' ')} const tell = ${tell}; ${READING}`;
}

const RUNNERS: Readonly<Record<string, (url: string) => Promise<Reading>>> = {
  'in Node': async (url) => {
    // The name of the package's export.
    const code = codeFor('almanac/client', url, '(it) => console.log(JSON.stringify(it))');
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { maxBuffer: 1 << 26 });
    return JSON.parse(stdout) as Reading;
  },
  'in a page': (url) =>
    page.evaluate(
      `(async () => { let progress; ${codeFor(module, url, '(it) => { progress = it; }')} return progress; })()`,
    ),
  'in a worker': (url) => {
    const code = codeFor(module, url, '(it) => postMessage(it)');
    return page.evaluate(
      (text) =>
        new Promise<Reading>((resolve, reject) => {
          const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), {
            type: 'module',
          });
          worker.onmessage = ({ data }) => {
            worker.terminate();
            resolve(data);
          };
          worker.onerror = ({ message }) => reject(new Error(message));
        }),
      code,
    );
  },
};

describe.each(Object.keys(RUNNERS))('%s', (runner) => {
  test.each(['pages as files', 'pages with code', 'packed as files', 'packed with code'])(
    'the rows are the same from %s',
    async (host) => {
      const { read, type } = await (RUNNERS[runner] as (url: string) => Promise<Reading>)(hosts[host] as string);
      expect(type).toBe('inexact-numbers');
      for (const [at, { offset, limit = ROWS }] of RANGES.entries()) {
        expect(JSON.stringify(read[at])).toBe(JSON.stringify(LINES.slice(offset, offset + limit)));
      }
    },
  );
});
