import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type JsonDocument, readJson } from '../../../../src/discover/json/read-json.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { placesOf } from '../../../support/builds/problem-places.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

test('a document is read, and knows the places of its parts', () => {
  const text = '{\n  "a": [1, {"b": null}],\r\n  "é🌾": "x"\n}\n';
  const { document, problems } = read(text);
  expect(problems).toEqual([]);
  expect(document?.value).toEqual({ a: [1, { b: null }], 'é🌾': 'x' });
  expect(document?.at(['a', 1, 'b']).place).toMatchObject({ line: 2, column: 18 });
  expect(document?.at(['é🌾'], 'key').place).toMatchObject({ line: 3, column: 3 });
  expect(document?.at(['a', 7, 'c']).place).toMatchObject({ line: 2, column: 8 });
  expect(document?.at(['a', 1], 'key').place).toMatchObject({ line: 2, column: 12 });
  expect(document?.at(['a', 1, 'b'])).toMatchObject({ file: 'x.json', name: 'a.1.b' });
  expect(document?.at(['nowhere']).place).toMatchObject({ line: 1, column: 1 });
});

test('the places of all members of a wide object are found soon', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}`);
  const { document } = read(`{\n${keys.map((key) => `"${key}": 1`).join(',\n')}\n}`);
  expect(keys.map((key) => document?.at([key], 'key').place.line)).toEqual(keys.map((_, at) => at + 2));
}, 10_000);

test('a byte order mark at the beginning is ignored', () => {
  expect(read('\uFEFF{"a": 1}')).toMatchObject({ document: { value: { a: 1 } }, problems: [] });
});

test('a key named __proto__ is a key', () => {
  expect(JSON.stringify(read('{"__proto__": 1}').document?.value)).toBe('{"__proto__":1}');
});

describe('the limits of a file', () => {
  test('of its depth: 100 levels are read, however often', () => {
    const deep = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
    expect(read(deep(100)).problems).toEqual([]);
    expect(read(`[${deep(98)},${deep(98)}, [], {}, ${'[], {}, '.repeat(200)} 1]`).problems).toEqual([]);
    expect(placesOf(read(`{"a": ${deep(100)}}`).problems)).toEqual(['x.json:1:302 json-syntax']);
  });

  test.each([
    ['elements', '1,', 1_000_000 * 2 - 1],
    ['lists', '[],', 500_000 * 3 - 1],
    ['objects', '{},', 500_000 * 3 - 1],
  ])('of its values, which are a million: %s', (_, element, column) => {
    const { document, problems } = read(`[${element.repeat(1_000_000)}`);
    expect(document).toBeNull();
    expect(placesOf(problems)).toEqual([`x.json:1:${column} description-too-large`]);
  });

  test('of what is open: a file that was read is closed', () => {
    const count = readdirSync('/dev/fd').length;
    read('{}');
    read('{');
    expect(readdirSync('/dev/fd')).toHaveLength(count);
  });
});

test.each([
  ['at the top', '{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}', 4, 3],
  ['below', '{"c": [{"a": 1,\n"a": 1}]}', 2, 1],
  ['in another spelling', '{"a": 1, "\\u0061": 2}', 1, 10],
])('a key that occurs twice in one object is reported at its second place, %s', (_, text, line, column) => {
  const { document, problems } = read(text);
  expect(document).toBeNull();
  expect(placesOf(problems)).toEqual([`x.json:${line}:${column} json-syntax`]);
  expect(problems[0]?.message).toContain('"a" occurs twice');
});

test('the same key may be in two objects', () => {
  expect(read('{"a": {"x": 1}, "b": {"x": 2, "a": 3}}').problems).toEqual([]);
});

test('a file that does not exist is refused', () => {
  const problems: Problem[] = [];
  expect(readJson('/nowhere/x.json', 'x.json', (it) => problems.push(it))).toBeNull();
  expect(placesOf(problems)).toEqual(['x.json file-unreadable']);
});

function read(content: string | Uint8Array): { document: JsonDocument | null; problems: Problem[] } {
  const problems: Problem[] = [];
  const path = join(folderWith({ 'x.json': content }), 'x.json');
  return { document: readJson(path, 'x.json', (it) => problems.push(it)), problems };
}
