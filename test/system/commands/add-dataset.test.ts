import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDataset } from '../../../src/commands/add-dataset/add-dataset.ts';
import { CATALOGUE, folderWith, rawDataWith } from '../../support/builds/raw-data-folder.ts';
import { runCommand } from '../../support/builds/run-build.ts';
import { rowsOf, workbookWith } from '../../support/workbooks/workbook-with.ts';

const GERMAN = Buffer.from(
  'Regen je Ort;;\nAmt für Wetter;;\n\nOrt;Regen;Jahr\nKöln;12;2020\n"Bad; Ems";7;2020\n',
  'latin1',
);

function sidecarIn(rawData: string, file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(rawData, file), 'utf8')) as Record<string, unknown>;
}

describe('a file from elsewhere', () => {
  test('is copied byte for byte, under its config name, and described as far as it can be', () => {
    const rawData = rawDataWith({});
    const file = join(folderWith({ 'Regen je Ort_2020.csv': GERMAN }), 'Regen je Ort_2020.csv');
    const added = addDataset(file, { rawData, category: 'economy' });
    expect(added).toMatchObject({
      file: 'economy/regen-je-ort_2020.csv',
      sidecar: 'economy/regen-je-ort_2020.meta.json',
      patch: { csv: { encoding: 'windows-1252', skipRows: 3 } },
      found: { rows: 2, delimiter: ';' },
    });
    expect(added.reasons.map(({ code }) => code)).toEqual(['encoding-invalid', 'preamble-found']);
    expect(readFileSync(join(rawData, added.file)).equals(GERMAN)).toBe(true);
    expect(sidecarIn(rawData, added.sidecar)).toEqual({
      name: 'Regen je Ort 2020',
      description: '',
      source: '',
      url: '',
      license: '',
      retrieved: '',
      csv: { encoding: 'windows-1252', skipRows: 3, delimiter: ';' },
      columns: {
        Ort: { description: '', unit: '' },
        Regen: { description: '', unit: '' },
        Jahr: { description: '', unit: '' },
      },
    });
    expect(readdirSync(join(rawData, 'economy')).sort()).toEqual([
      'regen-je-ort_2020.csv',
      'regen-je-ort_2020.meta.json',
    ]);
  });

  test('needs no licence of its own if the catalogue names one', () => {
    const rawData = folderWith({ 'catalogue.json': JSON.stringify({ ...JSON.parse(CATALOGUE), license: 'CC0' }) });
    const file = join(folderWith({ 'x.csv': 'a\n1\n' }), 'x.csv');
    const { sidecar } = addDataset(file, { rawData, category: 'economy' });
    expect(sidecarIn(rawData, sidecar)).not.toHaveProperty('license');
  });

  test('with column names that mean something to JavaScript has them in its sidecar', () => {
    const rawData = rawDataWith({});
    const file = join(folderWith({ 'x.csv': '__proto__,constructor,"a ""b"""\n1,2,3\n' }), 'x.csv');
    const { sidecar } = addDataset(file, { rawData, category: 'economy' });
    const { columns } = sidecarIn(rawData, sidecar);
    expect(Object.keys(columns as object)).toEqual(['__proto__', 'constructor', 'a "b"']);
  });
});

describe('the command', () => {
  test('prints what was added and proposed, what is in the file, and what to do next', async () => {
    const rawData = rawDataWith({});
    const file = join(folderWith({ 'regen.csv': GERMAN }), 'regen.csv');
    const { code, stdout, stderr } = await runCommand('add', ['--raw-data', rawData, file, '--category', 'economy']);
    expect(code).toBe(0);
    expect(stdout).toContain('added economy/regen.csv and its sidecar, economy/regen.meta.json\n');
    expect(stdout).toContain('"csv": { "encoding": "windows-1252", "skipRows": 3 }\n');
    expect(stdout).toContain('economy/regen.csv → regen\n  2 rows, 3 columns, delimiter ";"');
    expect(stdout).not.toContain('1 file: 0 problems');
    const [data, , left, required, optional, next, ...rest] = stdout.split('\n').slice(-7);
    expect(data).toBe('the data: 0 problems to solve, 0 hints');
    expect(left).toMatch(/^Still blank in .*\/economy\/regen\.meta\.json:$/);
    expect(required).toContain('"description", "source" and "url"');
    expect(optional).toContain('"license" and "retrieved", and "description" and "unit" of each column');
    expect(next).toMatch(/^Next: fill them in and run npm run check-data -- --raw-data \S+ \S*\/economy\/regen\.csv$/);
    expect(rest).toEqual(['']);
    expect(stdout).toContain('Amt für Wetter');
    expect(stderr).toBe('');
    expect(existsSync(join(rawData, 'economy/regen.csv'))).toBe(true);
  });

  test('needs a file', async () => {
    const { code, stderr } = await runCommand('add', []);
    expect(code).toBe(2);
    expect(stderr).toContain('the files to add must be given');
  });

  test('adds what it can of several files, workbooks among them, and says which it could not', async () => {
    const rawData = rawDataWith({});
    const rows = rowsOf(['a', 'b'], ['x', 1], ['y', 2]);
    const folder = folderWith({
      'a.csv': 'a,b\n1,2\n',
      'b.csv': '',
      'c.xlsx': workbookWith({ Data: { rows } }),
      'd.xls': 'x',
    });
    const given = ['--raw-data', rawData, '--category', 'economy', join(folder, '*.{csv,xlsx}'), join(folder, 'e.csv')];
    const { code, stdout, stderr } = await runCommand('add', given);
    expect(code).toBe(1);
    expect(stdout.match(/^added .*$/gm)).toEqual([
      'added economy/a.csv and its sidecar, economy/a.meta.json',
      'added economy/c.csv and its sidecar, economy/c.meta.json',
    ]);
    expect(stderr).toContain('b.csv  file-empty');
    expect(stderr).toContain('e.csv  file-unreadable  does not exist');
    expect(stderr).toMatch(/\nAdded 2 of 4 files\.\n$/);
    const written = ['a.csv', 'a.meta.json', 'c.csv', 'c.meta.json'];
    expect(readdirSync(join(rawData, 'economy')).sort()).toEqual(written);
  });

  test('refuses without a stack trace', async () => {
    const { code, stdout, stderr } = await runCommand('add', ['none.csv', '--category', 'economy']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^none\.csv {2}file-unreadable {2}.*\n {4}.*\n\nNothing was added\.\n$/);
  });
});
