/*
 * Default light theme of drawings, in presentation attributes that any style sheet can override. Series names have the colour of their
 * series, so the colours have a contrast of at least 4.5:1 on white (WCAG 2.2, 1.4.3). They also differ in lightness, for readers who
 * cannot tell the hues apart.
 */

/** Colours for up to four series, blue, vermilion, green and purple, adapted from the palette of Okabe and Ito; and grey for a fifth part of a whole. */
export const SERIES_COLOURS = ['#0068a8', '#c4500c', '#007d64', '#85308f', '#59615e'] as const;
export const INK = '#1b1f1e';
export const QUIET = '#59615e';
export const LINE = '#dbdfdc';
export const AXIS = '#858d89';
export const PAPER = '#ffffff';

export const FONT = "'Open Sans','Noto Sans',system-ui,sans-serif";

/** Font sizes in drawing units. */
export const TITLE_SIZE = 19;
export const TEXT_SIZE = 13;
export const SMALL_SIZE = 11.5;
/** Small font size in narrow drawings: about 12 pixels on phones, which scale such drawings to about 90%. */
export const NARROW_SMALL_SIZE = 13.5;
