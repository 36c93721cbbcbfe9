import { describe, expect, test } from 'vitest';
import { quoteText } from '../../../src/problems/quote-text.ts';

describe('a quoted text', () => {
  test('is a JSON string that can be read back', () => {
    for (const text of ['', 'ca. 500', 'a"b\\c', 'tab\tline\n', 'no\u00A0break', 'right\u202Eto left', '\u{1F600}']) {
      expect(JSON.parse(quoteText(text))).toBe(text);
    }
  });

  test('shows nothing that cannot be seen', () => {
    expect(quoteText('1\u00A0234\u200B\u202E\u001B[31m\u2028')).toBe(
      String.raw`"1\u00a0234\u200b\u202e\u001b[31m\u2028"`,
    );
  });

  test('has at most 60 UTF-16 code units, and an ellipsis after them', () => {
    expect(quoteText('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
    expect(quoteText('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
  });

  test('is well-formed wherever it was cut, and whatever it is', () => {
    expect(quoteText(`${'x'.repeat(59)}\u{1F600}`)).toBe(`"${'x'.repeat(59)}\uFFFD…"`);
    expect(quoteText('a\uD800b')).toBe('"a\uFFFDb"');
  });
});
