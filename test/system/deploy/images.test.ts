import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith, rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { buildImage, checkHealth, runImage, STRANGER } from '../../support/images/build-image.ts';
import { parseDockerfile } from '../../support/images/parse-dockerfile.ts';

/*
 * The images are built and run without a daemon; test/support/images says what is different then.
 */

const DATA = {
  'economy/rents.csv': 'year,rent\n2000,1\n2001,2\n',
  'economy/rents.meta.json': sidecarWith({ columns: { year: { description: 'Y' }, rent: { description: 'R' } } }),
};

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Waits until a container ends; it is ended with the test. */
async function ended(child: ChildProcess): Promise<Ended> {
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return { code: child.exitCode, stdout: stdout(), stderr: stderr() };
}

function textOf(stream: ChildProcess['stdout']): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return () => text;
}

/** A folder that other users can reach. */
function openFolder(files: Parameters<typeof folderWith>[0], mode = 0o755): string {
  const folder = folderWith(files);
  chmodSync(folder, mode);
  return folder;
}

test('the server runs as a user who owns nothing, on a read-only file system; it is healthy while it runs, and ends on its signal', {
  timeout: 120_000,
}, async () => {
  const data = openFolder({});
  cpSync(rawDataWith(DATA), data, { recursive: true });
  chmodSync(data, 0o755);
  const args = { SITE: 'https://data.example.org', BASE: '/data' };
  const image = buildImage({ target: 'server', args, contexts: { data } });
  // It has the output, and nothing that it does not need.
  expect(readdirSync(image.root)).toEqual(['srv']);
  expect(readdirSync(join(image.root, 'srv')).sort()).toEqual(['client', 'server']);
  expect([image.user, image.env.HOST, image.env.PORT]).toEqual(['1000:1000', '0.0.0.0', '8080']);

  const child = runImage(image, { user: STRANGER, settings: { HOST: '127.0.0.1', PORT: '0' } });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [chunk] = await once(child.stderr as NonNullable<ChildProcess['stderr']>, 'data');
  const port = /listens on http:\/\/127\.0\.0\.1:(\d+)\/data\//.exec(String(chunk))?.[1];
  expect(port, String(chunk)).toBeDefined();
  const address = `http://127.0.0.1:${port}/data`;
  const rows = await (await fetch(`${address}/v1/datasets/rents?limit=1&offset=1`)).json();
  expect(rows.results).toEqual([{ year: 2001, rent: 2 }]);
  const page = await (await fetch(`${address}/datasets/rents/`)).text();
  expect(page).toContain('<link rel="canonical" href="https://data.example.org/data/datasets/rents/">');

  const settings = { HOST: '127.0.0.1', PORT: String(port) };
  expect(await checkHealth(image, settings)).toBe(0);
  // A server of another path does not answer for this one.
  expect(await checkHealth(image, { ...settings, BASE: '/other' })).toBe(1);
  const exited = once(child, 'exit');
  child.kill(image.stopSignal as NodeJS.Signals);
  expect(await exited).toEqual([0, null]);
  expect(await checkHealth(image, settings)).toBe(1);
});

test('the builder checks and builds a mounted folder as the user who owns it, on a read-only file system', {
  timeout: 120_000,
}, async () => {
  const image = buildImage({ target: 'build' });
  expect([image.cmd, image.volumes]).toEqual([['build'], ['/cache']]);
  const work = openFolder({}, 0o700);
  cpSync(rawDataWith(DATA), join(work, 'raw-data'), { recursive: true });
  chmodSync(join(work, 'raw-data'), 0o755);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', STRANGER, work]);
  const mounts = { '/work': work };
  const checked = await ended(runImage(image, { user: STRANGER, args: ['check'], mounts }));
  expect(checked).toEqual({ code: 0, stdout: expect.stringContaining('1 file: 0 problems to solve'), stderr: '' });
  for (const started of [/^discover/, /^unchanged 1 dataset/]) {
    const built = await ended(runImage(image, { user: STRANGER, args: ['build', '--api-only'], mounts }));
    expect(built).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(started) });
  }
  expect(existsSync(join(work, 'dist/client/v1/datasets/rents.json'))).toBe(true);
  // The output belongs to the user who asked for it.
  expect(statSync(join(work, 'dist/client/v1')).uid).toBe(statSync(work).uid);
  // What was compiled is kept in the volume.
  expect(readdirSync(join(image.root, 'cache'))).toEqual(['almanac']);
});

test.each([
  ['an instruction', 'FROM scratch AS a\nADD x y\n', { target: 'a' }, 'ADD is not an instruction'],
  ['an option', 'FROM scratch AS a\nCOPY --chown=1:1 x y\n', { target: 'a' }, 'no option --chown'],
  ['a stage', 'FROM scratch\n', { target: 'a' }, 'a stage without a name'],
  ['a base image', 'FROM node:24-slim AS a\n', { target: 'a' }, 'not pinned'],
  ['a command', 'FROM scratch AS a\nRUN npm install\n', { target: 'a' }, 'not a command that is known'],
  ['a file', 'FROM scratch AS a\nCOPY test y\n', { target: 'a' }, 'not in the build context'],
])('the tests of images refuse %s that they do not know', (_, dockerfile, options, message) => {
  expect(() => buildImage({ ...options, dockerfile })).toThrow(message);
});

test('the Dockerfile names its base images with tag and digest, no user is root, and no server starts through a shell', () => {
  const stages = parseDockerfile(readFileSync('Dockerfile', 'utf8'));
  expect(stages.map(({ name }) => name)).toEqual(['data', 'build', 'site', 'server']);
  for (const name of ['build', 'server']) {
    const { instructions = [] } = stages.find((it) => it.name === name) ?? {};
    expect(instructions.filter((it) => it.name === 'USER').map(({ rest }) => rest)).toEqual(['1000:1000']);
  }
});
