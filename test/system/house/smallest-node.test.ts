import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { copyProject } from '../../support/builds/copy-project.ts';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../support/builds/run-build.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { askServer } from '../../support/http/raw-request.ts';
import { installNode, smallestNode } from '../../support/npm/install-node.ts';
import { npm } from '../../support/npm/run-npm.ts';

/*
 * The versions of Node that are promised are those that these tests run: the smallest of `engines` builds, with the packages that are
 * installed without development packages, and the smallest of a built server serves. npm brings each from its registry.
 */

const folder = folderForAll();

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
