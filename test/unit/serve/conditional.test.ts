import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowsRange, encodedTag, entityTag, matchesNoneOf } from '../../../src/serve/conditional.ts';

const TAG = '"abc-_123"';

describe('If-None-Match', () => {
  test.each([
    '*',
    TAG,
    `W/${TAG}`,
    `\t${TAG} `,
    `"x",${TAG}`,
    `"x" , W/"y",\t${TAG}`,
    `,,${TAG},,`,
    `"a,b",${TAG}`,
    `"",${TAG}`,
    `"\x80\xff",${TAG}`,
  ])('%j matches the tag', (field) => {
    expect(matchesNoneOf(field, TAG)).toBe(true);
  });

  test.each([
    null,
    '',
    ',',
    '""',
    '"x"',
    'abc-_123',
    '"abc-_123',
    'abc-_123"',
    `w/${TAG}`,
    `W/ ${TAG}`,
    `"x" ${TAG}`,
    `"x,${TAG.slice(1)}`,
    `"x ", ${TAG}`,
    `"\x7f", ${TAG}`,
    `"\u0100", ${TAG}`,
    `W/, ${TAG}`,
    `"x"\n, ${TAG}`,
    `*, ${TAG}`,
    `x, ${TAG}`,
    `${TAG}, x`,
  ])('%j does not match the tag', (field) => {
    expect(matchesNoneOf(field, TAG)).toBe(false);
  });

  test('matches a tag exactly if it is in the list', () => {
    const opaque = fc.stringMatching(/^[!#-~]{0,6}$/);
    const item = fc.record({ opaque, weak: fc.boolean(), before: fc.constantFrom('', ' ', '\t ', ', ') });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), opaque, fc.boolean(), (items, other, takeFirst) => {
        const wanted = takeFirst ? (items[0]?.opaque ?? '') : other;
        const field = items.map(({ opaque: it, weak, before }) => `${before}${weak ? 'W/' : ''}"${it}"`).join(',');
        expect(matchesNoneOf(field, `"${wanted}"`)).toBe(items.some((it) => it.opaque === wanted));
      }),
    );
  });

  test('of the largest size that a server accepts is parsed quickly', () => {
    const blanks = ' '.repeat(16_000);
    const started = performance.now();
    for (const field of [`,${blanks}x`, `"a",${blanks}"`, `${blanks}x`, `"a"${blanks}x`, `,${' \t'.repeat(8_000)}W/`]) {
      expect(matchesNoneOf(field, TAG)).toBe(false);
    }
    expect(performance.now() - started).toBeLessThan(300);
  });
});

describe('If-Range', () => {
  test.each([null, TAG])('%j allows a range of what has the tag', (field) => {
    expect(allowsRange(field, TAG)).toBe(true);
  });

  test.each([
    '',
    '*',
    '"x"',
    `W/${TAG}`,
    `${TAG}, "x"`,
    `"x", ${TAG}`,
    `${TAG}, ${TAG}`,
    encodedTag(TAG, 'br'),
    'Sun, 06 Nov 1994 08:49:37 GMT',
  ])('%j does not', (field) => {
    expect(allowsRange(field, TAG)).toBe(false);
  });
});

describe('an entity tag', () => {
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

  test.each(['', 'a', 'b', 'subjects?', '>>>', '???'])('of %j begins as its SHA-256 does', async (text) => {
    const digest = createHash('sha256').update(text).digest();
    // A part of it without half a character of Base64.
    expect(await entityTag(bytes(text))).toBe(`"${digest.subarray(0, 18).toString('base64url')}"`);
  });

  test('of an encoded form is another for each encoding, and strong as well', async () => {
    const tag = await entityTag(bytes('a'));
    const tags = [tag, encodedTag(tag, 'br'), encodedTag(tag, 'gzip')];
    expect(encodedTag(TAG, 'br')).toBe('"abc-_123-br"');
    expect(new Set(tags).size).toBe(3);
    for (const it of tags) {
      expect(it).toMatch(/^"[^"]+"$/);
      expect(matchesNoneOf(it, it)).toBe(true);
    }
  });
});
