/** SPDX identifiers of licences that any package may have. A copy need only include the licence's text and the authors' names. */
export const ALLOWED: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Zlib',
];

/** A licence that only certain packages may have. */
export interface Exception {
  licence: string;
  packages: RegExp;
  /** Purpose of the packages, and why the licence does not extend to other code. */
  reason: string;
}

const UNCHANGED =
  'It is used unmodified, and no output contains any of its code. The licence covers only the package’s own files.';

/** Licences with further requirements, each for certain packages. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    licence: 'MPL-2.0',
    packages: /^lightningcss(?:-|$)/,
    reason: `Vite minifies style sheets with it, and a build checks the publisher’s style sheet with it. ${UNCHANGED}`,
  },
  {
    licence: 'MPL-2.0',
    packages: /^@resvg\/resvg-js(?:-|$)/,
    reason: `A build draws the chart pictures with it. ${UNCHANGED}`,
  },
  {
    licence: 'OFL-1.1',
    packages: /^@expo-google-fonts\/(?:noto|open)-sans$/,
    reason: [
      'A font for chart pictures. The licence must accompany every copy of the font, and the package includes it.',
      'A picture of letters is not a copy of the font (FAQ of the licence, section 1.11), and no output contains the font itself.',
    ].join(' '),
  },
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-(?:libvips-|wasm32$|win32-)/,
    reason: [
      "A library that Astro's image service loads. Almanac turns this service off (`passthroughImageService`), so the library is",
      'installed, but neither loaded nor copied into an output. It is an optional dependency, but cannot be left out with',
      '`npm ci --omit=optional`, since that would also leave out optional dependencies that are needed.',
    ].join(' '),
  },
];
