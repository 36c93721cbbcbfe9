/// <reference types="astro/client" />

declare module 'virtual:almanac/published' {
  /** Text of a published file, such as `v1/index.json`; rejects if there is none. */
  export function readPublished(path: string): Promise<string>;
  /** Path below which the catalogue is served, with a slash at either end. */
  export const base: string;
  export const isDevelopment: boolean;
}
