import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith, rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT } from '../../support/builds/run-build.ts';
import { unprivileged } from '../../support/builds/unprivileged.ts';

/*
 * The images are built and run without a daemon: in folders that stand for the roots of their file systems, by the programs of this
 * machine.
 * `npm ci` links the packages of this project, and paths are looked up in the folder.
 */

const DATA = {
  ...withSidecar('economy/rents', 'year,rent\n2000,1\n2001,2\n', {
    columns: { year: { description: 'Y' }, rent: { description: 'R' } },
  }),
};
/** A user whom this machine does not have, and who owns nothing. */
const STRANGER = ['--reuid=54321', '--regid=54321', '--clear-groups'];

/** What each stage begins with, and its instructions. */
const STAGES = new Map(
  fs
    .readFileSync('Dockerfile', 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => {
      const [head = '', ...lines] = stage.split('\n').filter((line) => line !== '');
      const [from = '', name = ''] = head.split(' AS ');
      const steps = lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
      return [name, { from, steps }] as const;
    }),
);
/** What `.dockerignore` leaves of this project. */
const CONTEXT = fs.readFileSync('.dockerignore', 'utf8').match(/(?<=^!).*$/gm) ?? [];

interface Image {
  root: string;
  env: Record<string, string>;
  workdir: string;
  /** The last instruction of each kind that only says how to run it. */
  said: Record<string, string>;
}

/** A folder that other users can reach, which is removed after the test even if it is read-only then. */
function openFolder(): string {
  const folder = folderWith({});
  fs.chmodSync(folder, 0o755);
  onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', folder]));
  return folder;
}

/** Builds a stage of the Dockerfile, and those that it needs, with the raw data in a folder. */
function buildImage(name: string, data: string, args: Readonly<Record<string, string>> = {}): Image {
  const { from, steps } = STAGES.get(name) ?? { from: '', steps: [] };
  const image = STAGES.has(from)
    ? buildImage(from, data, args)
    : { root: openFolder(), env: {}, workdir: '/', said: {} };
  const { root, env, said } = image;
  const values: Record<string, string> = {};
  let copied: Image | null = null;
  for (const [kind, rest] of steps) {
    const filled = rest.replace(/\$(\w+)/g, (_, key: string) => values[key] ?? env[key] ?? '');
    const place = join(root, image.workdir);
    if (kind === 'ARG') {
      const [key = '', usual = ''] = rest.split('=');
      values[key] = args[key] ?? usual;
    } else if (kind === 'ENV') Object.assign(env, Object.fromEntries(filled.split(' ').map((it) => it.split('='))));
    else if (kind === 'WORKDIR') {
      image.workdir = rest;
      fs.mkdirSync(join(root, rest), { recursive: true });
    } else if (kind === 'COPY') {
      const [, source, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
      const [to = '', ...files] = paths.split(' ').reverse();
      if (source === undefined) expect(CONTEXT).toEqual(expect.arrayContaining(files));
      else if (source !== 'data') copied ??= buildImage(source, data, args);
      for (const file of files) {
        const path = source === 'data' ? data : join(copied?.root ?? resolve('.'), file);
        fs.cpSync(path, join(place, to, to.endsWith('/') ? file : ''), { recursive: true, preserveTimestamps: true });
      }
    } else if (kind !== 'RUN') said[kind] = rest;
    else if (rest.startsWith('npm ci --omit=dev --ignore-scripts '))
      fs.symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
    else {
      const script = rest.replace(/(?<=\s)\/[a-z][\w./-]*/g, (path) => root + path);
      const ran = spawnSync('sh', ['-c', script], {
        cwd: place,
        env: { ...environment(image), ...values },
        encoding: 'utf8',
      });
      expect([rest, ran.status, ran.stderr]).toEqual([rest, 0, expect.anything()]);
    }
  }
  return image;
}

/** Variables of a container: no others of this machine than the way to its programs. */
function environment({ root, env }: Image): Record<string, string> {
  const values = Object.entries(env).map(([key, value]) => [key, inRoot(root, value)]);
  return { PATH: `${dirname(process.execPath)}:${ENVIRONMENT.PATH}`, ...Object.fromEntries(values) };
}

/** A path of the image as a path of this machine; any other text as it is. */
function inRoot(root: string, it: string): string {
  return /^\/[a-z]/.test(it) && fs.existsSync(root + it) ? root + it : it;
}

/** Runs a program in a container whose user owns nothing, and whose file system is read-only but for its volume and temporary files. */
function start(
  image: Image,
  command: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): ChildProcess {
  const { root, workdir, said } = image;
  execFileSync('chmod', ['-R', 'a-w', root]);
  if (said.VOLUME) execFileSync('chmod', ['-R', 'a+rwX', join(root, said.VOLUME)]);
  const temporary = openFolder();
  fs.chmodSync(temporary, 0o1777);
  const mapped = command.map((word) => inRoot(root, word));
  const asStranger = (args: readonly string[]): readonly string[] =>
    process.getuid?.() === 0 ? ['setpriv', ...STRANGER, ...args] : args;
  // If others cannot reach this project, it is root without the right to ignore permissions.
  const [probe = '', ...rest] = asStranger(['test', '-x', resolve('node_modules')]);
  const [program = '', ...args] = spawnSync(probe, rest).status === 0 ? asStranger(mapped) : unprivileged(mapped);
  const env = { ...environment(image), ...settings, TMPDIR: temporary };
  const child = spawn(program, args, { cwd: join(root, workdir), env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const listed = (said: string | undefined): string[] => JSON.parse(String(said).replace(/^.*CMD /, ''));

test('base images are named with tag and digest, and no user is root', () => {
  expect([...STAGES.keys()]).toEqual(['data', 'build', 'site', 'server']);
  for (const [name, { from, steps }] of STAGES) {
    expect(from).toMatch(/^(?:scratch|build|node:\d+\.\d+\.\d+-[a-z0-9.-]+@sha256:[0-9a-f]{64})$/);
    const users = steps.filter(([kind]) => kind === 'USER').map(([, user]) => user);
    expect(users).toEqual(['build', 'server'].includes(name) ? ['1000:1000'] : []);
  }
});

test('the server runs as a user who owns nothing, on a read-only file system; it is healthy while it runs, and ends on its signal', {
  timeout: 120_000,
}, async () => {
  const image = buildImage('server', rawDataWith(DATA), { SITE: 'https://data.example.org', BASE: '/data' });
  // It has the output, and nothing that it does not need.
  expect(fs.readdirSync(image.root)).toEqual(['srv']);
  expect(fs.readdirSync(join(image.root, 'srv')).sort()).toEqual(['client', 'server']);
  expect([image.env.HOST, image.env.PORT, image.said.EXPOSE]).toEqual(['0.0.0.0', '8080', '8080']);

  const child = start(image, listed(image.said.CMD), { HOST: '127.0.0.1', PORT: '0' });
  const [chunk] = await once(child.stderr as NonNullable<ChildProcess['stderr']>, 'data');
  const port = /listening on http:\/\/127\.0\.0\.1:(\d+)\/data\//.exec(String(chunk))?.[1];
  expect(port, String(chunk)).toBeDefined();
  const address = `http://127.0.0.1:${port}/data`;
  const rows = await (await fetch(`${address}/v1/datasets/rents?limit=1&offset=1`)).json();
  expect(rows.results).toEqual([{ year: 2001, rent: 2 }]);
  const page = await (await fetch(`${address}/datasets/rents/`)).text();
  expect(page).toContain('<link rel="canonical" href="https://data.example.org/data/datasets/rents/">');

  const healthOf = async (base: string): Promise<unknown> => {
    const check = start(image, listed(image.said.HEALTHCHECK), { HOST: '127.0.0.1', PORT: String(port), BASE: base });
    return (await once(check, 'exit'))[0];
  };
  // A server of another path does not answer for this one.
  expect([await healthOf('/data'), await healthOf('/other')]).toEqual([0, 1]);
  const exited = once(child, 'exit');
  child.kill(image.said.STOPSIGNAL as NodeJS.Signals);
  expect(await exited).toEqual([0, null]);
  expect(await healthOf('/data')).toBe(1);
});

test('the builder checks and builds a mounted folder as the user who owns it, on a read-only file system', {
  timeout: 120_000,
}, async () => {
  const image = buildImage('build', '');
  expect(listed(image.said.CMD)).toEqual(['build']);
  const work = openFolder();
  fs.cpSync(rawDataWith(DATA), join(work, 'raw-data'), { recursive: true });
  fs.chmodSync(join(work, 'raw-data'), 0o755);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '54321:54321', work]);
  fs.rmSync(join(image.root, 'work'), { recursive: true });
  fs.symlinkSync(work, join(image.root, 'work'));
  const run = async (...args: string[]): Promise<unknown> => {
    const child = start(image, [...listed(image.said.ENTRYPOINT), ...args]);
    const [stdout, stderr] = await Promise.all(
      [child.stdout, child.stderr].map((it) => text(it as NodeJS.ReadableStream)),
    );
    return { code: child.exitCode ?? (await once(child, 'exit'))[0], stdout, stderr };
  };
  expect(await run('check')).toEqual({
    code: 0,
    stdout: expect.stringContaining('1 file: 0 problems to solve'),
    stderr: '',
  });
  for (const started of [/^discover/, /^unchanged 1 dataset/])
    expect(await run('build', '--api-only')).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(started) });
  // The output belongs to the user who asked for it.
  expect(fs.statSync(join(work, 'dist/client/v1/datasets/rents.json')).uid).toBe(fs.statSync(work).uid);
  // What was compiled is kept in the volume.
  expect(fs.readdirSync(join(image.root, 'cache'))).toEqual(['almanac']);
});
