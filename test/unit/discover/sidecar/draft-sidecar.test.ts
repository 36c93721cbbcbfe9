import { expect, test } from 'vitest';
import { draftSidecar, titleOf } from '../../../../src/discover/sidecar/draft-sidecar.ts';

const DRAFT = {
  schema: null,
  stem: 'x',
  category: null,
  given: new Set(['license']),
  origin: null,
  columns: new Map(),
  csv: {},
};

test('a draft has the blanks that only a person can fill in', () => {
  expect(draftSidecar(DRAFT)).toBe(`{
  "name": "X",
  "description": "",
  "source": "",
  "url": "",
  "retrieved": "",
  "columns": {}
}
`);
});

test('a draft has what is known: schema, category, format and columns, each column on a line', () => {
  const columns = new Map<string, Record<string, unknown>>([
    ['a', {}],
    ['"b"', { thousands: ',', unit: 'm' }],
    ['__proto__', {}],
  ]);
  const csv = { delimiter: ';', missing: ['-9'] };
  const draft = {
    schema: '../x.json',
    stem: ' wages_2024',
    category: 'economy',
    given: new Set<string>(),
    origin: null,
    columns,
    csv,
  };
  expect(draftSidecar(draft)).toBe(`{
  "$schema": "../x.json",
  "name": "Wages 2024",
  "description": "",
  "source": "",
  "url": "",
  "license": "",
  "retrieved": "",
  "category": "economy",
  "csv": { "delimiter": ";", "missing": ["-9"] },
  "columns": {
    "a": { "description": "", "unit": "" },
    "\\"b\\"": { "description": "", "unit": "m", "thousands": "," },
    "__proto__": { "description": "", "unit": "" }
  }
}
`);
});

test.each([
  ['rainfall_by-station', 'Rainfall by station'],
  [' a  b_-_c ', 'A b c'],
  ['_x_', 'X'],
  ['us-gdp_per-euro', 'US GDP per euro'],
  ['élevage', 'Élevage'],
  ['', ''],
])('the title of "%s" is "%s"', (stem, title) => {
  expect(titleOf(stem)).toBe(title);
});
