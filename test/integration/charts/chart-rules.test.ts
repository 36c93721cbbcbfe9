import { describe, expect, test } from 'vitest';
import { lineRuns } from '../../../src/charts/line-runs.ts';
import type { ChartDocument } from '../../../src/contract/chart-document.ts';
import type { ChartChoice } from '../../../src/model.ts';
import { chartOf, csvOf } from '../../support/builds/chart-of.ts';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The chart of a table of rows, as `chartOf` makes it. */
function chartFrom(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  ...others: Parameters<typeof chartOf> extends [string, ...infer Others] ? Others : never
): ReturnType<typeof chartOf> {
  return chartOf(csvOf(header, rows), ...others);
}

/** The shown series of a chart, by name. */
function shown(chart: ChartDocument | null): string[] {
  return chart?.series.filter((series) => series.shown).map(({ name }) => name) ?? [];
}

/** Days from a date on, as `2024-01-01`. */
function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(first) + at * 86_400_000).toISOString().slice(0, 10),
  );
}

/** Number of values in each unbroken part of a series' line. */
function runsOf(chart: ChartDocument | null, number = 0): number[] {
  const series = chart?.series[number];
  return series ? lineRuns(series, chart.x.positions).map((run) => run.length) : [];
}

describe('times and measures become lines', () => {
  test.each([
    ['years', range(1990, 1999).map(String), 'year', '1990–1999'],
    ['quarters', ['2005-Q1', '2005-Q2', '2005-Q3', '2005-Q4', '2006-Q1'], 'quarter', 'Q1 2005–Q1 2006'],
    ['months', ['2005-01', '2005-02', '2005-03', '2005-04', '2005-05'], 'month', 'Jan 2005–May 2005'],
    ['months by name', ['Jan 2005', 'Feb 2005', 'Mar 2005', 'Apr 2005'], 'month', 'Jan 2005–Apr 2005'],
    ['first days of months', ['2005-01-01', '2005-02-01', '2005-03-01'], 'month', 'Jan 2005–Mar 2005'],
    ['last days of months', ['2005-01-31', '2005-02-28', '2005-03-31'], 'month', 'Jan 2005–Mar 2005'],
    ['last days of years', ['2005-12-31', '2006-12-31', '2007-12-31'], 'year', '2005–2007'],
    ['dates', ['2005-01-03', '2005-01-04', '2005-01-05', '2005-01-07'], 'date', '3 Jan 2005–7 Jan 2005'],
    ['dates that begin with the month', ['01/1/1980', '02/1/1980', '03/1/1980'], 'month', 'Jan 1980–Mar 1980'],
    ['dates with points', ['01.02.1980', '02.02.1980', '04.02.1980'], 'date', '1 Feb 1980–4 Feb 1980'],
    ['seasons', ['2017-18', '2018-19', '2019-20', '2020-21'], 'year', '2017-18–2020-21'],
  ])('of %s', (_, times, kind, span) => {
    const { chart } = chartFrom(
      ['when', 'amount'],
      times.map((time, index) => [time, index * 1.5]),
    );
    expect(chart).toMatchObject({ kind: 'lines', span, x: { kind }, caption: '' });
    expect(chart?.series).toHaveLength(1);
  });

  test('of a year and a month within it', () => {
    const rows = range(1990, 1992).flatMap((year) =>
      ['january', 'february', 'march'].map((month, index) => [year, month, year + index / 2]),
    );
    const { chart } = chartFrom(['year', 'month', 'price'], rows);
    expect(chart).toMatchObject({ kind: 'lines', x: { kind: 'month' }, span: 'Jan 1990–Mar 1992' });
  });

  test('of a year and a quarter within it', () => {
    const rows = range(1990, 1992).flatMap((year) => range(1, 4).map((quarter) => [year, quarter, year + quarter / 3]));
    expect(chartFrom(['year', 'quarter', 'price'], rows).chart).toMatchObject({
      kind: 'lines',
      x: { kind: 'quarter' },
    });
  });

  test('of a column of years whose name does not say so', () => {
    const { chart } = chartFrom(
      ['obs', 'price'],
      range(1950, 1970).map((year) => [year, year / 7]),
    );
    expect(chart).toMatchObject({ kind: 'lines', x: { kind: 'year' } });
  });

  test('not of dates whose order is open: 03/04 may be in March or in April', () => {
    const rows = ['03/04/1980', '04/05/1980', '05/06/1980', '06/03/1980'].map((time, index) => [time, index * 1.5]);
    expect(chartFrom(['when', 'amount'], rows).chart?.kind).not.toBe('lines');
  });

  test('a null and a missing period are gaps', () => {
    const rows = range(1990, 2009)
      .filter((year) => year !== 1995)
      .map((year) => [year, year === 2000 ? '' : year / 2]);
    const { chart } = chartFrom(['year', 'price'], rows);
    expect(chart?.x.labels).not.toContain('1995');
    const valueAt = (label: string): unknown => chart?.series[0]?.values[chart.x.labels.indexOf(label)];
    expect([valueAt('1994'), valueAt('2000')]).toEqual([997, null]);
    expect(runsOf(chart)).toEqual([5, 4, 9]);
  });

  test('measures that would have one name keep what tells them apart', () => {
    const rows = range(1990, 1999).map((year) => [year, year / 2, year / 3, year / 4, year / 5]);
    const columns = {
      men: { description: 'Population (male)' },
      women: { description: 'Population (female)' },
      old: { description: 'Wage' },
      young: { description: 'Wage' },
    };
    const { chart } = chartFrom(['year', ...Object.keys(columns)], rows, {
      columns: { year: { description: 'Year' }, ...columns },
    });
    expect(shown(chart).sort()).toEqual(['Population (men)', 'Population (women)', 'Wage (old)', 'Wage (young)']);
  });

  describe('weekdays beside days of the whole week', () => {
    const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay());
    const beside = (days: readonly string[], gap: (day: string) => boolean = () => false): ChartDocument | null =>
      chartFrom(
        ['date', 'price', 'rate'],
        days.map((day, at) => [day, at / 3, isWeekend(day) || gap(day) ? '' : at / 4]),
      ).chart;

    test('are one line each', () => {
      const chart = beside(daysFrom('2024-01-01', 140));
      expect([runsOf(chart, 0), runsOf(chart, 1)]).toEqual([[140], [100]]);
      expect(chart?.series.map(({ restDays }) => restDays)).toEqual([undefined, [0, 6]]);
    });

    test('are one line each if the chart is reduced, and a missing month is still a gap', () => {
      const chart = beside(daysFrom('2010-01-01', 3000));
      expect(chart?.x.labels.length).toBeLessThan(700);
      expect([runsOf(chart, 0), runsOf(chart, 1)].map(({ length }) => length)).toEqual([1, 1]);
      const missing = beside(daysFrom('2010-01-01', 3000), (day) => day.startsWith('2013-05'));
      expect([runsOf(missing, 0), runsOf(missing, 1)].map(({ length }) => length)).toEqual([1, 2]);
    });
  });

  test('the first and last value of every series are known, however long the series are', () => {
    const days = daysFrom('2010-01-01', 3000);
    const rows = days.map((day, index) => [
      day,
      Math.sin(index / 40),
      index < 7 || index > 2990 ? '' : 5 + Math.sin(index / 41) + (index === 7 || index === 2990 ? 0.25 : 0),
    ]);
    const { chart } = chartFrom(['date', 'price', 'wage'], rows);
    const wage = chart?.series.find(({ name }) => name === 'Wage');
    const at = wage?.values.flatMap((value, index) => (value === null ? [] : [index])) ?? [];
    expect([chart?.x.labels[at[0] ?? -1], chart?.x.labels[at.at(-1) ?? -1]]).toEqual(['8 Jan 2010', '10 Mar 2018']);
    expect(chart?.details[1]).toContain('8 January 2010');
  });

  test('values keep their whole part', () => {
    const rows = range(1990, 1995).map((year) => [year, 123_463_289.5 + year]);
    const { chart } = chartFrom(['year', 'debt'], rows);
    expect(chart?.series[0]?.values[0]).toBe(123_465_280);
  });

  test('at most four measures of one unit are shown; the others of that unit can be chosen', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const columns = Object.fromEntries(
      names.map((name, index) => [name, { description: `Of ${name}`, unit: index === 1 ? 'kg' : 'persons' }]),
    );
    const rows = range(1990, 1999).map((year) => [year, ...names.map((_, index) => year * 1.5 + index)]);
    const { chart } = chartFrom(['year', ...names], rows, { columns });
    expect(shown(chart)).toEqual(['Of a', 'Of c', 'Of d', 'Of e']);
    expect(chart?.series.map(({ name }) => name)).toEqual(['Of a', 'Of c', 'Of d', 'Of e', 'Of f']);
    expect(chart).toMatchObject({ unit: 'persons', caption: '4 of 5 columns in this unit: persons.' });
  });

  test('of two units, or of very different sizes without units, have panels of their own, unless they are one quantity', () => {
    const heat = { description: 'Heat', unit: '°C' };
    const drawn = (second: (year: number) => number, columns: object) =>
      chartFrom(
        ['year', 'heat', 'rain'],
        range(1990, 1999).map((year) => [year, Math.sin(year).toFixed(2), second(year)]),
        { columns: { year: { description: 'Year' }, ...columns } },
      ).chart;
    const rain = { heat, rain: { description: 'Rain', unit: 'mm' } };
    const panels = { kind: 'panels', unit: null, caption: '', span: '1990–1999', choice: 'Column' };
    expect(drawn((year) => (year * 7) % 90, rain)).toMatchObject({
      ...panels,
      series: [
        { name: 'Heat', unit: '°C' },
        { name: 'Rain', unit: 'mm' },
      ],
    });
    expect(drawn((year) => (year * 7) % 90, {})).toMatchObject(panels);
    expect(drawn((year) => (year % 7) / 3, {})).toMatchObject({ kind: 'lines' });
    expect(drawn((year) => Number((10 * Math.sin(year)).toFixed(1)) + 32, rain)).toMatchObject({
      ...{ kind: 'lines', measure: 'Heat', unit: '°C', series: [{}] },
    });
  });

  test('of measures with different units, first the one that the first sentence names', () => {
    const columns = { wood: { description: 'Wood', unit: 'm³' }, coal: { description: 'Coal', unit: 't' } };
    const rows = range(1990, 1999).map((year) => [year, year % 4, year / 3]);
    const { chart } = chartFrom(['year', 'wood', 'coal'], rows, {
      columns,
      description: 'Each row is one year with the coal that was burnt in it.',
    });
    expect(chart?.series[0]).toMatchObject({ name: 'Coal', unit: 't' });
  });

  test('a few times with more than one value are reported, many are not drawn', () => {
    const years = [...range(1950, 1999), 1999];
    const { chart } = chartFrom(
      ['year', 'amount', 'note'],
      years.map((year, index) => [year, index / 2, `n${index % 3}`]),
    );
    expect(chart?.caption).toBe('Values omitted because their series already has a value for the same time: 1.');
    const rows = range(0, 99).map((index) => [1950 + (index % 20), index / 2, `note ${index}`]);
    expect(chartFrom(['year', 'amount', 'note'], rows).chart?.kind).not.toBe('lines');
  });
});

describe('entities over time become lines', () => {
  const rows = range(0, 9).flatMap((entity) =>
    range(1990, 1999 - (entity % 3)).map((year) => [`Land ${entity}`, year, (year - 1980) * (entity + 1)]),
  );

  test('of those with few gaps, the largest in the last period', () => {
    // Land 9 ends early, Land 7 and 8 begin late, and Land 6 has gaps.
    const from: Readonly<Record<number, number>> = { 7: 2000, 8: 1992 };
    const uneven = range(0, 9).flatMap((entity) =>
      range(from[entity] ?? 1990, entity === 9 ? 2008 : 2009)
        .filter((year) => entity !== 6 || year % 3 > 0)
        .map((year) => [`Land ${entity}`, year, (year - 1980) * (entity + 1)]),
    );
    const { chart } = chartFrom(['country', 'year', 'output'], uneven);
    expect(shown(chart)).toEqual(['Land 8', 'Land 7', 'Land 5', 'Land 4']);
    expect(chart?.caption).toBe(
      'Country: the 4 highest on average (2007–2009) of the 8 of 10 with few gaps. Not drawn beside the others: Land 9.',
    );
    const whole = range(0, 9).flatMap((entity) =>
      range(1990, 1999).map((year) => [`Land ${entity}`, year, -(year + entity)]),
    );
    const { chart: even } = chartFrom(['country', 'year', 'output'], whole);
    expect(shown(even)).toEqual(['Land 9', 'Land 8', 'Land 7', 'Land 6']);
    expect(even?.caption).toBe('Country: the 4 farthest from zero (1997–1999) of 10 with few gaps.');
  });

  test('of parts without their totals, which the caption names, unless they are chosen', () => {
    const size = (part: number, year: number): number => 100 * part + Math.round(40 * Math.sin(year * (part + 2)));
    const sum = (parts: number[], year: number): number => parts.reduce((all, part) => all + size(part, year), 0);
    const rows = range(1990, 2009).flatMap((year) => [
      ...['Asia', 'Europe', 'Oceania'].map((name, part) => [name, year, size(part + 1, year)]),
      ['World', year, sum([1, 2, 3], year)],
    ]);
    const header = ['region', 'year', 'output'] as const;
    const whole = chartFrom(header, rows).chart;
    expect([whole?.kind, ...shown(whole)]).toEqual(['shares', 'Asia', 'Europe', 'Oceania']);
    expect(whole?.series.map(({ values }) => Math.round(values[0] ?? 0)).reduce((sum, share) => sum + share)).toBe(100);
    const beyond = range(1990, 2009).map((year) => ['Moon', year, 50 + (year % 7)] as const);
    const { chart } = chartFrom(header, [...rows, ...beyond]);
    expect(shown(chart)).toEqual(['Oceania', 'Europe', 'Asia', 'Moon']);
    expect(chart?.series.map(({ name }) => name)).toContain('World');
    expect(chart?.caption).toBe('Not drawn beside the others: World.');
    const choice = { type: 'line', series: 'region', show: ['World', 'Asia'] } as const;
    expect(shown(chartFrom(header, rows, {}, { choice }).chart)).toEqual(['World', 'Asia']);
    const wide = range(1990, 2009).map((year) => [year, sum([1, 2], year), size(1, year), size(2, year)]);
    const columns = ['year', 'all', 'coal', 'gas'] as const;
    // The largest part comes first, whatever the order of the columns.
    expect(shown(chartFrom(columns, wide).chart)).toEqual(['Gas', 'Coal']);
    const all = { type: 'line', y: ['all', 'gas'] } as const;
    expect(shown(chartFrom(columns, wide, {}, { choice: all }).chart)).toEqual(['All', 'Gas']);
  });

  test('if few have nearly all values, of those with most values; of equals, the largest', () => {
    const few = csvOf(
      ['country', 'year', 'output'],
      rows.filter(([entity, year]) => year !== 1999 || entity === 'Land 0'),
    );
    const { chart } = chartOf(few);
    expect(shown(chart)).toEqual(['Land 0', 'Land 9', 'Land 7', 'Land 6']);
    expect(chart?.caption).toBe('Country: the 4 of 10 with the most values; among equals, those with the largest.');
    expect(chart?.series).toHaveLength(10);
  });

  test('further dimensions are fixed at their most complete combination, which is said', () => {
    const more = rows.flatMap(([country, year, output]) => [
      [country ?? '', year ?? '', 'female', Number(year) < 1993 ? '' : (output ?? '')],
      [country ?? '', year ?? '', 'male', output ?? ''],
    ]);
    const { chart } = chartFrom(['country', 'year', 'sex', 'output'], more);
    expect(chart).toMatchObject({ kind: 'lines', measure: 'Output (Sex: male)' });
    expect(chart?.caption).toContain('Only rows with Sex: male.');
    expect(shown(chart)).toHaveLength(4);
  });

  test('what is measured is fixed, whatever has more values', () => {
    const long = ['a', 'b'].flatMap((country) =>
      range(1990, 1999).flatMap((year) =>
        ['births', 'deaths', 'moves'].map((indicator, index) => [country, year, indicator, year * (index + 1)]),
      ),
    );
    const { chart } = chartFrom(['country', 'year', 'indicator', 'value'], long);
    expect(shown(chart).sort()).toEqual(['a', 'b']);
    expect(chart?.caption).toBe('Only rows with Indicator: births.');
  });

  test('codes give way to the names beside them', () => {
    const coded = rows.map(([country, year, output]) => [
      `C${String(country).slice(-1)}0`,
      country ?? '',
      year ?? '',
      output ?? '',
    ]);
    expect(shown(chartFrom(['code', 'country', 'year', 'output'], coded).chart)[0]).toBe('Land 9');
  });

  test('of many entities, a document stays below 150 KB', () => {
    const many = range(0, 900).flatMap((entity) =>
      range(1990, 2019).map((year) => [`Land ${entity}`, year, year * 1.234_567_8 * (entity + 1)]),
    );
    const { chart } = chartFrom(['country', 'year', 'output'], many);
    expect(JSON.stringify(chart).length).toBeLessThan(150_000);
    expect(chart?.series.length).toBeGreaterThan(100);
    expect(chart?.caption).toContain('of 901');
  });
});

describe('years as columns are read as times', () => {
  test.each([
    ['1990', range(1990, 1999).map(String), '1990–1999'],
    ['y1990', range(1990, 1999).map((year) => `y${year}`), '1990–1999'],
    ['X1990', range(1990, 1999).map((year) => `X${year}`), '1990–1999'],
    ['1990-91', range(1990, 1998).map((year) => `${year}-${String(year + 1).slice(2)}`), '1990-91–1998-99'],
    ['1990 [YR1990]', range(1990, 1999).map((year) => `${year} [YR${year}]`), '1990–1999'],
    ['1990, 1995, …', [1990, 1995, 2000, 2005, 2010].map(String), '1990–2010'],
  ])('such as %s', (_, names, span) => {
    const rows = ['France', 'Spain', 'Italy'].map((country, index) => [
      country,
      ...names.map((_name, at) => at * 2.5 + index),
    ]);
    const { plan, chart } = chartFrom(['country', ...names], rows);
    expect(plan).toHaveProperty('wide.length', names.length);
    expect(chart).toMatchObject({ kind: 'lines', span, choice: 'Country' });
    expect(shown(chart)).toEqual(['Italy', 'Spain', 'France']);
  });
});

describe('without times', () => {
  test('categories become bars: all of up to 20, of more the 15 largest, the others counted', () => {
    const rows = range(1, 25).map((index) => [`Town ${index}`, index === 7 ? '' : index * 1.5]);
    const { chart } = chartFrom(['town', 'rain'], rows);
    expect(chart).toMatchObject({
      kind: 'bars',
      measure: 'Rain',
      caption: 'The 15 largest values of 24. Rows without a value: 1.',
    });
    expect(chart?.x.labels).toHaveLength(15);
    expect(chart?.x.labels.slice(0, 2)).toEqual(['Town 25', 'Town 24']);
    expect(chartFrom(['town', 'rain'], rows.slice(0, 21)).chart).toMatchObject({ caption: 'Rows without a value: 1.' });
    const losses = rows.map(([town = '', rain]) => [town, rain === '' ? '' : 14 - Number(rain)]);
    expect(chartFrom(['town', 'gain'], losses).chart?.caption).toContain('of 24 that are farthest from zero.');
  });

  test('pairs in a natural order say which is the highest, and have a row for each name', () => {
    const births = (month: number): number => 100 - 5 * Math.abs(7 - month);
    const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
    const of = (names: readonly (string | number)[]) =>
      chartFrom(
        ['name', 'sex', 'births'],
        names.flatMap((name, at) => [
          [name, 'girls', births(at + 1)],
          [name, 'boys', births(at + 1) + (at === 2 ? 30 : 6)],
        ]),
      ).chart;
    const ordered = of(months);
    expect(ordered).toMatchObject({ kind: 'pairs', x: { kind: 'category', labels: months } });
    expect(ordered?.summary).toBe('girls: highest 100 (jul). Largest difference shown: mar (girls 80, boys 110).');
    expect(of(range(1, 12))?.x.kind).not.toBe('number');
  });

  test('two measures of the same things become pairs, if they can be told apart and have similar sizes', () => {
    const pairOf = (names: [string, string], second: (index: number) => number, unit?: string) => {
      const described = (name: string) => ({ description: name, ...(unit ? { unit } : {}) });
      const columns = Object.fromEntries(names.map((name) => [name, described(name)]));
      const rows = range(1, 20).map((index) => [`Town ${index}`, index + 0.5, second(index)]);
      return chartFrom(['town', ...names], rows, { columns: { town: { description: 'Town' }, ...columns } }).chart;
    };
    const years = pairOf(['sales_2016', 'sales_2017'], (index) => 30.25 - index);
    expect(years).toMatchObject({ kind: 'pairs', measure: null, caption: '' });
    expect(years?.series.map(({ name, values }) => [name, values[0]])).toEqual([
      ['Sales_2016', 20.5],
      ['Sales_2017', 10.25],
    ]);
    expect(years?.summary).toBe(
      'Sales_2016: highest 20.50 (Town 20). Largest difference shown: Town 1 (Sales_2016 1.50, Sales_2017 29.25).',
    );
    expect(pairOf(['rent', 'income'], (index) => 3 * index, 'euros')?.kind).toBe('pairs');
    expect(pairOf(['rent', 'income'], (index) => 3 * index)?.kind).toBe('bars');
    expect(pairOf(['rent', 'income'], (index) => 300 * index, 'euros')?.kind).toBe('bars');
    expect(pairOf(['rent', 'income'], (index) => index + 0.51, 'euros')?.kind).toBe('bars');
    const bySex = range(1, 20).flatMap((index) => [
      [`Town ${index}`, 'men', index],
      [`Town ${index}`, 'women', 30 - index],
    ]);
    const { chart } = chartFrom(['town', 'sex', 'members'], bySex);
    expect(chart).toMatchObject({ kind: 'pairs', measure: 'Members', caption: '' });
    expect(shown(chart)).toEqual(['men', 'women']);
  });

  test('of several values of a category, those of one kind are shown, which is said', () => {
    const rows = range(1, 20).flatMap((index) => [
      [`Town ${index}`, 'income', index * 100],
      [`Town ${index}`, 'rent', index],
    ]);
    const { chart } = chartFrom(['town', 'variable', 'estimate'], rows);
    expect(chart).toMatchObject({ kind: 'bars', measure: 'Estimate (Variable: income)' });
    expect(chart?.caption).toContain('Only rows with Variable: income.');
  });

  test('measures alone become the histogram of the first that measures something', () => {
    const rows = range(1, 60).map((index) => [index, (index * 7) % 13, (index * index) % 31]);
    const { chart } = chartFrom(
      ['id', 'width', 'height'],
      rows.map(([id = 0, width = 0, height = 0]) => [id, width / 2, height / 3]),
    );
    expect(chart).toMatchObject({ kind: 'histogram', measure: 'Width' });
    expect(chart?.x.positions).toHaveLength((chart?.series[0]?.values.length ?? 0) + 1);
  });

  describe('of skewed values', () => {
    const histogramOf = (values: readonly number[]) =>
      chartFrom(
        ['id', 'amount'],
        values.map((value, index) => [index + 1, value]),
      ).chart;
    const countOf = (chart: ChartDocument | null) =>
      chart?.series[0]?.values.reduce<number>((sum, count) => sum + (count ?? 0), 0);

    test('those beyond the 99th percentile are one bar, which the caption explains', () => {
      const chart = histogramOf([...range(1, 990).map((index) => (index % 100) + 0.5), ...Array(10).fill(1e6)]);
      expect(chart?.x).toMatchObject({ kind: 'number', labels: expect.arrayContaining(['0–5', '≥ 100']) });
      expect(chart?.caption).toContain('The last bar counts all values of 100 or more, up to 1M.');
      expect(chart?.summary).toContain('Values from 0.5 to 1M;');
      expect(countOf(chart)).toBe(1000);
    });

    test('over orders of magnitude have a logarithmic axis, without zeros', () => {
      const chart = histogramOf(range(0, 999).map((index) => Math.floor(1.018 ** index) - 1));
      expect(chart?.x).toMatchObject({ kind: 'log', labels: expect.arrayContaining(['1–3', '10–32', '100–320']) });
      expect(chart?.x.positions).toContain(2);
      expect(chart?.caption).toContain('It cannot show rows with the value 0: 39.');
      expect(countOf(chart)).toBe(961);
    });

    test('whole numbers of a short range have a bar each', () => {
      const chart = histogramOf(range(0, 99).map((index) => (index < 95 ? 0 : index % 4)));
      expect(chart?.x).toMatchObject({ labels: ['0', '1', '2', '3'], positions: [-0.5, 0.5, 1.5, 2.5, 3.5] });
    });
  });

  test('codes, identifiers, places on a map and years are not measures', () => {
    const rows = range(1, 60).map((index) => [
      index,
      46 + index / 100,
      7 + index / 90,
      ['AB1', 'CD2', 'EF3'][(index * index) % 3] ?? '',
      1900 + ((index * 17) % 100),
    ]);
    const { chart } = chartFrom(['id', 'northing', 'easting', 'zone', 'year_built'], rows);
    expect(chart).toMatchObject({ kind: 'counts', measure: 'Number of rows by: Zone' });
  });

  test('places become points, from west to east and each once; so do events at many places, but no petals', () => {
    const rows = range(1, 60).map((index) => [
      `Stop ${index % 59}`,
      46 + index / 100,
      7 - (index % 59) / 90,
      index / 7,
    ]);
    rows.push(['Lost', '', '', 1], ['Stop 60', 46.01, 7 - 1 / 90, 1]);
    const { chart, plan } = chartFrom(
      ['stop', 'lat', 'lon'],
      rows.map((row) => row.slice(0, 3)),
    );
    expect(chart).toMatchObject({ kind: 'points', caption: 'Places: 60. Rows without coordinates: 1.' });
    expect(chart?.summary).toBe('60 places between latitudes 46° and 46.6° and longitudes 6.3° and 7°.');
    expect(chart?.x.labels.at(0)).toBe('Stop 58');
    expect(chart?.series.map(({ name, values }) => [name, values[0]])).toEqual([
      ['Lat', 46.58],
      ['Lon', 7 - 58 / 90],
    ]);
    expect(plan).toMatchObject({ kind: 'points', name: { name: 'stop' } });
    const events = rows.slice(0, 60).map((row, at) => [`${daysFrom('2024-01-01', 60)[at]}`, ...row]);
    expect(chartFrom(['when', 'stop', 'lat', 'lon', 'depth'], events).chart?.kind).toBe('points');
    const petals = rows.slice(0, 60).map(([, ...sizes]) => sizes.slice(0, 2));
    expect(chartFrom(['Länge', 'Breite'], petals).chart?.kind).not.toBe('points');
    const many = range(1, 4001).map((index) => [(index % 180) - 89.5, index / 30]);
    const { chart: thinned } = chartFrom(['latitude', 'longitude'], many);
    expect(thinned?.caption).toBe('Points drawn: 1,334 of 4,001, evenly selected.');
  });

  test('texts alone become the counts of their most frequent values', () => {
    const rows = range(1, 60).map((index) => [`Remark number ${index}`, index % 5 === 0 ? 'open' : 'closed']);
    const { chart } = chartFrom(['remark', 'state'], rows);
    expect(chart).toMatchObject({ kind: 'counts', caption: '' });
    expect(chart?.series[0]?.values).toEqual([48, 12]);
  });

  test.each([
    ['a single row', csvOf(['year', 'price'], [[1990, 2.5]])],
    [
      'only nulls',
      csvOf(
        ['year', 'price'],
        range(1990, 1999).map((year) => [year, '']),
      ),
    ],
    [
      'only texts that differ',
      csvOf(
        ['remark'],
        range(1, 60).map((index) => [`Remark number ${index}`]),
      ),
    ],
  ])('%s has no chart', (_, csv) => {
    expect(chartOf(csv).chart).toBeNull();
  });
});

describe('codes have names', () => {
  const labels = { 1: 'men', 2: 'women', 3: 'women' };
  const columns = { code: { description: 'Sex', labels } };
  const rows = range(1990, 1999).flatMap((year) => [1, 2, 3].map((code) => [year, code, year / 7 + code]));

  test('their labels: lines, those chosen by either name, conditions and the codes of labels that are not unique', () => {
    const choice = { series: 'code', show: ['women (2)', '1'] };
    const { chart } = chartFrom(['year', 'code', 'share'], rows, { columns }, { choice });
    expect(shown(chart)).toEqual(['women (2)', 'men']);
    const { chart: one } = chartFrom(['year', 'code', 'share'], rows, { columns }, { choice: { only: { code: 1 } } });
    expect(one?.caption).toBe('Only rows with code: men.');
  });

  test('in bars and counts, and they are no measures', () => {
    const { chart } = chartFrom(
      ['code', 'share'],
      [
        [1, 2.5],
        [2, 3.5],
        [3, 3.1],
      ],
      { columns },
    );
    expect(chart?.x.labels).toEqual(['women (2)', 'women (3)', 'men']);
    const counted = chartFrom(['code'], [[1], [1], [3]], { columns });
    expect(counted.chart?.x.labels).toEqual(['men', 'women (3)']);
    expect(counted.profile.measures).toEqual([]);
  });

  test.each([
    ['geo', ['DE', 'EL', 'FR', 'gb', 'XNZ'], ['Germany', 'Greece', 'France', 'United Kingdom', 'XNZ']],
    ['lang', ['de', 'fr', 'roh', 'pt-BR', 'und'], ['German', 'French', 'Romansh', 'Brazilian Portuguese', 'und']],
    ['state', ['CA', 'CO', 'GA', 'MA', 'PA'], ['CA', 'CO', 'GA', 'MA', 'PA']],
    ['country', ['CA', 'NY', 'TX', 'MA', 'PA'], ['CA', 'NY', 'TX', 'MA', 'PA']],
  ])('those of countries and languages, if the column is called so: %s', (name, codes, expected) => {
    const rows = codes.map((code, at) => [code, 9.5 - at]);
    expect(chartFrom([name, 'share'], rows).chart?.x.labels).toEqual(expected);
  });
});

describe('what the publisher chooses comes first', () => {
  const rows = ['Aa', 'Bb', 'Cc', 'Dd', 'Ee', 'Ff'].flatMap((country, index) =>
    range(1990, 1999).map((year) => [country, year, year * (index + 1), year / (index + 1)]),
  );
  const csv = csvOf(['country', 'year', 'wheat', 'wine'], rows);

  test('no chart', () => {
    expect(chartOf(csv, {}, { choice: { type: 'none' } }).chart).toBeNull();
  });

  test('measure, series and title', () => {
    const { chart } = chartOf(
      csv,
      {},
      { choice: { y: ['wine'], series: 'country', show: ['Ff', 'Bb'], title: 'Wine' } },
    );
    expect(chart).toMatchObject({
      kind: 'lines',
      title: 'Wine',
      measure: 'Wine',
      caption: 'Country: 2 of 6, chosen by the publisher.',
    });
    expect(shown(chart)).toEqual(['Ff', 'Bb']);
  });

  test('several measures', () => {
    const one = csvOf(
      ['year', 'a', 'b', 'c'],
      range(1990, 1999).map((year) => [year, year / 2, year / 3, year / 5]),
    );
    expect(shown(chartOf(one, {}, { choice: { y: ['c', 'b'] } }).chart)).toEqual(['C', 'B']);
  });

  test('some rows, which the caption says', () => {
    const onlyCountry = chartOf(csv, {}, { choice: { only: { country: 'Cc' } } }).chart;
    expect(onlyCountry).toMatchObject({ kind: 'lines', caption: 'Only rows with country: Cc.' });
    expect(onlyCountry?.series[0]?.values[0]).toBe(1990 * 3);
    const { chart: bars } = chartOf(
      csv,
      {},
      { choice: { type: 'bar', x: 'country', y: ['wheat'], only: { year: 1999 } } },
    );
    expect(bars).toMatchObject({ kind: 'bars', caption: 'Only rows with year: 1999.' });
    expect(bars?.series[0]?.values.at(-1)).toBe(1999);
    const { chart: none } = chartOf(csv, {}, { choice: { only: { country: 'Nowhere' } } });
    expect(none?.kind).toBe('histogram');
    expect(none?.caption).not.toContain('Nowhere');
  });

  test('another kind of chart', () => {
    expect(chartOf(csv, {}, { choice: { type: 'histogram', y: ['wine'] } }).chart).toMatchObject({
      kind: 'histogram',
      measure: 'Wine',
    });
    const { chart } = chartOf(csv, {}, { choice: { type: 'bar', x: 'country', series: 'year', y: ['wheat'] } });
    expect(chart).toMatchObject({ kind: 'bars', caption: 'Only rows with Year: 1990.' });
  });

  test.each<ChartChoice>([{ y: ['country'] }, { type: 'line', x: 'country' }, { show: ['nowhere'] }])(
    'what cannot be drawn falls back to the rules: %j',
    (choice) => {
      const usual = chartOf(csv).chart;
      const { chart } = chartOf(csv, {}, { choice });
      expect([chart?.kind, shown(chart)]).toEqual([usual?.kind, shown(usual)]);
    },
  );
});

describe('long tables', () => {
  const days = range(0, 2999).map((day) => new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10));
  const csv = csvOf(
    ['date', 'price'],
    days.map((day, index) => [day, index === 1234 ? 999 : index === 2345 ? -999 : Math.sin(index / 50)]),
  );

  test('are reduced to at most some 600 times, which keep the extremes', () => {
    const { chart } = chartOf(csv);
    expect(chart?.x.labels.length).toBeLessThanOrEqual(602);
    expect(chart?.x.labels.length).toBeGreaterThan(400);
    const values = chart?.series[0]?.values ?? [];
    expect([values.includes(999), values.includes(-999)]).toEqual([true, true]);
  });

  test('without records, the profile alone is drawn', () => {
    expect(chartOf(csv, {}, { withRecords: false }).chart).toMatchObject({ kind: 'histogram', measure: 'Price' });
  });

  test('a text that is no time among times is noticed in the records, and the profile alone is drawn', () => {
    const rows = [
      ...range(1, 30).map((index) => [`2001-01-$String(index).padStart(2, '0')`, index / 2]),
      ['zuletzt', 7],
    ];
    expect(chartFrom(['when', 'price'], rows).chart).toMatchObject({ kind: 'histogram' });
  });
});
