import { createRequire } from 'node:module';
import { PICTURE_SIZE } from '../../contract/routes.ts';
import { collectGarbage } from '../threads/collect-garbage.ts';

// The fonts are installed with Almanac, so that pictures do not depend on the machine's fonts.

/** Covers most of Latin, Greek and Cyrillic, and Hebrew. */
const OPEN_SANS = {
  family: 'Open Sans',
  files: ['open-sans/400Regular/OpenSans_400Regular.ttf', 'open-sans/700Bold/OpenSans_700Bold.ttf'],
  /** Matches characters that the family lacks, as far as drawings have them. */
  lacks: /[⁻₹]|(?![\0-\u017fƠơƯư\u0218-\u021bə\u0386-\u03ce\u0400-\u0513\u05d0-\u05ea\u1ea0-\u1ef9])[\p{L}\p{Nd}]/u,
};
/**
 * Covers all of Latin, Greek and Cyrillic, and Devanagari. Drawing takes three times as long, since the renderer parses the font's many
 * tables for each string.
 */
const NOTO_SANS: typeof OPEN_SANS = {
  family: 'Noto Sans',
  files: ['noto-sans/400Regular/NotoSans_400Regular.ttf', 'noto-sans/700Bold/NotoSans_700Bold.ttf'],
  lacks:
    /≥|(?![0-9\u02b0-\u02ff\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}])[\p{L}\p{Nd}]/u,
};

/** Fonts that together have all characters of a drawing, as few as possible; null if no known fonts have them. */
export function fontsFor(svg: string) {
  // Letters with combining marks are drawn as single letters where there are such.
  const characters = [...new Set(svg.normalize('NFC'))];
  const choices = [[OPEN_SANS], [NOTO_SANS], [OPEN_SANS, NOTO_SANS]];
  return choices.find((fonts) => characters.every((it) => fonts.some(({ lacks }) => !lacks.test(it)))) ?? null;
}

/** Loads the renderer and finds the fonts only when a picture is drawn, since a build without pictures needs neither. */
const require = createRequire(import.meta.url);

/**
 * Renders an SVG with the aspect ratio of `PICTURE_SIZE` as a PNG of that size. Characters missing from the fonts are left blank. Throws
 * an error if the renderer, which is a native module, or a font is not installed.
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
  const fonts = fontsFor(svg) ?? [OPEN_SANS];
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: {
      loadSystemFonts: false,
      fontFiles: fonts.flatMap(({ files }) => files.map((file) => require.resolve(`@expo-google-fonts/${file}`))),
      defaultFontFamily: (fonts[0] ?? OPEN_SANS).family,
    },
  });
  return drawing.render().asPng();
}
