import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { folderForAll } from '../builds/raw-data-folder.ts';
import { type RunningServer, serveOutput } from '../builds/serve-output.ts';
import { numberedRows, publishTables } from '../http/fixture.ts';

/** Is in files beside those that are served, and in no file that is. */
export const SECRET = 'no-client-may-ever-read-this';

/** The real server over an output of its own, for the tests of one file. */
export interface HostileServer {
  url(): string;
  pid(): number;
}

/** Files to serve beside those of the API, by their path. */
export type ClientFiles = Readonly<Record<string, string>>;

/**
 * Serves a small API below `base`, or the given files, while the tests of a file run. Files with the secret lie beside the served folder.
 */
export function useHostileServer({ base = '/', files }: { base?: string; files?: ClientFiles } = {}): HostileServer {
  const folder = folderForAll();
  let server: RunningServer;
  beforeAll(async () => {
    const out = join(folder, 'out');
    const client = join(out, 'client');
    if (files) writeAll(client, files);
    else {
      publishTables({ 'economy/rows': numberedRows(250), 'economy/few': numberedRows(3) }, client, {
        prefix: base,
        pageSizes: [100],
      });
      writeAll(client, { 'index.html': '<!doctype html><title>Small</title>', 'styles/a.css': 'p { margin: 0 }' });
    }
    cpSync(join(inject('builtSite'), 'server'), join(out, 'server'), { recursive: true });
    writeAll(folder, { 'secret.json': SECRET, 'out/secret.json': SECRET, 'out/server/secret.json': SECRET });
    server = await serveOutput(out);
  });
  afterAll(() => server?.stop());
  return { url: () => server.url, pid: () => server.process.pid ?? 0 };
}

function writeAll(folder: string, files: ClientFiles): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
