import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SERVER_MODULE, writeServerPackage } from '../../../src/hosts/node/server-package.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

test('the folder of a server is a package of modules that says which Node it needs', () => {
  const folder = folderWith({});
  writeServerPackage(folder);
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(
    '{\n  "private": true,\n  "type": "module",\n  "engines": {\n    "node": ">=20.19.0"\n  }\n}\n',
  );
});

/** Runs the entry of a server as if on some version of Node. Resolves to what it prints and the exit code, or to "started". */
async function startOn(node: string): Promise<string> {
  const started = `started on ${node}`;
  const folder = folderWith({ [SERVER_MODULE]: `process.emit(${JSON.stringify(started)});` });
  writeServerPackage(folder);
  const { versions } = process;
  const printed: string[] = [];
  const print = vi.spyOn(console, 'error').mockImplementation((text) => printed.push(text));
  const before = process.exitCode;
  onTestFinished(() => {
    print.mockRestore();
    Object.defineProperty(process, 'versions', { value: versions });
    process.exitCode = before;
  });
  Object.defineProperty(process, 'versions', { value: { ...versions, node }, configurable: true });
  const start = new Promise<string>((resolve) => process.once(started as 'exit', () => resolve('started')));
  await import(/* @vite-ignore */ pathToFileURL(join(folder, 'entry.mjs')).href);
  if (printed.length > 0) return `${printed.join('\n')} ${process.exitCode}`;
  return start;
}

test.each(['20.19.0', '20.20.1', '21.0.0', '22.3.0', '24.0.0'])('a server starts on Node %s', async (node) => {
  expect(await startOn(node)).toBe('started');
});

test.each(['18.20.4', '19.19.0', '20.9.0', '20.18.3'])('a server does not start on Node %s', async (node) => {
  const message = `The server needs Node 20.19 or later, but this is Node ${node}: install a newer version.`;
  expect(await startOn(node)).toBe(`${message} 1`);
});
