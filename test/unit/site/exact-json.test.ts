import { describe, expect, it } from 'vitest';
import { parseExact } from '../../../src/site/exact-json.ts';

describe('parseExact', () => {
  it('keeps the digits of numbers at any depth', () => {
    const text = '{"a":12.50,"b":[9007199254740993,-0.0],"c":{"d":1e400}}';
    expect(parseExact(text)).toEqual({
      a: { digits: '12.50' },
      b: [{ digits: '9007199254740993' }, { digits: '-0.0' }],
      c: { d: { digits: '1e400' } },
    });
  });

  it('keeps members of any name as the object’s own', () => {
    const record = parseExact('{"b":1.0,"2019":2,"__proto__":3.10,"constructor":null}') as Record<string, unknown>;
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
    expect(new Map(Object.entries(record))).toEqual(
      new Map<string, unknown>([
        ['2019', { digits: '2' }],
        ['b', { digits: '1.0' }],
        ['__proto__', { digits: '3.10' }],
        ['constructor', null],
      ]),
    );
  });
});
