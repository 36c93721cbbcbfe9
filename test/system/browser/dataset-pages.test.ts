import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { ProfileColumn, ProfileDocument } from '../../../src/contract/documents.ts';
import { parseDigits } from '../../../src/contract/parse-digits.ts';
import { meaningOf } from '../../../src/site/dataset/column-pictures.ts';
import { firstSentence, furtherSentences } from '../../../src/texts/sentences.ts';
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

describe.each(inject('buildReport').datasets)('the page of $config', ({ config, rows }) => {
  const html = pageOf(config);
  const info = JSON.parse(published(`datasets/${config}/info.json`)) as Record<string, string>;
  const schema = JSON.parse(published(`datasets/${config}/schema.json`)) as {
    columns: { name: string; type: string; stats: object | null }[];
  };
  const profile = parseDigits(published(`datasets/${config}/profile.json`)) as ProfileDocument<string>;
  const names = schema.columns.map(({ name }) => name);

  it('says what its info says', () => {
    const text = textOf(html);
    for (const member of ['name', 'source']) expect(text).toContain(info[member]);
    const description = info.description as string;
    for (const part of [firstSentence(description), furtherSentences(description)]) expect(text).toContain(part);
    expect(attributeValues(html, 'href')).toContain(info.url);
    expect(text).toContain(rows.toLocaleString('en'));
  });

  it('has every column, in the order of the schema', () => {
    expect(columnItems(html).map(({ name }) => name)).toEqual(names);
  });

  it('has a table of rows with all columns of the schema, or with four to eight of them', () => {
    const [, ...header] = tableRows(html, 'Rows')[0] as string[];
    const [least, most] = names.length <= 8 ? [names.length, names.length] : [4, 8];
    expect(header.length).toBeGreaterThanOrEqual(least);
    expect(header.length).toBeLessThanOrEqual(most);
    for (const cell of header) expect(names.some((name) => cell.startsWith(name))).toBe(true);
  });

  it('has quartiles of the columns that measure something only', () => {
    const measured = schema.columns.filter(({ stats }, at) => {
      const column = profile.columns[at] as ProfileColumn<string>;
      return stats !== null && meaningOf(column, profile.measures.includes(column.name)) === 'quantity';
    });
    const shown = columnItems(html).filter(({ html: item }) => item.includes('<dt>Median</dt>'));
    expect(shown.map(({ name }) => name)).toEqual(measured.map(({ name }) => name));
  });

  it('offers every download, and leads to their digests', () => {
    const { downloads } = JSON.parse(published(`datasets/${config}/downloads.json`)) as {
      downloads: { format: string }[];
    };
    const links = attributeValues(
      html.slice(html.indexOf('<ul class="downloads">')).split('</ul>')[0] ?? '',
      'download',
    );
    expect(links.toSorted()).toEqual(downloads.map(({ format }) => `${config}.${format}`).sort());
    expect(html).toContain(`<a href="/v1/datasets/${config}/downloads.json">SHA-256</a>`);
  });
});

describe('the rows', () => {
  it.each(['us-budget-authority', 'exchange-rates-monthly', 'us-employment'])(
    'of %s are ten of those published, from all parts of the file',
    (config) => {
      const [, ...rows] = tableRows(pageOf(config), 'Rows');
      const head = /<table class="records">.*?<\/thead>/s.exec(pageOf(config))?.[0] ?? '';
      const header = Array.from(head.matchAll(/<code>(.*?)<\/code>/g), ([, name]) => textOf(name as string));
      const numbers = rows.map(([number]) => Number(number?.replaceAll(',', '')));
      const { row_count: count } = JSON.parse(published(`datasets/${config}/schema.json`)) as { row_count: number };
      expect(numbers).toHaveLength(10);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(numbers[0]).toBeLessThanOrEqual(100);
      expect(numbers[9]).toBeGreaterThan(count - 100);
      for (const [at, [, ...cells]] of rows.entries()) {
        const offset = Math.floor(((numbers[at] as number) - 1) / 100) * 100;
        const lines = published(`datasets/${config}/limit/100/offset/${offset}.json`).split('\n');
        const line = lines[lines.indexOf('"results": [') + (numbers[at] as number) - offset] as string;
        const { names, cells: all } = tokens(line);
        const expected = header.map((cell) => all[names.indexOf(cell)]);
        const digitsOf = (cell: string): string =>
          /^−?\d{1,3}(,\d{3})*(\.\d+)?$/.test(cell) ? cell.replaceAll(',', '').replace('−', '-') : cell;
        expect(cells.map((cell) => (cell === '–' ? 'null' : digitsOf(cell)))).toEqual(expected);
      }
    },
  );
});

/** The items of the list of columns. */
function columnItems(html: string): { name: string; html: string }[] {
  const [, ...lists] = html.split('<ul class="columns">');
  return lists
    .join('')
    .split('<li id="column-')
    .slice(1)
    .map((item) => ({ name: textOf(/<h3>(.*?)<\/h3>/s.exec(item)?.[1] ?? ''), html: item }));
}
