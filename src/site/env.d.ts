/// <reference types="astro/client" />

declare module 'virtual:almanac/published' {
  /** Text of a published file, such as `v1/index.json`; rejects if it does not exist. */
  export function readPublished(path: string): Promise<string>;
  /** Size of a published file in bytes; rejects if it does not exist. */
  export function publishedSize(path: string): Promise<number>;
  /** Path below which the catalogue is served, with a slash at either end. */
  export const base: string;
  export const isDevelopment: boolean;
  /** Content policy that each page declares; null during development, and for sites of others. */
  export const policy: string | null;
  /** Whether every chart has a picture, which may not be drawn yet while pages are rendered. */
  export const hasPictures: boolean;
  /** File that is the icon of the pages if the catalogue has no logo; null for pages without an icon. */
  export const icon: string | null;
}
