import { cpSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Collection, collectionFile, downloadFile, pageFile, pageLinks } from '../../../src/contract/routes.ts';
import { joinPage } from '../join-page.ts';

/** Records of a large page, and bytes of each. */
const RECORDS = 100;
const RECORD_BYTES = 200_000;

/** Path of the download of `large`, of 40 MB. */
export const LARGE_DOWNLOAD = `/${downloadFile('ndjson', 'large')}`;

/** Makes an output with the server of a built one, and a dataset `large` with two pages of 20 MB. */
export function makeLargeOutput(out: string, built: string): void {
  const collection: Collection = { kind: 'records', config: 'large' };
  const site = { prefix: '/', pageSizes: [RECORDS] };
  const count = 2 * RECORDS;
  const client = join(out, 'client');
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(client, file)), { recursive: true });
    writeFileSync(join(client, file), text);
  };
  cpSync(join(built, 'server'), join(out, 'server'), { recursive: true });
  const lines: string[] = [];
  for (const offset of [0, RECORDS, count]) {
    const window = { limit: RECORDS, offset };
    const numbers = Array.from({ length: Math.min(RECORDS, count - offset) }, (_, at) => offset + at);
    const records = numbers.map((n) =>
      JSON.stringify({ n, text: `${n} `.repeat(RECORD_BYTES).slice(0, RECORD_BYTES) }),
    );
    const links = pageLinks(site, collection, count, window);
    lines.push(...records);
    write(pageFile(collection, window), joinPage({ head: '', count, links, records }, window));
  }
  linkSync(join(client, pageFile(collection, { limit: RECORDS, offset: 0 })), join(client, collectionFile(collection)));
  write(LARGE_DOWNLOAD, `${lines.join('\n')}\n`);
  const index = {
    page_sizes: site.pageSizes,
    formats: ['ndjson'],
    links: { self: '/v1/index.json' },
    categories: [],
    datasets: [{ config: 'large', name: 'Large', row_count: count }],
  };
  write('v1/index.json', JSON.stringify(index));
}
