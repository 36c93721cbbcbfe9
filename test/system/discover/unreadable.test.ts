import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, rawDataWith, sidecarWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { unprivileged } from '../../support/builds/unprivileged.ts';

/** Builds the API; prints its problems and the datasets it publishes. */
const BUILD = `
  import { buildApi } from './src/pipeline/build-api.ts';
  const written = [];
  const output = { written, write: (path) => written.push({ path, bytes: 0, digest: '' }) };
  const site = { prefix: '/', pageSizes: [100] };
  const { datasets, problems } = buildApi({ rawData: process.argv[1], site, keepGoing: true }, output);
  for (const { file, code, message } of problems) console.log(file, code, message.replaceAll(process.argv[1], '(raw data)'));
  for (const { config } of datasets) console.log('published', config);`;

test.each([
  ['economy/x.csv', 'cannot be read', 'open', ['sound']],
  ['economy/x.meta.json', 'cannot be read', 'open', ['sound']],
  ['catalogue.json', 'cannot be read', 'open', []],
  ['economy/closed', 'the folder cannot be read', 'scandir', ['sound', 'x']],
])('%s is reported if it may not be read, and the others are read', (path, finding, call, published) => {
  const sidecar = sidecarWith({ columns: { a: { description: 'A' } } });
  const sound = withSidecar('economy/sound', 'a\n1\n', sidecar);
  const x = withSidecar('economy/x', 'a\n1\n', sidecar);
  const rawData = rawDataWith({ ...sound, ...x, 'economy/closed/README': '' });
  chmodSync(join(rawData, path), 0);
  const { stdout, stderr } = build(rawData);
  chmodSync(join(rawData, path), 0o700);
  expect(stderr).toBe('');
  const reported = `${path} file-unreadable ${finding}: EACCES: permission denied, ${call} '(raw data)/${path}'`;
  expect(stdout.trimEnd().split('\n')).toEqual([reported, ...published.map((config) => `published ${config}`)]);
});

test('a raw-data folder that cannot be reached is reported', () => {
  const parent = folderWith({ 'closed/raw/catalogue.json': '{}' });
  chmodSync(join(parent, 'closed'), 0);
  const { stdout, stderr } = build(join(parent, 'closed/raw'));
  chmodSync(join(parent, 'closed'), 0o700);
  const reason = "cannot be reached: EACCES: permission denied, stat '(raw data)'";
  expect({ stdout, stderr }).toEqual({
    stdout: `null raw-data-missing the raw-data folder (raw data) ${reason}\n`,
    stderr: '',
  });
});

function build(rawData: string): { stdout: string; stderr: string } {
  const [program = '', ...args] = unprivileged([process.execPath, '--input-type=module', '-e', BUILD, rawData]);
  return spawnSync(program, args, { encoding: 'utf8' });
}
