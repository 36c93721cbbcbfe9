import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateReader, ISO_DATE, isDatePattern } from '../../../src/contract/date-pattern.ts';
import { runs } from '../../support/runs.ts';

test.each([
  ['dd.mm.yyyy', '31.12.2020', '2020-12-31'],
  ['dd.mm.yyyy', '1.2.2020', '2020-02-01'],
  ['dd.mm.yyyy', '29.2.2020', '2020-02-29'],
  ['dd.mm.yyyy', '29.2.2021', null],
  ['dd.mm.yyyy', '31.4.2021', null],
  ['dd.mm.yyyy', '1.13.2021', null],
  ['dd.mm.yyyy', '0.1.2021', null],
  ['dd.mm.yyyy', '1.1.21', null],
  ['dd.mm.yyyy', '1.1.2021 ', null],
  ['dd. mm. yyyy', '31. 3. 2022', '2022-03-31'],
  ['mm/dd/yyyy', '3/31/2022', '2022-03-31'],
  ['mm/dd/yyyy HH:MM', '3/31/2022 8:05', '2022-03-31T08:05'],
  ['mm/dd/yyyy HH:MM', '3/31/2022 24:05', null],
  ['dd.mm.yyyy HH:MM:SS', '31.3.2022 08:05:59', '2022-03-31T08:05:59'],
  ['dd.mm.yyyy HH:MM:SS', '31.3.2022 08:60:59', null],
  ['yyyymmdd', '20220331', '2022-03-31'],
  ['yyyymmdd', '2022331', null],
  ['mm/yyyy', '3/2022', '2022-03'],
  ['mm/yyyy', '13/2022', null],
  ['ddmmmyyyy', '15MAR2019', '2019-03-15'],
  ['ddmmmyyyy', '5mar2019', '2019-03-05'],
  ['ddmmmyyyy', '15XXX2019', null],
  ['dd mmm yyyy', '5 Mar 2019', '2019-03-05'],
])('%s reads %j as %j', (pattern, text, date) => {
  expect(isDatePattern(pattern)).toBe(true);
  expect(dateReader(pattern)(text)).toBe(date);
});

test.each([
  ...['', 'dd.mm', 'yyyy', 'dd.mm.yy', 'dd.mm.yyyy.yyyy', 'dd/mmm/mm/yyyy', 'yyyy HH:MM', 'dd.mm.yyyy HH', '%d.%m.%Y'],
  ...['dd.mm.yyyy MM', 'mm.yyyy HH:MM', 'day dd.mm.yyyy', 'd.m.yyyy'],
])('%j is not a pattern', (pattern) => {
  expect(isDatePattern(pattern)).toBe(false);
});

const NOT_TOO_FAR = { min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true };

test('any day is read in any pattern that writes it', () => {
  const pattern = fc.constantFrom(
    'dd.mm.yyyy',
    'mm/dd/yyyy',
    'yyyy-mm-dd',
    'yyyymmdd',
    'ddmmyyyy',
    'dd. mm. yyyy HH:MM:SS',
  );
  fc.assert(
    fc.property(fc.date(NOT_TOO_FAR), pattern, (day, how) => {
      const iso = day.toISOString().slice(0, 19);
      const [yyyy, mm, dd, HH, MM, SS] = iso.split(/\D/) as [string, string, string, string, string, string];
      const parts: Record<string, string> = { yyyy, mm, dd, HH, MM, SS };
      const read = dateReader(how)(how.replace(/yyyy|mm|dd|HH|MM|SS/g, (part) => parts[part] as string));
      expect(read).toBe(how.includes('HH') ? iso : iso.slice(0, 10));
      expect(read).toMatch(ISO_DATE);
    }),
    { numRuns: runs(500) },
  );
});
