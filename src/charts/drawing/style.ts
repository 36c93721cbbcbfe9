/*
 * How drawings look by themselves, in the light look: presentation attributes, which any style sheet overrides. Names are written in the
 * colours of series, which therefore have at least 4.5:1 on white (WCAG 2.2, 1.4.3); they differ in lightness too, so that they are
 * distinct without colour.
 */

/** Colours of the four series: blue, vermilion, green and purple, after Okabe and Ito. */
export const SERIES_COLOURS = ['#0068a8', '#c4500c', '#007d64', '#85308f'] as const;
export const INK = '#1b1f1e';
export const QUIET = '#59615e';
export const LINE = '#dbdfdc';
export const AXIS = '#858d89';
export const PAPER = '#ffffff';

export const FONT = "'Open Sans','Noto Sans',system-ui,sans-serif";

/** Sizes of texts in units of the drawing. */
export const TITLE_SIZE = 19;
export const TEXT_SIZE = 13;
export const SMALL_SIZE = 11.5;
/** The same in drawings for narrow places, which phones show at about nine tenths of their size: there, these are 12 pixels. */
export const NARROW_SMALL_SIZE = 13.5;
