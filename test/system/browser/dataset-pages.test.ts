import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { attributeValues, builtPages, tableRows, textOf } from './built-pages.ts';

const client = join(inject('builtSite'), 'client');
const pages = new Map(builtPages(client).map(({ path, html }) => [path, html]));

function published(file: string): string {
  return readFileSync(join(client, 'v1', file), 'utf8');
}

function pageOf(config: string): string {
  const html = pages.get(`/datasets/${config}/`);
  if (html === undefined) throw new Error(`no page for ${config}`);
  return html;
}

/** Keys and values of a record's line, as they are written. Only for records without quotes in texts. */
function tokens(line: string): { names: string[]; cells: string[] } {
  const members = [...line.matchAll(/"([^"]*)":("[^"]*"|[^,}]*)/g)];
  return {
    names: members.map(([, name]) => name as string),
    cells: members.map(([, , value]) => (value as string).replaceAll('"', '')),
  };
}

it('each dataset has a page', () => {
  expect(inject('buildReport').datasets.length).toBeGreaterThan(20);
  expect([...pages.keys()].filter((path) => path.startsWith('/datasets/'))).toHaveLength(
    inject('buildReport').datasets.length,
  );
});

describe.each(inject('buildReport').datasets)('the page of $config', ({ config, rows }) => {
  const html = pageOf(config);
  const info = JSON.parse(published(`datasets/${config}/info.json`)) as Record<string, string>;
  const schema = JSON.parse(published(`datasets/${config}/schema.json`)) as {
    columns: { name: string; type: string; stats: object | null }[];
  };
  const names = schema.columns.map(({ name }) => name);

  it('says what its info says', () => {
    const text = textOf(html);
    for (const member of ['name', 'description', 'source']) expect(text).toContain(info[member]);
    expect(attributeValues(html, 'href')).toContain(info.url);
    expect(text).toContain(rows.toLocaleString('en'));
  });

  it('has every column, in the order of the schema', () => {
    expect(
      tableRows(html, 'Columns')
        .slice(1)
        .map(([name]) => name),
    ).toEqual(names);
    expect(tableRows(html, 'First rows')[0]).toEqual(names);
  });

  it('has statistics of the numeric columns only', () => {
    const numeric = schema.columns.filter(({ stats }) => stats).map(({ name }) => name);
    const shown = html.includes('id="statistics"') ? tableRows(html, 'Statistics').slice(1) : [];
    expect(shown.map(([name]) => name)).toEqual(numeric);
  });
});

describe('the first rows', () => {
  it.each(['us-budget-authority', 'exchange-rates-monthly', 'us-employment'])('of %s are those published', (config) => {
    const lines = published(`datasets/${config}.json`).split('\n');
    const first = lines.indexOf('"results": [') + 1;
    const records = lines.slice(first, first + 10).map(tokens);
    const [header, ...rows] = tableRows(pageOf(config), 'First rows');
    expect(records[0]?.names).toEqual(header);
    expect(rows).toEqual(records.map(({ cells }) => cells));
  });
});
