import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { negotiateEncoding } from '../../../src/serve/negotiate-encoding.ts';

const OFFERED = ['br', 'gzip'] as const;

describe('the encoding of an answer', () => {
  test.each([
    [null, null],
    ['', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['GZip', 'gzip'],
    ['\tbr\t;\tq=0.5\t,gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['br;q=0.499, gzip;q=0.5', 'gzip'],
    ['br;Q=0.4, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.2, *;q=0.1', 'gzip'],
    ['br;q=0', null],
    ['identity', null],
    ['identity;q=0', null],
    ['identity;q=0, br', 'br'],
    ['identity, br;q=0.9', null],
    ['identity, br', 'br'],
    ['br;q=1.001, gzip;q=0.1', 'gzip'],
    ['br;q=0.1234, gzip;q=0.1', 'gzip'],
    ['br;q=, gzip;q=0.1', 'gzip'],
    ['br;q=1., gzip;q=0.1', 'br'],
    ['br;q=0., gzip;q=0.1', 'gzip'],
    ['br;q=1x, gzip;q=0.1', 'gzip'],
    ['br;q=0.901, gzip;q=0.909', 'gzip'],
    ['br;q=0.1;q=0.9, gzip;q=0.5', 'gzip'],
    ['br;x=1;q=0.1, gzip;q=0.5', 'gzip'],
    ['br;qq=0.1, gzip;q=0.5', 'br'],
    ['identity;q=0.001, br;q=0.001', 'br'],
    [';q=1, gzip;q=0.1', 'gzip'],
    ['br;level=5, gzip;q=0.1', 'br'],
    ['brotli, gzipped', null],
    [',,;;==,', null],
  ])('for %j is %s', (field, expected) => {
    expect(negotiateEncoding(field, OFFERED)).toBe(expected);
  });

  test('is null if none is offered', () => {
    expect(negotiateEncoding('br, gzip, *', [])).toBeNull();
  });

  test('is always offered, and never one that the client refused', () => {
    const item = fc.tuple(fc.constantFrom('br', 'gzip', 'identity', '*', 'zstd'), fc.integer({ min: 0, max: 10 }));
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: ([coding]) => coding }), (items) => {
        const weights = new Map(items.map(([coding, tenths]) => [coding, tenths / 10]));
        const weightOf = (coding: 'br' | 'gzip'): number => weights.get(coding) ?? weights.get('*') ?? 0;
        const chosen = negotiateEncoding(
          items.map(([coding, tenths]) => `${coding};q=${tenths / 10}`).join(', '),
          OFFERED,
        );
        const best = Math.max(weightOf('br'), weightOf('gzip'));
        if (chosen === null) expect(best === 0 || best < (weights.get('identity') ?? 0)).toBe(true);
        else {
          expect(weightOf(chosen)).toBe(best);
          expect(best).toBeGreaterThan(0);
          expect(best).toBeGreaterThanOrEqual(weights.get('identity') ?? 0);
        }
      }),
    );
  });
});
