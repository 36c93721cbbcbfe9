import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../../src/commands/build-site.ts';
import { workbookToCsv } from '../../../src/commands/intake/workbook-to-csv.ts';
import { settingsWith } from '../../support/builds/build-parts.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

test('a workbook that Almanac publishes is read back as the CSV file that it publishes', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => {
    const number = Math.sin(at) * 10 ** ((at % 20) - 10);
    return `${at},00${at},"a ""b"", ${at}",${at % 7 === 0 ? '' : number},2024-01-${10 + (at % 20)},${at % 2 === 0},_x0041_`;
  });
  const csv = `id,code,text,number,date,flag,escaped\n${rows.join('\n')}\n`;
  const settings = settingsWith({ rawData: rawDataWith(withSidecar('economy/a', csv)), apiOnly: true, threads: 1 });
  expect(await buildSite(settings, () => {})).toMatchObject({ ok: true });
  const published = (file: string) => readFileSync(join(settings.out, 'client/v1/datasets/a', file));
  const { csv: read, hints } = await workbookToCsv(published('data.xlsx'), 'data.xlsx', 'Records');
  expect(hints).toEqual([]);
  expect(read).toBe(published('data.csv').toString('utf8').replaceAll('\r\n', '\n'));
});
