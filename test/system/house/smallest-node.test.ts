import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { copyProject } from '../../support/builds/copy-project.ts';
import { contentOf, ENVIRONMENT } from '../../support/builds/run-build.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { askServer } from '../../support/http/raw-request.ts';

/*
 * The versions of Node that are promised are those that these tests run: the smallest of `engines` builds, with the packages that are
 * installed without development packages, and the smallest of a built server serves. npm brings each from its registry.
 */

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'almanac-smallest-node-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The smallest version that a package runs on. */
function smallestNode(packageFile: string): string {
  const { engines } = JSON.parse(readFileSync(packageFile, 'utf8')) as { engines: { node: string } };
  return /\d+\.\d+\.\d+/.exec(engines.node)?.[0] ?? '';
}

/** Installs a version of Node, and gives the path of its program. */
async function installNode(version: string): Promise<string> {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const place = join(folder, version);
  await npm(['install', '--prefix', place, '--no-save', '--prefer-offline', `${name}@${version}`], folder);
  return join(place, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** What npm needs to reach its registry from a network with a proxy. */
const CONNECTION = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(?:https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|npm_config_.*)$/i.test(name),
  ),
);

/** Runs npm in a folder; with a program, on that Node. */
function npm(args: readonly string[], cwd: string, node = process.execPath): Promise<{ stderr: string }> {
  // Without the folders of this project's packages, which contain another Node.
  const others = (ENVIRONMENT.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  const env = { ...ENVIRONMENT, ...CONNECTION, PATH: [dirname(node), ...others].join(delimiter) };
  return run('npm', ['--no-audit', '--no-fund', '--loglevel=error', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
}

describe('the smallest Node of the project, without development packages', () => {
  const project = join(folder, 'project');
  let node: string;
  beforeAll(async () => {
    copyProject(project, { packages: false });
    cpSync('raw-data', join(project, 'raw-data'), { recursive: true });
    node = await installNode(smallestNode('package.json'));
    await npm(['ci', '--omit=dev', '--prefer-offline'], project, node);
  }, 300_000);

  test('is installed with what it runs', () => {
    expect(existsSync(join(project, 'lib/build.js'))).toBe(true);
    expect(existsSync(join(project, 'node_modules/typescript'))).toBe(false);
    expect(existsSync(join(project, 'node_modules/.bin/node'))).toBe(false);
  });

  test('builds the site that the Node of the tests builds, and serves it', async () => {
    const { stderr } = await npm(['run', '--silent', 'build', '--', '--quiet'], project, node);
    expect(stderr).toBe('');
    const clientOf = (out: string): Map<string, string> => contentOf(join(out, 'client'));
    expect(clientOf(join(project, 'dist'))).toEqual(clientOf(inject('builtSite')));
    const server = await serveOutput(join(project, 'dist'), { node, cwd: folder });
    expect((await askServer(server.url, '/v1/datasets?limit=3&offset=1')).status).toBe(200);
    expect(await server.stop()).toBe(0);
  }, 120_000);

  test('builds the API alone', async () => {
    const { stderr } = await npm(
      ['run', '--silent', 'build', '--', '--quiet', '--api-only', '--out', 'api'],
      project,
      node,
    );
    expect(stderr).toBe('');
    expect(existsSync(join(project, 'api/client/v1/index.json'))).toBe(true);
  }, 60_000);
});

describe('the smallest Node of a built server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    const node = await installNode(smallestNode(join(inject('builtSite'), 'server/package.json')));
    server = await serveOutput(inject('builtSite'), { node, cwd: folder });
  }, 120_000);
  afterAll(() => server.stop());

  test.each([
    ['/', 200],
    ['/no/such/page', 404],
    ['/v1', 200],
    ['/v1/datasets?category=economy', 200],
    ['/v1/datasets/exchange-rates-monthly?limit=7&offset=98', 200],
    ['/v1/datasets/exchange-rates-monthly.json', 200],
    ['/v1/datasets/exchange-rates', 404],
  ])('answers %s with %i', async (path, status) => {
    for (const coding of ['identity', 'br', 'gzip']) {
      const answer = await askServer(server.url, path, { headers: { 'Accept-Encoding': coding } });
      expect(answer.status).toBe(status);
    }
  });

  test('ends on SIGTERM with 0', async () => {
    expect(await server.stop()).toBe(0);
  });
});
