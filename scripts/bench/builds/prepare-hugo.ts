import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linksOf } from '../peers/pages.ts';
import { peerFile } from '../peers.ts';

const LIMIT = 100;

/** Makes a Hugo site from raw data. Hugo needs a content file for every page, which holds all members but the records. */
export function prepareHugo(site: string, rawData: string, rows: number): void {
  cpSync(peerFile('hugo'), site, { recursive: true });
  mkdirSync(join(site, 'assets'));
  for (const file of globSync('*/*.csv', { cwd: rawData })) {
    const config = basename(file, '.csv');
    cpSync(join(rawData, file), join(site, 'assets', basename(file)));
    const sidecar = JSON.parse(readFileSync(join(rawData, file.replace(/\.csv$/, '.meta.json')), 'utf8'));
    const { source, description, url } = sidecar;
    const dataset = { config, source, description, url, category: dirname(file) };
    const write = (name: string, path: string, offset: number): void => {
      const resultset = { count: rows, offset, limit: LIMIT };
      const matter = { url: `/${path}`, dataset, resultset, links: linksOf(config, rows, offset) };
      writeFileSync(join(site, 'content', config, `${name}.md`), JSON.stringify(matter));
    };
    mkdirSync(join(site, 'content', config), { recursive: true });
    write('first', `v1/datasets/${config}.json`, 0);
    for (let offset = 0; offset <= rows; offset += LIMIT) {
      write(String(offset), `v1/datasets/${config}/limit/${LIMIT}/offset/${offset}.json`, offset);
    }
  }
}
