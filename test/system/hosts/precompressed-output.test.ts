import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith, rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../support/builds/run-build.ts';
import { serveOutput } from '../../support/builds/serve-output.ts';
import { askServer } from '../../support/http/raw-request.ts';

test('--precompress compresses each larger text, the server sends it but for ranges, and the report counts it', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => `${index},row ${index}\n`).join('');
  const rawData = rawDataWith({
    'economy/table.csv': `n,text\n${rows}`,
    'economy/table.meta.json': sidecarWith(),
  });
  const out = join(folderWith({}), 'out');
  const { code, stderr } = await runBuild(['--raw-data', rawData, '--out', out, '--precompress']);
  expect(code).toBe(0);
  const client = join(out, 'client');
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((it) =>
    statSync(join(client, it)).isFile(),
  );
  const compressed = files.filter((file) => file.endsWith('.br')).map((file) => file.slice(0, -3));
  expect(compressed).toContain('v1/datasets/table.json');
  expect(compressed).toContain('index.html');
  for (const file of compressed) {
    const body = readFileSync(join(client, file));
    expect(brotliDecompressSync(readFileSync(join(client, `${file}.br`))).equals(body), file).toBe(true);
    expect(gunzipSync(readFileSync(join(client, `${file}.gz`))).equals(body), file).toBe(true);
  }
  expect(stderr).toMatch(
    new RegExp(`^compress {2}${compressed.length} files of \\d+\\.\\d MB: .* \\.br, .* \\.gz$`, 'm'),
  );
  expect(stderr).toContain(`${files.length} files, `);
  expect(existsSync(join(out, 'server/entry.mjs.br'))).toBe(false);

  const server = await serveOutput(out);
  onTestFinished(async () => {
    await server.stop();
  });
  for (const [coding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const { body, headers } = await askServer(server.url, '/v1/datasets/table', {
      headers: { 'Accept-Encoding': coding },
    });
    expect(headers['content-encoding']).toBe(coding);
    expect(body.equals(readFileSync(join(client, `v1/datasets/table.json${ending}`)))).toBe(true);
  }
  expect((await askServer(server.url, '/v1/datasets/table.json.br')).status).toBe(404);

  const download = '/v1/datasets/table/data.ndjson';
  const headers = { 'Accept-Encoding': 'br' };
  const whole = await askServer(server.url, download, { headers });
  expect(whole.body.equals(readFileSync(join(client, `${download}.br`)))).toBe(true);
  const part = await askServer(server.url, download, { headers: { ...headers, Range: 'bytes=10-99' } });
  expect([part.status, part.headers['content-encoding']]).toEqual([206, undefined]);
  expect(part.headers.etag).not.toBe(whole.headers.etag);
  expect(part.body.equals(readFileSync(join(client, download)).subarray(10, 100))).toBe(true);
});
