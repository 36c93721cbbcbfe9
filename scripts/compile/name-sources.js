/**
 * Names sources in the stack of an error that a command ends with, instead of places in bundles. Node could do so for all errors, but would
 * read the source maps before every command.
 */

import fs from 'node:fs';
import { SourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';

/** A place in a bundle: its name, its line and its column, from 1. */
const PLACE = /file:\/\/\S+?\/lib\/([\w-]+\.js):(\d+):(\d+)/g;

/** Replaces all places in bundles, which are in the folder `lib`, in the stack of an error. `error` may be anything that was thrown. */
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

/** Null while another process compiles the sources. */
function sourceMapOf(file) {
  try {
    return new SourceMap(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
