/**
 * Rewrites the stack of an error that ends a command, so that it names sources instead of bundles. Node can do this for all errors, but
 * would read the source maps before every command.
 */

import fs from 'node:fs';
import { SourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Matches a position in a bundle: the file name, and the line and column, which count from 1. */
const PLACE = /file:\/\/\S+?\/lib\/([\w-]+\.js):(\d+):(\d+)/g;

/** Replaces positions in the bundles of the folder `lib` with positions in sources, in the stack of an error. `error` may be any value. */
export function nameSources(error, lib) {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return;
  const maps = new Map();
  error.stack = error.stack.replace(PLACE, (place, name, line, column) => {
    if (!maps.has(name)) maps.set(name, sourceMapOf(`${lib}/${name}.map`));
    const { originalSource, originalLine, originalColumn } = maps.get(name)?.findEntry(line - 1, column - 1) ?? {};
    if (originalSource === undefined) return place;
    const source = new URL(originalSource, pathToFileURL(`${lib}/`));
    return `${source.href}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

/** The source map in a file; null if it cannot be read, for example while another process compiles the sources. */
function sourceMapOf(file) {
  try {
    return new SourceMap(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
