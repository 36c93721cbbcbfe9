import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLineBreaks } from '../../../../src/parse/records/count-line-breaks.ts';

test.each([
  ['', 0],
  ['a', 0],
  ['\n', 1],
  ['a\r\nb\rc\n', 3],
  ['\r\r\n\n', 3],
])('%j has %d line breaks', (text, count) => {
  expect(countLineBreaks(text)).toBe(count);
});

test('a text cut in two has as many line breaks, even if CR and LF are parted', () => {
  const characters = fc.array(fc.constantFrom('a', '\n', '\r', '\r\n'), { maxLength: 10 });
  fc.assert(
    fc.property(characters, (parts) => {
      const text = parts.join('');
      expect(countLineBreaks(text)).toBe(text.match(/\r\n|\n|\r/g)?.length ?? 0);
      for (let cut = 0; cut <= text.length; cut += 1) {
        const [first, second] = [text.slice(0, cut), text.slice(cut)];
        const sum = countLineBreaks(first) + countLineBreaks(second, first.endsWith('\r'));
        expect(sum).toBe(countLineBreaks(text));
      }
    }),
  );
});
