import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { useBuiltServer } from '../../support/http/built-server.ts';

/*
 * The code on the pages of datasets does what it says, with the address of the server in the place of the one that was not known.
 */

const server = useBuiltServer();
const folder = mkdtempSync(join(tmpdir(), 'almanac-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONFIGS = ['french-communes', 'exchange-rates-monthly', 'penn-world-table'];
const published = (file: string): string => join(inject('builtSite'), 'client', file);
const rowsOf = (config: string): string[] =>
  readFileSync(published(`v1/datasets/${config}/data.ndjson`), 'utf8')
    .split('\n')
    .slice(0, -1);

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&', '#39': "'" };

/** The code in a language on the page of a dataset. */
function codeIn(language: string, config: string): string {
  const page = readFileSync(published(`datasets/${config}/index.html`), 'utf8');
  const [, code] = new RegExp(`<dt[^>]*>${language}</dt>.*?<code[^>]*>(.*?)</code>`, 's').exec(page) ?? [];
  if (code === undefined) throw new Error(`the page of ${config} has no code in ${language}`);
  const text = code.replace(/&(quot|lt|gt|amp|#39);/g, (_, name: string) => ENTITIES[name] as string);
  return text.replaceAll('http://localhost:4321', server.url());
}

const hasPandas = spawnSync('python3', ['-c', 'import pandas']).status === 0;

describe.each(CONFIGS)('the code on the page of %s, run', (config) => {
  test('in curl, downloads the table', () => {
    execFileSync('sh', ['-c', codeIn('curl', config)], { cwd: folder, stdio: 'pipe' });
    expect(
      readFileSync(join(folder, 'data.csv')).equals(readFileSync(published(`v1/datasets/${config}/data.csv`))),
    ).toBe(true);
  });

  test('in JavaScript, reads all rows', () => {
    const program = `${codeIn('JavaScript', config)}\nconsole.log(rows.map((row) => JSON.stringify(row)).join('\\n'));`;
    const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], options);
    expect(printed).toBe(
      rowsOf(config)
        .map((line) => `${JSON.stringify(JSON.parse(line))}\n`)
        .join(''),
    );
  });

  if (!hasPandas) return;
  test('in Python, reads all rows, with texts as texts', () => {
    const program = `${codeIn('Python', config)}\nprint(df.to_json(orient="records", lines=True, double_precision=15), end="")`;
    const printed = execFileSync('python3', ['-c', program], { encoding: 'utf8', maxBuffer: 1 << 28 });
    const [read, expected] = [printed.split('\n').filter(Boolean), rowsOf(config)].map((lines) =>
      lines.map((line) => JSON.parse(line)),
    );
    expect(read).toEqual(expected);
  });
});
