import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { useBuiltServer } from '../../support/http/built-server.ts';
import {
  cellsOfNdjson,
  duckDbWith,
  firstDifference,
  pythonHas,
  type RunCode,
  rHas,
  runJavaScript,
  runPython,
  runR,
  tableCells,
} from '../../support/readers/run-code.ts';

/*
 * The code on the pages of datasets reads what is published, with the address of the server in the place of the one that was not known.
 */

const server = useBuiltServer();
const folder = mkdtempSync(join(tmpdir(), 'almanac-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONFIGS = ['french-communes', 'exchange-rates-monthly', 'penn-world-table', 'us-campaign-finance'];
const published = (file: string): string => join(inject('builtSite'), 'client', file);

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&', '#39': "'" };

/** The code in a language on the page of a dataset. */
function codeIn(language: string, config: string): string {
  const page = readFileSync(published(`datasets/${config}/index.html`), 'utf8');
  const code = page.split(/<summary[^>]*>/).find((part) => part.startsWith(`${language}</summary>`));
  const [, escaped] = /<code[^>]*>(.*?)<\/code>/s.exec(code ?? '') ?? [];
  if (escaped === undefined) throw new Error(`the page of ${config} has no code in ${language}`);
  const text = escaped.replace(/&(quot|lt|gt|amp|#39);/g, (_, name: string) => ENTITIES[name] as string);
  return text.replaceAll('http://localhost:4321', server.url());
}

const RUNS: Record<string, RunCode> = {
  JavaScript: runJavaScript,
  DuckDB: duckDbWith((address) => published(new URL(address).pathname)),
  ...(pythonHas('pandas', 'pyarrow') && { 'Python (pandas)': runPython }),
  ...(pythonHas('polars') && { 'Python (Polars)': runPython }),
  ...(rHas() && { R: runR }),
};

describe.each(CONFIGS)('the code on the page of %s, run', (config) => {
  const columns = (): { name: string; type: string }[] =>
    JSON.parse(readFileSync(published(`v1/datasets/${config}/schema.json`), 'utf8')).columns;

  test('in curl, downloads the table', () => {
    execFileSync('sh', ['-c', codeIn('curl', config)], { cwd: folder, stdio: 'pipe' });
    expect(
      readFileSync(join(folder, 'data.csv')).equals(readFileSync(published(`v1/datasets/${config}/data.csv`))),
    ).toBe(true);
  });

  test.each(Object.entries(RUNS))('in %s, reads all rows with their types', async (language, runCode) => {
    const names = columns().map(({ name }) => name);
    const types = columns().map(({ type }) => type);
    const read = await runCode(codeIn(language, config), names);
    expect(read.names).toEqual(names);
    const expected = cellsOfNdjson(published(`v1/datasets/${config}/data.ndjson`), columns());
    expect(firstDifference(language, tableCells(read, types), expected)).toBeNull();
  });
});
