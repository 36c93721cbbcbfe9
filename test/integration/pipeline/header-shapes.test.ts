import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, replaceFiles, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { runs } from '../../support/runs.ts';
import { writeCsv } from '../../support/tables/csv-writer.ts';
import { writings } from '../../support/tables/random-tables.ts';

/*
 * Which first rows are headers. Names may look like values, as long as the values below them look otherwise; a first row whose values are
 * like those below is a record.
 */

let rawData = '';

beforeEach(() => {
  rawData = rawDataWith({});
});

/** The problems of a file: `error header-missing`. Undescribed columns are left out. */
function problemsOf(csv: string): string[] {
  replaceFiles(rawData, withSidecar('economy/x', csv));
  return buildInMemory(rawData)
    .problems.filter(({ code }) => code !== 'column-undescribed')
    .map(({ severity, code }) => `${severity} ${code}`);
}

describe('a header without any problem:', () => {
  test.each([
    ['numbers from 0', 'team,0,1,2,3\nRome,10,20,3,4\nOslo,4,2,7,1\n'],
    ['numbers from 1', 'day,1,2,3,4,5\nMonday,10,20,3,4,2\nTuesday,4,2,7,9,1\n'],
    ['ages in steps', 'sex,0,5,10,15,20,25\nmen,9,8,9,7,6,2\nwomen,3,8,4,9,5,6\n'],
    ['years', 'place,2019,2020,2021\nRome,10,20,3\nOslo,4,2,7\n'],
    ['years above numbers of four digits', 'place,2019,2020\nRome,1500,2200\nOslo,1400,2700\n'],
    ['only years', '1962,1963\n78.1,56.5\n44.2,91.3\n'],
    ['fiscal years', 'place,2019/20,2020/21\nRome,1,2\nOslo,3,4\n'],
    ['seasons', 'place,2019-2020,2020-2021\nRome,1,2\nOslo,3,4\n'],
    ['decades', 'place,1980s,1990s\nRome,1,2\nOslo,3,4\n'],
    ['questions', 'place,Q1,Q2\nRome,1,2\nOslo,3,4\n'],
    ['questions above words', 'person,Q1,Q2\nAnn,yes,no\nBob,no,maybe\n'],
    ['quarters', 'place,2020-Q1,2020-Q2\nRome,1,2\nOslo,3,4\n'],
    ['quarters, year last', 'place,Q1 2020,Q2 2020\nRome,1,2\nOslo,3,4\n'],
    ['months', 'place,Jan 2020,Feb 2020\nRome,1,2\nOslo,3,4\n'],
    ['months in digits', 'place,2020-01,2020-02\nRome,1,2\nOslo,3,4\n'],
    ['names of months', 'place,January,February\nRome,1,2\nOslo,3,4\n'],
    ['weeks', 'place,2020W01,2020W02\nRome,1,2\nOslo,3,4\n'],
    ['dates', 'place,2020-01-01,2020-02-01\nRome,1,2\nOslo,3,4\n'],
    ['dates, day first', 'place,31.12.2020,31.12.2021\nRome,1,2\nOslo,3,4\n'],
    ['times', 'stop,8:00,9:00\nRome,1,2\nOslo,3,4\n'],
    ['chemical formulas', 'day,CO2,NO2,H2O\n2020-01-01,1,2,3\n2020-01-02,2,3,1\n'],
    ['particles', 'station,PM10,PM2.5\nS01,1.5,2\nS02,3.5,4\n'],
    ['variables', 'x1,x2,y\n1,2,3\n4,5,7\n'],
    ['a number sign', '#,name\n1,Ann\n2,Bob\n'],
    ['a number of people', '# of people,place\n5,Rome\n6,Oslo\n'],
    ['a percentage of the total', 'place,% of total\nRome,1.5\nOslo,2.5\n'],
    ['a percentage, first', '% of total population,place\n1.5,Rome\n2.5,Oslo\n'],
    ['a marked header', '#CHROM,POS,ID\nchr1,5,rs1\nchr2,6,rs2\n'],
    ['URLs of properties', 'http://schema.org/name,http://schema.org/place\nAnn,Rome\nBob,Oslo\n'],
    [
      'URLs of properties, one above URLs',
      'http://schema.org/name,http://schema.org/url\nAnn,http://a.example\nBob,http://b.example\n',
    ],
    ['words above URLs', 'name,url\nAnn,http://a.example\nBob,http://b.example\n'],
    ['words above e-mail addresses', 'name,e-mail\nAnn,ann@example.org\nBob,bob@example.org\n'],
    ['e-mail addresses above numbers', 'day,ann@example.org,bob@example.org\n2020-01-01,1,2\n2020-01-02,3,4\n'],
    ['hosts above numbers', 'day,10.0.0.1,10.0.0.2\n2020-01-01,1,2\n2020-01-02,3,4\n'],
    ['domains above numbers', 'day,example.com,example.org\n2020-01-01,1,2\n2020-01-02,3,4\n'],
    ['names with points', 'Sepal.Length,Petal.Width,Species\n5.1,0.2,setosa\n4.9,0.3,virginica\n'],
    ['a name with a point above domains', 'domain.name,visits\nexample.com,1\nexample.org,2\n'],
    ['bands of ages', 'sex,0-4,5-9,10-14,65+\nmen,1,2,3,4\nwomen,4,2,7,1\n'],
    ['percentiles', 'place,10%,50%,90%\nRome,1,2,3\nOslo,4,7,9\n'],
    ['currencies above numbers', 'place,$,€\nRome,1,2\nOslo,3,4\n'],
    ['amounts above numbers', 'place,under $100,over $100\nRome,1,2\nOslo,3,4\n'],
    ['a class of regions', 'NUTS2,people\nDE21,1\nFR10,2\n'],
    ['a class of diseases', 'ICD10,people\nA0012,1\nB1034,2\n'],
    ['a class of countries', 'iso2,iso3,people\nDE,DEU,1\nFR,FRA,2\nIT,ITA,3\n'],
    ['short capitals', 'ID,CC\nA1,DE\nA2,FR\nA3,IT\n'],
    ['a code with a digit above words', 'code2,name\nab,Rome\ncd,Oslo\n'],
    ['a telephone', 'name,telephone\nAnn,+49 30 123456\nBob,+49 30 123457\n'],
    ['an hour and a date', 'hh:mm,date\n10:30,2020-01-01\n11:45,2020-01-02\n'],
    ['ordinals', 'place,1st,2nd,3rd\nRome,1,2,3\nOslo,4,2,7\n'],
    ['two units', 'place,km2,m3\nRome,1,2\nOslo,3,4\n'],
  ])('%s', (_, csv) => {
    expect(problemsOf(csv)).toEqual([]);
  });
});

describe('a first row that may be names or values gives a hint:', () => {
  test.each([
    ['three consecutive numbers', 'team,1,2,3\nRome,10,20,3\nOslo,4,2,7\n'],
    ['growing numbers', 'term,0.25,0.5,1,2,5\nRome,1,3,2,3,1\nOslo,3,2,1,3,2\n'],
    ['short codes', 'B1,L1\nA3,B2\nB1,A2\n'],
    ['a code above others, and a word above numbers', 'A01,people\nB02,1\nC03,2\n'],
    ['a code above its successors, and a word above numbers', 'A01,people\nA02,1\nA03,2\n'],
  ])('%s', (_, csv) => {
    expect(problemsOf(csv)).toEqual(['hint header-doubtful']);
  });
});

describe('names that are built like their values give no hint:', () => {
  test.each([
    ['numbered names', 'L1,L2\nA3,B2\nB1,A2\n'],
    ['a word of a column, and another above numbers', 'kind,people\nkind,1\nsort,2\n'],
    ['the name of a list of codes', 'NUTS3,name\nDE212,Bremen\nFRA10,Guyane\n'],
    ['the name of a classification', 'ICD10,title\nA00,Cholera\nB05,Measles\n'],
  ])('%s', (_, csv) => {
    expect(problemsOf(csv)).toEqual([]);
  });
});

const digits = (length: number): fc.Arbitrary<string> =>
  fc.nat(10 ** length - 1).map((it) => String(it).padStart(length, '0'));
const small = fc.integer({ min: 1, max: 28 });
const word = fc.stringMatching(/^[a-z]{3,8}$/);
const capitals = fc.stringMatching(/^[A-Z]{2}$/);

/** Values of one shape each. */
const SHAPES: Record<string, fc.Arbitrary<string>> = {
  'e-mail addresses': fc.tuple(word, word).map(([a, b]) => `${a}@${b}.org`),
  'URLs': fc.tuple(word, word).map(([a, b]) => `https://${a}.example/${b}`),
  'IPv4 addresses': fc.tuple(small, small, small, small).map((parts) => parts.join('.')),
  'UUIDs': fc.uuid(),
  'telephone numbers': fc.tuple(digits(2), digits(7)).map(([a, b]) => `+49 1${a} ${b}`),
  'dates': fc.tuple(small, small).map(([a, b]) => `20${10 + a}-01-${10 + (b % 18)}`),
  'dates, day first': fc.tuple(small, small).map(([a, b]) => `${a}.12.${1990 + b}`),
  'times': fc.tuple(fc.nat(23), fc.nat(59)).map(([a, b]) => `${a}:${String(b).padStart(2, '0')}`),
  'sums of money': fc.nat(999).map((it) => `$${it},000`),
  'percentages': fc.nat(1000).map((it) => `${it / 10}%`),
  'decimals': fc.nat(100_000).map((it) => (it / 100).toFixed(2)),
  'codes': fc.tuple(capitals, digits(3)).map((parts) => parts.join('')),
  'codes of several parts': fc.tuple(digits(2), digits(3), digits(1)).map((parts) => parts.join('-')),
  'labels with numbers': fc.nat(500).map((it) => `Ward ${it}`),
};

const shaped = fc.constantFrom(...Object.values(SHAPES));
const columns = fc
  .tuple(shaped, fc.array(fc.oneof(shaped, fc.constant(word)), { maxLength: 3 }), fc.nat(3))
  .map(([sure, others, at]) => [...others.slice(0, at), sure, ...others.slice(at)]);
const headerless = columns.chain((cells) => fc.array(fc.tuple(...cells), { minLength: 2, maxLength: 12 }));

test('no random table without a header is published without an error or a hint', () => {
  const usual = writings.filter(({ delimiter }) => [',', ';', '\t', '|'].includes(delimiter));
  fc.assert(
    fc.property(headerless, usual, ([first = [], ...others], how) => {
      const problems = problemsOf(writeCsv(first, others, how));
      expect(problems.filter((it) => !/rows-repeated|number-format|nearly-numeric/.test(it))).not.toEqual([]);
    }),
    { numRuns: runs(600) },
  );
});
