import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  dialectSchema,
  packageSchema,
  resourceSchema,
  tableSchema,
} from '../../../../src/discover/data-package/schemas.ts';
import { checkValue } from '../../../../src/discover/json/check-value.ts';
import type { Locatable } from '../../../../src/discover/json/read-json.ts';
import {
  catalogueSchema,
  categorySchema,
  columnSchema,
  filledSchema,
  sidecarSchema,
} from '../../../../src/discover/sidecar/sidecar-schema.ts';
import type { Problem } from '../../../../src/problems/problem.ts';

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  sidecarSchema,
  filledSchema,
  columnSchema,
  catalogueSchema,
  categorySchema,
  packageSchema,
  resourceSchema,
  tableSchema,
  dialectSchema,
};

/** One or more of each kind that JSON has, as they may be wrong: too small, too large, too long, blank, twice the same. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e3, 1e20, '', ' ', 'x', '\n', 'ab', 'x'.repeat(20_000)],
  ...[
    [],
    [1],
    [''],
    ['a', 'a'],
    [[]],
    [null],
    Array.from({ length: 200 }, () => 'k'),
    Array.from({ length: 20_000 }, () => ({})),
  ],
  ...[{}, { x: 1 }, { '': 'x' }, { ' ': [] }, [{}], [{ x: 1 }]],
];

const DOCUMENT: Locatable = {
  at: (path) => ({ file: 'x.json', place: { line: 1, column: 1, excerpt: '' }, name: path.join('.') }),
};

/** Paths of the keys in a schema, and of the elements of lists, whatever else may stand there. */
function* pathsIn(schema: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
  const { def, shape } = schema as { def: { [key: string]: unknown }; shape?: Record<string, unknown> };
  yield path;
  for (const inner of [def.innerType, ...((def.options as unknown[]) ?? [])]) if (inner) yield* pathsIn(inner, path);
  if (def.element) yield* pathsIn(def.element, [...path, 0]);
  if (def.type === 'record') yield* pathsIn(def.valueType, [...path, 'k']);
  for (const [key, inner] of Object.entries(shape ?? {})) yield* pathsIn(inner, [...path, key]);
}

/** A document with a value at a path, and nothing else. */
function documentWith(path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = documentWith(rest, value);
  return typeof key === 'number' ? [inner] : { [key]: inner };
}

/** Words of the library, and of programs. */
const LIBRARY =
  /expected|too (?:small|big)|invalid|input|received|\b(?:string|boolean|array|integer|record|union|regex|pattern|undefined|NaN|type)\b|[<>]=|\/\^/i;

describe.each(Object.keys(SCHEMAS))('what is said about %s', (name) => {
  const schema = SCHEMAS[name] as z.ZodType;
  const paths = new Map([...pathsIn(schema)].map((path) => [path.join('.'), path]));

  test('has no word of the library of schemas, and names the key, whatever is wrong', () => {
    const said = new Set<string>();
    for (const path of paths.values()) {
      for (const value of VALUES) {
        const problems: Problem[] = [];
        const checked = checkValue(schema, documentWith(path, value), DOCUMENT, [], (it) => problems.push(it));
        expect(checked === null).toBe(problems.length > 0);
        for (const { code, message, help } of problems) {
          // An unknown key, and those that are known instead, are quoted.
          if (code === 'key-unknown' || message.endsWith('more of the same kind')) continue;
          expect(message).toMatch(/^(?:"[^"]+"|the document|".*" is missing) (?:must|has no|is )/s);
          said.add(`${message.replace(/"[^"]*"/g, '""')} ${help.replace(/"[^"]*"/g, '""')}`);
        }
      }
    }
    expect(said.size).toBeGreaterThan(2);
    expect([...said].filter((text) => LIBRARY.test(text) || text.includes('can stand here'))).toEqual([]);
  });
});

test('the keys that are tried are all that there are, those inside others too', () => {
  const paths = [...pathsIn(sidecarSchema)].map((path) => path.join('.'));
  expect(paths).toEqual(expect.arrayContaining(['csv.rename.0.column', 'csv.quote', 'chart.only.k', 'chart.y.0']));
  expect(paths).toEqual(expect.arrayContaining(Object.keys(sidecarSchema.shape)));
});
