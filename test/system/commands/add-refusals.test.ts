import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDataset } from '../../../src/commands/add-dataset/add-dataset.ts';
import { folderWith, rawDataWith } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT, runCommand } from '../../support/builds/run-build.ts';
import { unprivileged } from '../../support/builds/unprivileged.ts';

function outsideFile(name = 'x.csv'): string {
  return join(folderWith({ [name]: 'a\n1\n' }), name);
}

test('of two processes that add the same name, one succeeds, and the other reports the existing file', async () => {
  for (let round = 0; round < 4; round += 1) {
    const rawData = rawDataWith({});
    const contents = ['a,b\n1,2\n', 'a,b\n3,4\n'];
    const paths = contents.map((content) => join(folderWith({ 'x.csv': content }), 'x.csv'));
    const runs = await Promise.all(
      paths.map((path) => runCommand('add', ['--raw-data', rawData, path, '--category', 'economy'])),
    );
    const winner = runs.findIndex(({ code }) => code === 0);
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(runs[1 - winner]?.stderr).toMatch(/^economy\/x\.(?:csv|meta\.json) {2}target-exists /);
    expect(readFileSync(join(rawData, 'economy/x.csv'), 'utf8')).toBe(contents[winner]);
    expect(JSON.parse(readFileSync(join(rawData, 'economy/x.meta.json'), 'utf8'))).toHaveProperty('columns.b');
    expect(readdirSync(join(rawData, 'economy')).sort()).toEqual(['x.csv', 'x.meta.json']);
  }
});

describe('a write error is reported, and leaves nothing behind', () => {
  test('without permission to write', () => {
    const rawData = rawDataWith({});
    chmodSync(rawData, 0o555);
    const args = ['scripts/add.ts', '--raw-data', rawData, outsideFile(), '--category', 'economy'];
    const [program = '', ...rest] = unprivileged([process.execPath, ...args]);
    const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8', env: ENVIRONMENT });
    chmodSync(rawData, 0o755);
    expect(stderr).toBe(
      `output-unwritable  cannot write ${rawData}/economy: permission denied\n` +
        '    Give this user permission to write there. If this is the output folder, you can choose another with --out DIR.\n\nNothing was added.\n',
    );
    expect(status).toBe(1);
  });

  test('if only a part of the file can be written', () => {
    const rawData = rawDataWith({});
    const path = join(folderWith({ 'x.csv': `a\n${'text of a row\n'.repeat(10_000)}` }), 'x.csv');
    const script = 'ulimit -f 16; trap "" XFSZ; exec "$@"';
    const args = [process.execPath, 'scripts/add.ts', '--raw-data', rawData, path, '--category', 'economy'];
    const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', ...args], { encoding: 'utf8', env: ENVIRONMENT });
    expect(stderr).toMatch(/^output-unwritable {2}cannot write .*x\.csv: file too large\n {4}.*try again\.\n/);
    expect(status).toBe(1);
    expect(readdirSync(rawData)).toEqual(['catalogue.json']);
  });
});

describe('a link', () => {
  test('in the raw data is described under its own name', () => {
    const rawData = rawDataWith({ 'shared/data.csv': 'a\n1\n' });
    mkdirSync(join(rawData, 'economy'));
    symlinkSync('../shared/data.csv', join(rawData, 'economy/x.csv'));
    expect(addDataset(join(rawData, 'economy/x.csv'), { rawData, category: null })).toMatchObject({
      file: 'economy/x.csv',
      sidecar: 'economy/x.meta.json',
    });
    expect(readdirSync(join(rawData, 'shared'))).toEqual(['data.csv']);
  });
});
