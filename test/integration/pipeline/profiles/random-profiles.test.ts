import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildInMemory } from '../../../support/builds/build-in-memory.ts';
import { rawDataWith, replaceFiles, withSidecar } from '../../../support/builds/raw-data-folder.ts';
import { runs } from '../../../support/runs.ts';
import { writeCsv } from '../../../support/tables/csv-writer.ts';
import { faultsOf, readProfile } from '../../../support/tables/profile-oracle.ts';
import { readPage } from '../../../support/tables/read-page.ts';

const small = fc.integer({ min: -30, max: 30 }).map(String);
const cells = {
  small,
  whole: fc.integer({ min: -100_000, max: 100_000 }).map(String),
  cents: fc.integer({ min: -9999, max: 9999 }).map((it) => (it / 100).toFixed(2)),
  mixed: fc.tuple(fc.integer({ min: -999, max: 999 }), fc.nat(6)).map(([it, places]) => (it / 64).toFixed(places)),
  int64: fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String), small),
  long: fc.stringMatching(/^[1-9]\.[0-9]{14,17}$/),
  exponents: fc
    .tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -300, max: 300 }))
    .map(([it, power]) => `${it}.5e${power}`),
  gaps: fc.constantFrom('', '', '', '-', '7'),
  codes: fc.constantFrom('NO', 'SE', 'DK', 'NA', ''),
  quoted: fc.constantFrom('a"b', '""', 'a,b', '"', 'x', 'a\nb', '🌾', '\uFF21', 'é', ' '),
  texts: fc.string({ unit: 'grapheme', maxLength: 9 }).map((text) => text.replaceAll(/[\0\r\uFEFF]/g, '')),
} satisfies Record<string, fc.Arbitrary<string>>;

const columns = fc
  .array(fc.tuple(fc.constantFrom(...(Object.keys(cells) as (keyof typeof cells)[])), fc.constantFrom(0, 0, 1, -1)), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((kinds) =>
    fc.array(fc.tuple(...kinds.map(([kind]) => cells[kind])), { minLength: 1, maxLength: 60 }).map((rows) => {
      const sorted = kinds.map(([, order], at) => {
        const values = rows.map((row) => row[at] as string);
        return order === 0 ? values : values.sort((a, b) => (Number(a) - Number(b) || (a < b ? -1 : 1)) * order);
      });
      return rows.map((_, row) => sorted.map((values) => values[row] as string));
    }),
  );

test('the profile of any table follows from its records, however the table is read', () => {
  const rawData = rawDataWith({});
  fc.assert(
    fc.property(columns, fc.boolean(), (rows, asText) => {
      const names = ['n', ...(rows[0] ?? []).map((_, index) => `c${index}`)];
      const csv = writeCsv(
        names,
        rows.map((row, index) => [`r${index}`, ...row]),
        { delimiter: ',', newline: '\n', hasByteOrderMark: false, endsInNewline: true, quoting: [false] },
      );
      replaceFiles(rawData, withSidecar('economy/x', csv, { csv: { footerRows: 0, delimiter: ',' } }));
      const { ok, texts } = buildInMemory(rawData, { asText, segmentBytes: 200 });
      fc.pre(ok);
      const profile = readProfile(texts.get('v1/datasets/x/profile.json') as string);
      const { records } = readPage(texts.get('v1/datasets/x.json') as string);
      const faults = profile.columns.flatMap((column, at) =>
        faultsOf(
          column,
          records.map(({ tokens }) => tokens[at] as string),
        ),
      );
      expect(faults).toEqual([]);
      expect(profile.key_columns).not.toBeNull();
    }),
    { numRuns: runs(500) },
  );
});
