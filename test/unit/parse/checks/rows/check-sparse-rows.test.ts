import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../../../src/model.ts';
import { placesIn, reportsOf } from '../../../../support/tables/reports.ts';

const format: Partial<FileFormat> = { delimiter: ';', header: 1 };

/** The problems of a table of the given rows, below a header. */
const places = (rows: string, more: Partial<FileFormat> = {}, header = 'a;b;c;d'): string[] =>
  placesIn(`${header}\n${rows.replaceAll(' / ', '\n')}\n`, { ...format, ...more });

const YEARS = '2019;1;2;3 / 2020;4;5;6 / 2021;7;8;9';
const NAMES = 'Kiel;1;2;3 / Ulm;4;5;6 / Hof;7;8;9';

describe('notes below the records are found', () => {
  test.each([
    '1.- A partir de 2015',
    '2021 values are provisional.',
    '2021*: provisional',
    '- nichts vorhanden',
    '+ more than nothing',
    '1.暫定',
    '¹ Odhad',
    'x',
  ])('whatever they begin with: %s', (note) => {
    expect(places(`${YEARS} / ${note};;;`)).toEqual(['5:1 footer-found']);
    expect(places(`${YEARS} / "${note}";;;`)).toEqual(['5:1 footer-found']);
    expect(places(`${NAMES} / ${note};;;`)).toEqual(['5:1 footer-doubtful']);
    expect(places(`${YEARS} /  / ${note};;;`)).toEqual(['6:1 footer-found']);
  });

  test.each(['2022', '2022*', '2022 (p)', '-1', '2022-05', ' 2022'])('but are no keys with gaps: %s', (key) => {
    expect(places(`${YEARS} / ${key};;;`)).toEqual([]);
  });

  test('and no labels of the same pattern', () => {
    expect(places('AUT;1;2;3 / BEL;;; / CHE;4;5;6 / DEU;7;8;9 / FRA;;;')).toEqual([]);
    expect(places('AUT;1;2;3 / CHE;4;5;6 / DEU;7;8;9 / EU;;; / FRA;1;1;1')).toEqual(['5:1 sections-doubtful']);
    expect(places('5-9 years;1;2;3 / 10-14 years;1;2;3 / 15-19 years;;;')).toEqual([]);
    expect(places('5-9 years;1;2;3 / 10-14 years;1;2;4 / 15-19 years;1;2;5 / 2 estimated;;;')).toEqual([
      '5:1 footer-doubtful',
    ]);
    expect(places('Jan 2019;1;2;3 / Feb 2019;;; / Mar 2019;4;5;6 / Apr 2019;7;8;9 / May 2019;;;')).toEqual([]);
  });

  test('with rows without values among them, which are counted', () => {
    const [report] = reportsOf(`a;b;c;d\n${YEARS.replaceAll(' / ', '\n')}\nSource: x;;;\n;;;\nmore;;;\n;;;\n`, {
      ...format,
      emptyRows: 'skip',
    });
    expect(report).toContain('If they are not data, add to the sidecar: "csv": { "footerRows": 4 }');
  });

  test('below sections', () => {
    expect(places('Nord;;; / 2019;1;2;3 / Ost;;; / 2020;4;5;6 / 1) revised;;;')).toEqual([
      '2:1 sections-found',
      '6:1 footer-found',
    ]);
    expect(places('Nord;;; / Kiel;1;2;3 / Jena;1;2;4 / Ost;;; / Ulm;4;5;6 / revised;;;')).toEqual([
      '2:1 sections-doubtful',
      '7:1 footer-doubtful',
    ]);
  });

  test('in two cells', () => {
    expect(places(`${NAMES} / Source;INE;;`)).toEqual(['5:1 footer-found']);
    expect(places(`${NAMES} / Lähde:;X;; / more;;;`)).toEqual(['5:1 footer-found']);
    expect(places(`${NAMES} / Contact;Office;;`)).toEqual(['5:1 footer-doubtful']);
    expect(places(`${NAMES} / Rom;12;;`)).toEqual([]);
    expect(places(`${NAMES} / Rom;12;; / Source:;INE;;`)).toEqual(['6:1 footer-found']);
    expect(places('x;Rom;1;2 / y;Ulm;;3 / z;Bonn;;')).toEqual([]);
    expect(placesIn('a;b\nx;1\ny;2\nSource;INE\n', format)).toEqual(['4:1 footer-found']);
    expect(placesIn('a;b\nx;1\nSource;INE\ny;2\n', format)).toEqual([]);
  });

  test('and the empty row or blank line above them is not to be skipped as one between records', () => {
    const rowsEmpty = (rows: string) => reportsOf(`a;b;c;d\n${rows.replaceAll(' / ', '\n')}\n`, format).at(-1);
    expect(rowsEmpty(`${NAMES} / ;;; / Contact;Office;;`)?.join()).not.toContain('"skip"');
    expect(rowsEmpty(`${NAMES} / ;;; / Source;INE;;`)?.join()).toContain('"skip"');
    expect(places(`${NAMES} /  / Contact;Office;;`)).toEqual(['6:1 footer-doubtful']);
    expect(places(`${NAMES} /  / Source;INE;;`, { footerRows: 1 })).toEqual([]);
    expect(places(`Rom;1;2;3 /  / ${NAMES} /  / Source;INE;;`, { footerRows: 1 })).toEqual(['3:1 blank-lines']);
  });
});

describe('headings of sections', () => {
  test('are surely none of the records if those have numbers, no label, or only the headings are numbers', () => {
    expect(places('2019;1;2;3 / Nord;;; / 2020;4;5;6')).toEqual(['3:1 sections-found']);
    expect(places('Nord;;; / ;Kiel;1;2 / ;Ulm;3;4 / Ost;;; / ;Jena;3;4')).toEqual(['2:1 sections-found']);
    expect(places('2019;;; / Kiel;1;2;3 / 2020;;; / Ulm;4;5;6')).toEqual(['2:1 sections-found']);
    expect(places('2019;;; / Kiel;1;2;3 / Ulm;4;5;6')).toEqual([]);
  });

  test('among names are a doubt, if few records have gaps', () => {
    expect(places(`${NAMES} / Nord;;; / Rom;1;2;3`)).toEqual(['5:1 sections-doubtful']);
    expect(places(`${NAMES} / Nord;;; / Rom;1;;`)).toEqual([]);
    expect(places(`${NAMES} / Nord;;; / Ost;;; / Süd;;; / Rom;1;2;3`)).toEqual([]);
    expect(places('Kiel;1;2;3 / Nord;;; / Ulm;4;5;6')).toEqual([]);
    expect(placesIn('a;b\nx;1\ny;2\nNord;\nz;3\nu;4\n', format)).toEqual([]);
    expect(places(`${NAMES} / Nord;;; / Rom;1;2;3`, { footerRows: 0 })).toEqual([]);
  });
});
