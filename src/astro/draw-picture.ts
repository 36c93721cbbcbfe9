import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { PICTURE_SIZE } from '../contract/routes.ts';

/** Family of the font that comes with Almanac: pictures do not depend on the fonts of the machine. */
const FONT_FAMILY = 'Noto Sans';

const { resolve } = createRequire(import.meta.url);
const FONT_FILES = ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf'].map((file) =>
  resolve(`@expo-google-fonts/noto-sans/${file}`),
);

/** Draws an SVG as a PNG of `PICTURE_SIZE`, into which it must fit. Letters that the font does not have are left blank. */
export function drawPicture(svg: string): Uint8Array {
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: PICTURE_SIZE.width },
    font: { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: FONT_FAMILY },
  });
  return drawing.render().asPng();
}
