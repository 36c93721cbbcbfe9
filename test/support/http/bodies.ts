/** Types of response bodies, as the tests read them, and readers that keep digits and order. */

import type {
  ColumnSchema,
  DatasetEntry,
  Page as PublishedPage,
  SchemaDocument,
} from '../../../src/contract/documents.ts';

export type Page = PublishedPage<Record<string, unknown>>;
export type Entry = DatasetEntry;
export type Column = ColumnSchema;
export type Schema = SchemaDocument;

/** Lines of a page between those that open and close its results, each without its comma. */
export function recordLines(page: string): string[] {
  const lines = page.split('\n');
  const open = lines.indexOf('"results": [');
  const close = lines.lastIndexOf(']');
  return lines.slice(open + 1, close).map((line) => line.replace(/,$/, ''));
}

const MEMBER =
  /[{,]\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;

/**
 * Members of a record in their order, each a name and the token of its value. A number keeps its digits, which JSON.parse would turn into a
 * double, and a name like `2019` keeps its place, which an object would move to the front.
 */
export function recordMembers(line: string): [name: string, token: string][] {
  const members: [string, string][] = [];
  MEMBER.lastIndex = 0;
  let end = 0;
  for (let found = MEMBER.exec(line); found; found = MEMBER.exec(line)) {
    const [, name = '', token = ''] = found;
    members.push([JSON.parse(name), token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token]);
    end = MEMBER.lastIndex;
  }
  if (line.slice(end).trim() !== '}') throw new Error(`not a flat record: ${line}`);
  return members;
}
