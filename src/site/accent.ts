/*
 * Makes the publisher's accent colour readable: it is often too pale for text on white, or too dark for text on black.
 */

type Rgb = readonly [number, number, number];

/** The light and dark values of `--raised` in the style sheet, on which text has less contrast than on `--paper`. */
const LIGHT_GROUND: Rgb = [0xf3, 0xf4, 0xf2];
const DARK_GROUND: Rgb = [0x24, 0x28, 0x2b];

/** Minimum contrast ratio of text and its background (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;

/** Number of steps from a colour to black or white. */
const STEPS = 50;

/** Variants of a colour for text on light and dark pages, as `#rrggbb`, darkened or lightened only as much as needed. */
export function accentTones(color: string) {
  const own = parseColor(color);
  return { light: readable(own, LIGHT_GROUND, [0, 0, 0]), dark: readable(own, DARK_GROUND, [255, 255, 255]) };
}

/** Style sheet that sets the accent colour. */
export function accentStyles(color: string): string {
  const { light, dark } = accentTones(color);
  return `:root {\n  --accent: light-dark(${light}, ${dark});\n}\n`;
}

/** Contrast ratio of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance, from 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((it) => {
    const share = it / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function parseColor(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function readable(own: Rgb, ground: Rgb, end: Rgb): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = own.map((it, at) => Math.round(it + (((end[at] as number) - it) * step) / STEPS)) as unknown as Rgb;
    if (contrast(mixed, ground) >= MIN_CONTRAST) return hexOf(mixed);
  }
  return hexOf(end);
}

function hexOf(color: Rgb): string {
  return `#${color.map((it) => it.toString(16).padStart(2, '0')).join('')}`;
}
