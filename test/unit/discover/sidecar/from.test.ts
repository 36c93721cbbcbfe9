import { describe, expect, test } from 'vitest';
import { findSources } from '../../../../src/discover/find-sources.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { rawDataWith, withSidecar } from '../../../support/builds/raw-data-folder.ts';
import { HEAD } from '../../../support/data-packages.ts';

/** The address in a sidecar as it is read, and the problems found. */
function read(from: unknown, others: Record<string, string> = {}) {
  const problems: Problem[] = [];
  const rawData = rawDataWith({ ...withSidecar('economy/x', 'a\n1\n', { from }), ...others });
  const [source] = findSources(rawData, null, (it) => problems.push(it));
  return { from: source?.from, isRefused: source?.isRefused, problems };
}

describe('"from" in a sidecar', () => {
  test.each([
    'https://example.org/a.csv',
    'http://example.org',
    'https://example.org/a?b=c@d',
    'https://e.org/a.zip#b',
  ])('is the address of the file: %s', (url) => {
    const { from, problems } = read(url);
    expect(problems).toEqual([]);
    expect(from).toMatchObject({ url, at: { file: 'economy/x.meta.json', place: { line: 7, column: 11 } } });
  });

  test.each([
    ['ftp://example.org/a.csv', 'must be an http or https URL'],
    ['file:///etc/passwd', 'must be an http or https URL'],
    ['a.csv', 'must be an http or https URL'],
    ['https://user:secret@example.org/a.csv', 'must not contain a user name or password'],
    ['https://user@example.org', 'must not contain a user name or password'],
    [['https://example.org'], 'must be'],
  ])('is refused if it is %j', (url, message) => {
    const { from, isRefused, problems } = read(url);
    expect([from, isRefused, problems.map(({ code }) => code)]).toEqual([null, true, ['value-invalid']]);
    expect(problems[0]?.message).toContain(message);
  });

  test('counts as absent if it is blank, or missing', () => {
    expect(read(' ')).toEqual({ from: null, isRefused: false, problems: [] });
    expect(read(undefined)).toEqual({ from: null, isRefused: false, problems: [] });
  });

  test('is read beside a data package too', () => {
    const resources = [{ name: 'x', path: 'x.csv' }];
    const { from } = read('https://example.org/a.csv', {
      'economy/datapackage.json': JSON.stringify({ ...HEAD, resources }),
    });
    expect(from).toMatchObject({ url: 'https://example.org/a.csv', at: { file: 'economy/x.meta.json' } });
  });
});
