import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { PICTURE_SIZE } from '../contract/routes.ts';

/** A font that comes with Almanac, so that pictures do not depend on the fonts of the machine. */
interface Font {
  family: string;
  files: readonly string[];
}

const { resolve } = createRequire(import.meta.url);
const fontFile = (file: string): string => resolve(`@expo-google-fonts/${file}`);

/** Latin, Greek, Cyrillic and Hebrew. */
const OPEN_SANS: Font = {
  family: 'Open Sans',
  files: ['open-sans/400Regular/OpenSans_400Regular.ttf', 'open-sans/700Bold/OpenSans_700Bold.ttf'].map(fontFile),
};
/** Has Devanagari too, and takes three times as long: the renderer reads the tables of a font again for each text, and this one has many. */
const NOTO_SANS: Font = {
  family: 'Noto Sans',
  files: ['noto-sans/400Regular/NotoSans_400Regular.ttf', 'noto-sans/700Bold/NotoSans_700Bold.ttf'].map(fontFile),
};

/** Draws an SVG as a PNG of `PICTURE_SIZE`, into which it must fit. Letters that neither font has are left blank. */
export function drawPicture(svg: string): Uint8Array {
  const { family, files } = /\p{Script=Devanagari}/u.test(svg) ? NOTO_SANS : OPEN_SANS;
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: PICTURE_SIZE.width },
    font: { loadSystemFonts: false, fontFiles: [...files], defaultFontFamily: family },
  });
  return drawing.render().asPng();
}
