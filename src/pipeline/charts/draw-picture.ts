import { createRequire } from 'node:module';
import { PICTURE_SIZE } from '../../contract/routes.ts';
import { collectGarbage } from '../threads/collect-garbage.ts';

// The fonts are installed with Almanac, so that pictures do not depend on the machine's fonts.

/** Covers Latin, Greek, Cyrillic and Hebrew. */
const OPEN_SANS = {
  family: 'Open Sans',
  files: ['open-sans/400Regular/OpenSans_400Regular.ttf', 'open-sans/700Bold/OpenSans_700Bold.ttf'],
};
/**
 * Covers Devanagari instead of Hebrew. Drawing takes three times as long, since the renderer parses the font's many tables for each string.
 */
const NOTO_SANS = {
  family: 'Noto Sans',
  files: ['noto-sans/400Regular/NotoSans_400Regular.ttf', 'noto-sans/700Bold/NotoSans_700Bold.ttf'],
};

/** Loads the renderer and finds the fonts only when a picture is drawn, since a build without pictures needs neither. */
const require = createRequire(import.meta.url);

/**
 * Renders an SVG with the aspect ratio of `PICTURE_SIZE` as a PNG of that size. Characters missing from the font are left blank. Throws an
 * error if the renderer, which is a native module, or a font is not installed.
 */
export function drawPicture(svg: string): Uint8Array {
  const png = draw(svg, PICTURE_SIZE.width);
  // The renderer keeps 3 MB of pixels for each picture until the garbage collector finds it unused, but V8 does not know of these megabytes,
  // so it would not collect for many pictures. Their memory is then released by the event loop.
  collectGarbage('minor');
  return png;
}

/** Reason why this machine cannot draw pictures, such as missing optional packages; null if it can. */
export function faultOfPictures(): string | null {
  try {
    draw('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', 1);
    return null;
  } catch (error) {
    // Any further lines of the message just list files.
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
