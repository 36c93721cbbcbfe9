import { createRequire } from 'node:module';
import { PICTURE_SIZE } from '../../contract/routes.ts';

/** A font that comes with Almanac, so that pictures do not depend on the fonts of the machine. */
interface Font {
  family: string;
  files: readonly string[];
}

/** Latin, Greek, Cyrillic and Hebrew. */
const OPEN_SANS: Font = {
  family: 'Open Sans',
  files: ['open-sans/400Regular/OpenSans_400Regular.ttf', 'open-sans/700Bold/OpenSans_700Bold.ttf'],
};
/**
 * Has Devanagari too, and takes three times as long: the renderer reads the tables of a font again for each text, and this one has many.
 */
const NOTO_SANS: Font = {
  family: 'Noto Sans',
  files: ['noto-sans/400Regular/NotoSans_400Regular.ttf', 'noto-sans/700Bold/NotoSans_700Bold.ttf'],
};

/** The renderer and the fonts are loaded with the first picture: a build without pictures needs neither. */
const require = createRequire(import.meta.url);

/**
 * Draws an SVG as a PNG of `PICTURE_SIZE`, into which it must fit. Letters that neither font has are left blank. Throws an error if the
 * renderer, which is a native module, or a font is not installed.
 */
export function drawPicture(svg: string): Uint8Array {
  return draw(svg, PICTURE_SIZE.width);
}

/**
 * Why this machine cannot draw pictures, such as that the optional packages are missing, or are for another processor; null if it can.
 */
export function faultOfPictures(): string | null {
  try {
    draw('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', 1);
    return null;
  } catch (error) {
    // The rest of the message is a list of files.
    return (error as Error).message.split('\n', 1).join();
  }
}

function draw(svg: string, width: number): Uint8Array {
  const { Resvg } = require('@resvg/resvg-js') as typeof import('@resvg/resvg-js');
  const { family, files } = /\p{Script=Devanagari}/u.test(svg) ? NOTO_SANS : OPEN_SANS;
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: {
      loadSystemFonts: false,
      fontFiles: files.map((file) => require.resolve(`@expo-google-fonts/${file}`)),
      defaultFontFamily: family,
    },
  });
  return drawing.render().asPng();
}
