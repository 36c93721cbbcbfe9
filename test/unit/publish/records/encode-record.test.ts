import { describe, expect, test } from 'vitest';
import { cellEncoder } from '../../../../src/profile/cells/interpret-cell.ts';
import { recordEncoder } from '../../../../src/publish/records/encode-record.ts';

const toJson = cellEncoder(false, { numberFormat: {} });

describe('a record', () => {
  test('has its columns in their order in the file, whatever their names', () => {
    const names = ['b', '2019', '__proto__', 'a', '0', 'constructor', '"'];
    const encode = recordEncoder(names.map((name) => ({ name, toJson })));
    expect(encode(['1', '2', '3', '4', '5', '6', '7'])).toBe(
      '{"b":"1","2019":"2","__proto__":"3","a":"4","0":"5","constructor":"6","\\"":"7"}',
    );
  });

  test('is on one line, whatever its texts', () => {
    const encode = recordEncoder([{ name: 'two\nlines', toJson }]);
    const json = encode(['a\r\nb\u0000\u2028\u2029']);
    expect(json).not.toMatch(/[\r\n]/);
    expect(JSON.parse(json)).toEqual({ 'two\nlines': 'a\r\nb\u0000\u2028\u2029' });
  });
});
