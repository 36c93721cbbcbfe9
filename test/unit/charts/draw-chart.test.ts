import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chartTable } from '../../../src/charts/chart-table.ts';
import { type ChosenSeries, firstChosen, showSeries, toggleSeries } from '../../../src/charts/choose-series.ts';
import { summarizeBars } from '../../../src/charts/collect/collect-bars.ts';
import { summarizeLines } from '../../../src/charts/collect/lines-document.ts';
import { sparkOf, sparkOfLine } from '../../../src/charts/collect/spark.ts';
import { drawChart } from '../../../src/charts/draw-chart.ts';
import { NARROW_SIZE } from '../../../src/charts/drawing/frame.ts';
import type { Summary } from '../../../src/charts/summarize.ts';
import type { ChartDocument } from '../../../src/contract/chart-document.ts';
import type { Language } from '../../../src/texts/languages.ts';
import { TEXTS } from '../../../src/texts/texts.ts';
import { codePoints } from '../../support/tables/code-points.ts';

const SIZE = { width: 720, height: 405 };

function draw(document: ChartDocument, options: Partial<Parameters<typeof drawChart>[1]> = {}): string {
  const usual = { ...SIZE, source: 'An office', license: 'CC0', texts: TEXTS.en.chart, language: 'en' };
  return drawChart(document, { ...usual, ...options });
}

const LINES: ChartDocument = {
  kind: 'lines',
  title: 'Wheat',
  measure: 'Price of wheat',
  unit: 'shillings',
  caption: '',
  notes: '',
  summary: 'Wheat: up.',
  details: ['Wheat: up.'],
  span: '1990–1993',
  x: { title: 'Year', kind: 'year', labels: ['1990', '1991', '1992', '1993'], positions: [1990, 1991, 1992, 1993] },
  choice: null,
  series: [{ name: 'Wheat', values: [1, 2, null, 4], shown: true, reach: 1.5 }],
  spark: null,
};

const SIX = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) => ({
  name,
  values: [1, 2, 3, 4],
  shown: index < 4,
  reach: null,
}));

/** Text that is as bad as texts get: markup, control characters, halves of characters, right to left, astral, long. */
const hostile = fc.oneof(
  fc.string({ unit: codePoints, maxLength: 40 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><svg onload=x>',
    '&amp;',
    ']]>',
    '\u0000\u0008',
    '\ud800',
    'مرحبا بالعالم',
    '𝒳😀',
  ),
  fc.string({ minLength: 300, maxLength: 3000 }),
);
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -1000, max: 1000 }),
  fc.constantFrom(1e300, -1e300, Number.MAX_VALUE, -Number.MAX_VALUE, 1e-9, 5e-324, 0, -0),
);

const documents = fc
  .record({
    kind: fc.constantFrom('lines', 'panels', 'bars', 'pairs', 'histogram', 'counts'),
    title: hostile,
    measure: fc.option(hostile),
    unit: fc.option(hostile),
    summary: hostile,
    axis: fc.constantFrom('year', 'month', 'quarter', 'date', 'datetime'),
    start: fc.integer({ min: 1500, max: 40_000 }),
    steps: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 }),
    names: fc.array(hostile, { minLength: 1, maxLength: 4 }),
    reach: fc.option(fc.constantFrom(1.5, 46, 600)),
    constant: fc.option(value),
  })
  .chain(({ kind, axis, start, steps, names, reach, constant, ...texts }) => {
    const positions = steps.map((_, index) => start + steps.slice(0, index).reduce((sum, step) => sum + step, 0));
    const ofNames = fc.array(hostile, { minLength: steps.length, maxLength: steps.length });
    const ofSeries = fc.array(
      fc.array(constant === null ? fc.option(value) : fc.constant(constant), {
        minLength: steps.length,
        maxLength: steps.length,
      }),
      {
        minLength: names.length,
        maxLength: names.length,
      },
    );
    return fc.tuple(ofNames, ofSeries).map(([labels, values]): ChartDocument => {
      const isLines = kind === 'lines' || kind === 'panels';
      const edges = [...positions, (positions.at(-1) ?? 0) + 7];
      return {
        ...texts,
        kind,
        caption: '',
        details: [],
        notes: '',
        span: null,
        x: {
          title: 'X',
          kind: isLines ? axis : kind === 'histogram' ? 'number' : 'category',
          labels,
          positions: kind === 'histogram' ? edges : positions,
        },
        choice: null,
        series: names.slice(0, isLines ? 4 : kind === 'pairs' ? 2 : 1).map((name, index) => ({
          name,
          values: (values[index] ?? []).map((one) =>
            kind === 'histogram' || kind === 'counts' ? Math.floor(Math.abs(one ?? 0) % 1e9) : one,
          ),
          shown: true,
          reach,
        })),
        spark: null,
      };
    });
  });

describe('whatever a dataset holds', () => {
  test('a drawing is well-formed XML without scripts', () => {
    fc.assert(
      fc.property(documents, hostile, (document, source) => {
        const svg = draw(document, { source, license: source });
        expect(problemOf(svg)).toBeNull();
        expect(svg).not.toMatch(
          /<script|\son\w+=|style=|javascript:/i.test(source) ? /<script/ : /<script|<[^>]*\son\w+=/i,
        );
      }),
      { numRuns: 200 },
    );
  });

  test('all its coordinates are numbers inside the box', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom(SIZE, NARROW_SIZE, { width: 1200, height: 630 }), (document, size) => {
        const svg = draw(document, size);
        const [, width = '0', height = '0'] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
        const outside = coordinatesOf(svg).filter(
          ({ x, y }) => !(x >= -0.5 && x <= Number(width) + 0.5 && y >= -0.5 && y <= Number(height) + 0.5),
        );
        expect(outside).toEqual([]);
        expect(svg).not.toMatch(/="[^"]*(?:NaN|Infinity|undefined)/);
      }),
      { numRuns: 200 },
    );
  });
});

describe('lines', () => {
  test('stop at a null; a value without neighbours is a point', () => {
    const svg = draw(LINES);
    const paths = [...svg.matchAll(/<path class="chart-line s1"[^>]* d="([^"]*)"/g)].map(([, d]) => d);
    expect(paths).toHaveLength(2);
    expect(paths[0]?.match(/M/g)).toHaveLength(1);
    expect(paths[1]).toMatch(/^M[\d.]+ [\d.]+h0$/);
  });

  test('go on over nulls that other series caused', () => {
    const [series] = LINES.series;
    const document = {
      ...LINES,
      series: [
        { name: 'Every second year', values: [1, null, 3, null], shown: true, reach: 3, passesNulls: true as const },
        ...(series ? [series] : []),
      ],
    };
    expect(draw(document)).toMatch(/<path class="chart-line s1"[^>]* d="M[\d.]+ [\d.]+l[\d.]+ -[\d.]+"/);
  });

  test('carry their names at their ends, or in a legend if the ends are too close', () => {
    const two = (ends: number[]): ChartDocument => ({
      ...LINES,
      series: ends.map((end, index) => ({ name: `Series ${index}`, values: [0, 0, 0, end], shown: true, reach: null })),
    });
    const placesOf = (svg: string): number[] =>
      [...svg.matchAll(/<text x="([\d.]+)"[^>]*class="label/g)].map(([, x]) => Number(x));
    expect(placesOf(draw(two([0, 50, 100]))).every((x) => x > 500)).toBe(true);
    const close: ChartDocument = {
      ...two([1, 1, 1, 1]),
      series: two([1, 1, 1, 1]).series.map((one) => ({ ...one, name: `${one.name} with a name of two lines` })),
    };
    expect(placesOf(draw(close)).some((x) => x < 300)).toBe(true);
  });

  test('have an axis that people would write', () => {
    const svg = (values: number[], unit: string, language = 'en'): string[] => {
      const [series] = LINES.series;
      const document = { ...LINES, unit, series: series ? [{ ...series, values }] : [] };
      return [...draw(document, { language }).matchAll(/<text x="[\d.]+" y="[\d.]+">([^<]*)</g)].map(
        ([, text = '']) => text,
      );
    };
    expect(svg([0, 500_000, 1_000_000, 2_400_000], 'persons')).toContain('1.5M');
    expect(svg([0, 500_000, 1_000_000, 2_400_000], 'personas', 'de')).toContain('1,5\u00a0Mio.');
    expect(svg([0, 5000, 10_000, 19_000], 'persons')).toContain('5,000');
    expect(svg([0, 20, 100, 140], 'thousand jobs')).toContain('100K');
    expect(svg([1, 2, 3, 4], 'x')).toContain('1990');
  });

  test('of four series over 70 years take at most 2.5 KB, compressed', () => {
    const years = Array.from({ length: 70 }, (_, index) => 1950 + index);
    const series = [1, 2, 3, 4].map((factor) => ({
      name: `A country with a name ${factor}`,
      values: years.map((year) => Math.sin(year * factor) * 1000 + year * factor * 10),
      shown: true,
      reach: 1.5,
    }));
    const svg = draw({ ...LINES, x: { ...LINES.x, labels: years.map(String), positions: years }, series });
    expect(gzipSync(svg).length).toBeLessThan(2500);
    expect(svg.match(/<(?!\/)/g)?.length).toBeLessThan(60);
  });
});

test('title, unit, source and licence are in the picture', () => {
  const texts = [...draw(LINES).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(texts).toEqual(
    expect.arrayContaining(['Wheat', 'Price of wheat, shillings', 'Source: An office · Licence: CC0']),
  );
});

test.each([
  ['Girth at a height of 130 cm', 'Girth at a height of 130 cm, cm'],
  ['Girth in cm', 'Girth in cm'],
])('the unit of %s is said once, and not as that of another number', (measure, said) => {
  expect(draw({ ...LINES, measure, unit: 'cm' })).toContain(`>${said}<`);
});

test('bars start at zero, to either side', () => {
  const document: ChartDocument = {
    ...LINES,
    kind: 'bars',
    x: { ...LINES.x, kind: 'category' },
    series: [{ name: 'A', values: [10, 5, 0, -5], shown: true, reach: null }],
  };
  const [, d = ''] = /<path class="chart-bar s1" d="([^"]*)"/.exec(draw(document)) ?? [];
  const bars = [...d.matchAll(/M([\d.]+) [\d.]+H([\d.]+)/g)].map(([, start, end]) => [Number(start), Number(end)]);
  const zero = bars[0]?.[0];
  expect(bars.map(([start]) => start)).toEqual([zero, zero, zero, zero]);
  expect(bars.map(([start = 0, end = 0]) => Math.sign(end - start))).toEqual([1, 1, 0, -1]);
});

test('the table has the values of the shown series, thinned out evenly up to the last row, with the least and greatest values', () => {
  expect(chartTable(LINES, 'en')).toMatchObject({ head: ['Year', 'Wheat'], step: 1, count: 4 });
  const [labels, values] = [[...Array(180).keys()].map(String), [...Array(180).keys()].map((at) => Math.abs(at - 91))];
  const long = { ...LINES, x: { ...LINES.x, labels }, series: [{ name: 'a', values, shown: true, reach: null }] };
  const kept = chartTable(long, 'en').rows.map(([label]) => Number(label));
  expect(kept).toHaveLength(12);
  expect(kept.filter((at) => at % 18 !== 17)).toEqual([0, 91]);
  expect(chartTable({ ...long, x: { ...LINES.x, labels: labels.slice(0, 60) } }, 'en').rows).toHaveLength(60);
});

test('other series can be shown, at most four, in the order of their colours', () => {
  const names = ['f', 'nobody', 'b', 'a', 'd'];
  const chosen = names.map((name, colour) => ({ name, colour }));
  const { series, summary, details } = showSeries({ ...LINES, series: SIX }, chosen);
  expect(series.filter((one) => one.shown).map(({ name }) => name)).toEqual(['f', 'b', 'a', 'd']);
  expect(series).toHaveLength(6);
  expect([summary, details]).toEqual(['f, b, a, d', []]);
  // A single one has no name beside its line.
  const several = { ...LINES, series: SIX, measure: 'Price', choice: 'Country' };
  const alone = [{ name: 'b', colour: 0 }];
  expect(showSeries(several, chosen).measure).toBe('Price');
  expect(showSeries(several, alone).measure).toBe('Price (b)');
  expect(showSeries({ ...several, measure: null }, alone).measure).toBe('b');
});

test('a fifth series replaces the one that was chosen first; the others keep their colours, and the last one stays', () => {
  const names = (chosen: readonly ChosenSeries[]): string => chosen.map(({ name, colour }) => name + colour).join(' ');
  let chosen = firstChosen({ ...LINES, series: SIX });
  expect(names(chosen)).toBe('a0 b1 c2 d3');
  chosen = toggleSeries(chosen, 'f');
  expect(names(chosen)).toBe('b1 c2 d3 f0');
  chosen = toggleSeries(toggleSeries(chosen, 'c'), 'b');
  expect(names(chosen)).toBe('d3 f0');
  const drawn = draw(showSeries({ ...LINES, series: SIX }, chosen));
  expect([...drawn.matchAll(/class="chart-line (s\d)"/g)].map(([, name]) => name).sort()).toEqual(['s1', 's4']);
  expect(names(toggleSeries(chosen, 'e'))).toBe('d3 f0 e1');
  expect(names(toggleSeries(toggleSeries(chosen, 'd'), 'f'))).toBe('f0');
});

test('texts of a narrow drawing are large enough for the screen of a phone', () => {
  for (const kind of ['lines', 'histogram', 'bars'] as const) {
    const sizes = [...draw({ ...LINES, kind }, NARROW_SIZE).matchAll(/font-size="([\d.]+)"/g)].map(([, size]) =>
      Number(size),
    );
    // The padding of a page leaves nine tenths of 320 pixels.
    expect(Math.min(...sizes) * 0.9).toBeGreaterThanOrEqual(11.5);
  }
});

describe('what a chart shows, in words', () => {
  const series = SIX.slice(0, 4).map((one, index) => ({ ...one, values: [1, 2, 123.456 * (index + 1), 4] }));
  const of = (document: Partial<ChartDocument>, summarize = summarizeLines, language: Language = 'en'): Summary =>
    summarize({ ...LINES, ...document }, { texts: TEXTS[language].chart, language });

  test('one sentence for each series, in four significant digits; at most two sentences as its description', () => {
    const { summary, details } = of({ series });
    expect(details).toHaveLength(4);
    expect(details[0]).toBe('a: 1.0 in 1990, 4.0 in 1993; lowest 1.0 in 1990, highest 123.5 in 1992.');
    expect(summary).toBe('a, b, c, and d, 1990 to 1993. Highest shown: d, 493.8 in 1992.');
    expect(of({ series: series.slice(0, 2) }).summary).toBe(details.slice(0, 2).join(' '));
    expect(of({ unit: 'million US dollars', series: series.slice(0, 1) }).summary).toContain('highest 123M in 1992');
  });

  test('one point where a sentence ends in an abbreviation', () => {
    const bars = series.slice(0, 1).map((one) => ({ ...one, values: [1_083_000, 1_070_000, 1_060_000, 1_050_000] }));
    const { summary } = of({ series: bars }, summarizeBars('summaryBars'), 'de');
    expect(summary).toBe('Höchster Wert: 1990, 1,08\u00A0Mio. Niedrigster der gezeigten: 1993, 1,05\u00A0Mio.');
  });

  test.each([
    ['en', 'Highest: Hawaii, 1,507. Lowest shown: Utah, 948.'],
    ['es', 'Valor más alto: Hawaii, 1507. El más bajo de los mostrados: Utah, 948.'],
  ] as const)('bars, in %s', (language, sentence) => {
    const bars: Partial<ChartDocument> = {
      x: { title: 'State', kind: 'category', labels: ['Hawaii', 'Ohio', 'Utah'], positions: [0, 1, 2] },
      series: [{ name: 'Rent', values: [1507, 1000, 948], shown: true, reach: null }],
    };
    expect(of(bars, summarizeBars('summaryBars'), language).summary.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(sentence);
  });

  test('very small values have a power of ten, and years are not grouped', () => {
    const small = [{ name: 'a', values: [2.446688e-7, 1e-9, null, null], shown: true, reach: null }];
    expect(of({ series: small }).summary).toContain('down from 2.447 × 10⁻⁷ in 1990 to 10⁻⁹ in 1991');
    const x = {
      title: 'Decade',
      kind: 'year',
      labels: ['1900–1960', '1960–2020'],
      positions: [1900, 1960, 2020],
    } as const;
    const counts = [{ name: 'Rows', values: [1, 7], shown: true, reach: null }];
    expect(draw({ ...LINES, kind: 'histogram', x, series: counts })).toMatch(/>1960<.*>2000</);
  });
});

describe('sparklines', () => {
  test('have at most 40 points, whole numbers inside 100 × 60', () => {
    fc.assert(
      fc.property(fc.array(fc.option(value), { minLength: 2, maxLength: 300 }), (values) => {
        const path = sparkOfLine({ values, reach: null, passesNulls: true }, [...values.keys()]);
        const numbers = [...(path ?? '').matchAll(/[ML](\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
        expect(numbers.length).toBeLessThanOrEqual(40);
        expect(numbers.every(([x = 0, y = 0]) => x <= 100 && y <= 60)).toBe(true);
        expect((path ?? '').replace(/[ML]\d+ \d+/g, '')).toBe('');
      }),
    );
  });

  test('of less than two values are left out', () => {
    expect(sparkOfLine({ values: [1, null], reach: null }, [1, 2])).toBeNull();
  });

  test('of bars start at zero, those of a histogram upright', () => {
    const of = (kind: 'bars' | 'histogram', values: (number | null)[]): string | null =>
      sparkOf({
        kind,
        x: { title: '', kind: kind === 'bars' ? 'category' : 'number', labels: [], positions: [] },
        series: [{ name: '', values, shown: true, reach: null }],
      });
    expect(of('bars', [3, 0, -1])).toBe('M25 0h75v13h-75zM0 40h25v13h-25z');
    expect(of('histogram', [1, 2])).toBe('M0 30h32.5v30h-32.5zM50 0h32.5v60h-32.5z');
    expect(of('bars', [3, null])).toBeNull();
  });
});

/**
 * What keeps a text from being XML; null if nothing does. Elements, attributes and references are checked, as far as drawings have them.
 */
function problemOf(svg: string): string | null {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-z]+)((?: [a-zA-Z-]+(?::[a-z]+)?="[^"<]*")*)(\/?)>/g,
    (_, closing, name, __, empty) => {
      if (closing) {
        if (open.pop() !== name) open.push(`unexpected /${name}`);
      } else if (!empty) open.push(name);
      return '';
    },
  );
  if (open.length > 0) return `not closed: ${open}`;
  if (/[<>]/.test(rest)) return 'markup is left';
  if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(svg)) return 'a reference is wrong';
  return svg.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(svg) ? null : 'a character is not allowed';
}

/** Where texts and points of paths are. */
function coordinatesOf(svg: string): { x: number; y: number }[] {
  const texts = [...svg.matchAll(/<text x="([^"]*)" y="([^"]*)"/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  const points = [...svg.matchAll(/ d="([^"]*)"/g)].flatMap(([, d = '']) => pointsOf(d));
  return [...texts, ...points];
}

function pointsOf(d: string): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', numbers = ''] of d.matchAll(/([MHVlhvz])([^MHVlhvz]*)/g)) {
    const parts = numbers.trim() === '' ? [] : numbers.trim().split(' ').map(Number);
    if (command === 'M') [x, y] = [parts[0] ?? Number.NaN, parts[1] ?? Number.NaN];
    if (command === 'H') [x] = [parts[0] ?? Number.NaN];
    if (command === 'V') [y] = [parts[0] ?? Number.NaN];
    if (command === 'h') x += parts[0] ?? Number.NaN;
    if (command === 'v') y += parts[0] ?? Number.NaN;
    if (command === 'l') {
      for (let index = 0; index < parts.length; index += 2) {
        x += parts[index] ?? Number.NaN;
        y += parts[index + 1] ?? Number.NaN;
        points.push({ x, y });
      }
    }
    points.push({ x, y });
  }
  return points;
}
