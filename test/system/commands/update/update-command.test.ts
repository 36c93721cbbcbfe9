import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { folderWith, rawDataWith, withSidecar } from '../../../support/builds/raw-data-folder.ts';
import { contentOf, ENVIRONMENT, runCommand } from '../../../support/builds/run-build.ts';
import { serveOn } from '../../../support/fetching/file-server.ts';
import { makeZip } from '../../../support/fetching/make-zip.ts';

const OLD = 'year,rent\n2020,1\n';
const NEW = 'year,rent\n2020,1\n2021,2\n';
const COLUMNS = { year: { description: 'Year' }, rent: { description: 'Rent' } };
const rawDataFrom = (from: string, csv = OLD): string =>
  rawDataWith(withSidecar('economy/rents', csv, { from, columns: COLUMNS }));
const sending =
  (body: string | Uint8Array): RequestListener =>
  (_, response) =>
    void response.end(body);

describe('update', () => {
  test('says what it did, in words, as JSON and as a summary, and exits with 0', async () => {
    const rawData = rawDataFrom(await serveOn(sending(NEW)));
    const summary = join(folderWith({}), 'summary.md');
    const args = ['--raw-data', rawData, '--allow-private', '--json', '--summary', summary];
    const { code, stdout, stderr } = await runCommand('update', args);
    expect([code, stderr]).toEqual([0, 'updated   economy/rents.csv: 2 rows, 0.0 MB\ndone      1 dataset updated\n']);
    const update = { config: 'rents', file: 'economy/rents.csv', result: 'updated', rows: 2, bytes: NEW.length };
    expect(JSON.parse(stdout)).toEqual({ ok: true, datasets: [{ ...update, problems: [] }], problems: [] });
    expect(readFileSync(summary, 'utf8')).toBe(
      '### Almanac: 1 dataset updated\n\n| Dataset | Result | Why |\n| --- | --- | --- |\n| rents | updated |  |\n\n',
    );
  });

  test('exits with 1 if an edition is refused, and its summary cannot be formatted by the data', async () => {
    const rawData = rawDataFrom(await serveOn(sending('year,rent\n2020,1\n@team ```<b>,2,3\n')));
    const summary = join(folderWith({}), 'summary.md');
    const args = ['--raw-data', rawData, '--allow-private', '--quiet', '--summary', summary];
    const { code, stderr } = await runCommand('update', args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^economy\/rents\.csv:3:\d+ {2}row-too-long/);
    expect(stderr).toContain('Some datasets keep their last edition: 1 dataset refused.');
    expect(readFileSync(summary, 'utf8')).toMatch(/\| rents \| refused \| row-too-long on line 3 \|\n\n````text\n/);
  });

  test('refuses an unknown name, and an address in a private network, which is the default', async () => {
    const rawData = rawDataFrom(await serveOn(sending(NEW)));
    const unknown = await runCommand('update', ['--raw-data', rawData, 'rent']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('(did you mean "rents"?)')]);
    const inside = await runCommand('update', ['--raw-data', rawData]);
    expect([inside.code, inside.stderr]).toEqual([1, expect.stringContaining('use --allow-private')]);
  });

  test('refuses two gigabytes without filling memory or disk', { timeout: 60_000 }, async () => {
    const zeros = Buffer.alloc(1 << 20, '0');
    let sent = 0;
    const url = await serveOn((_, response) => {
      const send = (): void => {
        while (sent < 2e9 && !response.destroyed && response.write(zeros)) sent += zeros.length;
        if (sent >= 2e9) response.end();
      };
      response.on('drain', send);
      send();
    });
    const rawData = rawDataFrom(url);
    const before = contentOf(rawData);
    const args = ['--max-old-space-size=64', 'scripts/run.js', 'update', '--raw-data', rawData];
    const most = ['--max-download', '50', '--allow-private'];
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      const child = execFile(process.execPath, [...args, ...most], { env: ENVIRONMENT }, (_, __, stderr) =>
        resolve({ code: child.exitCode, stderr }),
      );
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('is larger than the 50 MB allowed by --max-download')]);
    expect(sent).toBeLessThan(100e6);
    expect(contentOf(rawData)).toEqual(before);
  });
});

test('a kill at any moment leaves the old file or the new one, whole, and the next update is not disturbed', {
  timeout: 180_000,
}, async () => {
  const table = (rows: number): string =>
    `year,rent\n${Array.from({ length: rows }, (_, at) => `${at},${at * 3}`).join('\n')}\n`;
  const [old, next] = [table(60_000), table(70_000)];
  const rawData = rawDataFrom(
    await serveOn((_, response) => {
      response.write(next.slice(0, 300_000));
      setTimeout(() => response.end(next.slice(300_000)), 20);
    }),
    old,
  );
  const file = join(rawData, 'economy/rents.csv');
  const sidecar = join(rawData, 'economy/rents.meta.json');
  const description = readFileSync(sidecar, 'utf8');
  const args = ['scripts/run.js', 'update', '--raw-data', rawData, '--allow-private'];
  const started = performance.now();
  await runCommand('update', args.slice(2));
  const usual = performance.now() - started;
  const seen = new Set<string>();
  for (let run = 0; run < 24; run += 1) {
    writeFileSync(file, old);
    writeFileSync(sidecar, description);
    const child = spawn(process.execPath, args, { env: ENVIRONMENT, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    // Most kills hit the second half, in which the file is checked and replaced.
    await Promise.race([wait(usual * (run < 6 ? run / 6 : 0.5 + (run - 6) / 24)), ended]);
    child.kill('SIGKILL');
    await ended;
    const content = readFileSync(file, 'utf8');
    seen.add(content === old ? 'old' : content === next ? 'new' : 'broken');
    expect(JSON.parse(readFileSync(sidecar, 'utf8'))).toMatchObject({ name: 'A dataset' });
  }
  expect([...seen].filter((it) => it === 'broken')).toEqual([]);
  expect(seen).toContain('old');
  const { code, stderr } = await runCommand('update', args.slice(2));
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^done {6}1 dataset (?:updated|unchanged)$/m)]);
  expect(readdirSync(rawData)).not.toContain('.updating');
  expect(readFileSync(file, 'utf8')).toBe(next);
});

describe('add', () => {
  test('fetches a file, and drafts a sidecar with its address and date', async () => {
    const url = await serveOn(sending(makeZip([{ name: 'data/Mieten 2024.csv', content: 'Jahr;Miete\n2020;1\n' }])));
    const rawData = rawDataWith({});
    const from = `${url}/all.zip#data/Mieten%202024.csv`;
    const args = ['--raw-data', rawData, '--category', 'economy', '--allow-private', from];
    const { code, stdout, stderr } = await runCommand('add', args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('added economy/mieten-2024.csv and its sidecar, economy/mieten-2024.meta.json');
    const sidecar = JSON.parse(readFileSync(join(rawData, 'economy/mieten-2024.meta.json'), 'utf8'));
    expect(sidecar).toMatchObject({ name: 'Mieten 2024', url: `${url}/all.zip`, from, csv: { delimiter: ';' } });
    expect(sidecar.retrieved).toMatch(/^\d{4}-\d\d-\d\d$/);
    const { stderr: next } = await runCommand('update', ['--raw-data', rawData, '--allow-private']);
    expect(next).toContain('unchanged economy/mieten-2024.csv');
  });

  test('names the address in what it says, and leaves nothing behind', async () => {
    const url = await serveOn(({ url: path }, response) => {
      const disposition = path === '/named' ? { 'content-disposition': 'attachment; filename="rents.tsv"' } : {};
      response.writeHead(path === '/gone' ? 404 : 200, disposition);
      response.end(path === '/page' ? '<!doctype html><p>x</p>' : 'year\trent\n2020\t1\n');
    });
    const rawData = rawDataWith({});
    const before = contentOf(rawData);
    const adding = (path: string, ...more: string[]) =>
      runCommand('add', ['--raw-data', rawData, '--allow-private', ...more, url + path]);
    expect((await adding('/gone', '--category', 'economy')).stderr).toContain(`${url}/gone answers 404 Not Found`);
    expect((await adding('/page', '--category', 'economy')).stderr).toContain(`${url}/page  not-csv  is an HTML page`);
    const unknown = await adding('/a?b=1&c=2', '--category', 'econmy');
    expect(unknown.stderr).toContain(`'${url}/a?b=1&c=2' --category econmy --create`);
    expect(contentOf(rawData)).toEqual(before);
    const named = await adding('/named', '--category', 'economy');
    expect(named.stdout).toContain('added economy/rents.tsv');
    const again = await adding('/named', '--category', 'economy');
    expect(again.stderr).toContain(`write "from": "${url}/named" in`);
  });
});
