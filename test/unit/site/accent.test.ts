import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentStyles, accentTones, contrast, parseColor } from '../../../src/site/accent.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((it) => `#${it.toString(16).padStart(6, '0')}`);

test('contrast is that of WCAG: 21 between black and white, 1 of a colour with itself', () => {
  expect(contrast(parseColor('#000000'), parseColor('#ffffff'))).toBeCloseTo(21, 9);
  expect(contrast(parseColor('#7f7f7f'), parseColor('#7f7f7f'))).toBe(1);
  expect(contrast(parseColor('#767676'), parseColor('#ffffff'))).toBeCloseTo(4.54, 2);
});

test('every colour becomes readable on light and on dark', () => {
  fc.assert(
    fc.property(color, (given) => {
      const { light, dark } = accentTones(given);
      expect(contrast(parseColor(light), parseColor('#f3f4f2'))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(parseColor(dark), parseColor('#24282b'))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('a colour that is readable stays as it is', () => {
  expect(accentTones('#0a5d6c').light).toBe('#0a5d6c');
  expect(accentStyles('#0a5d6c')).toContain('--accent: light-dark(#0a5d6c, ');
});
