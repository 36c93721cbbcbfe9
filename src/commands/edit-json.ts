import { readFileSync } from 'node:fs';
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';
import { attempt } from '../problems/attempt.ts';
import { isObject } from '../problems/overlay.ts';

/** The object in a JSON file; null if the file cannot be read or does not contain an object. */
export function readObject(path: string): Record<string, unknown> | null {
  const value: unknown = attempt(() => JSON.parse(readFileSync(path, 'utf8')), null);
  return isObject(value) ? value : null;
}

/**
 * Sets a value in the text of a JSON file, on lines of its own and with the indentation of the file. All other text stays unchanged. A new
 * key is added after the key `after` or, without it, as the last one.
 */
export function withJsonValue(text: string, path: JSONPath, value: unknown, after?: string): string {
  const [indent] = /^[ \t]+(?=")/m.exec(text) ?? ['  '];
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const getInsertionIndex = (keys: string[]): number => (after === undefined ? keys.length : keys.indexOf(after) + 1);
  return applyEdits(text, modify(text, path, value, { formattingOptions, getInsertionIndex }));
}
