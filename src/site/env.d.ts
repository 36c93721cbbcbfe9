/// <reference types="astro/client" />

declare module 'virtual:almanac/published' {
  /** Text of a published file, such as `v1/index.json`; rejects if it does not exist. */
  export function readPublished(path: string): Promise<string>;
  /** Size of a published file in bytes; rejects if it does not exist. */
  export function publishedSize(path: string): Promise<number>;
  /** Path from which the catalogue is served, with leading and trailing slashes. */
  export const base: string;
  export const isDevelopment: boolean;
  /** Content Security Policy that each page declares; null during development and on sites with their own policy. */
  export const policy: string | null;
  /** Whether every chart has a PNG. The PNGs may not exist yet when pages are rendered. */
  export const hasPictures: boolean;
  /** Icon file for catalogues without a logo; null if the site has none. */
  export const icon: string | null;
}
