/** The members of response bodies that the tests read. */

export interface Links {
  self: string;
  first: string;
  prev: string | null;
  next: string | null;
  last: string;
}

export interface Page {
  metadata: { resultset: { count: number; offset: number; limit: number } };
  links: Links;
  results: Record<string, unknown>[];
}

export interface Entry {
  config: string;
  name: string;
  category: string;
  description: string;
  source: string;
  url: string;
}

export interface Column {
  name: string;
  type: string;
  description: string;
  nullable: boolean;
  null_count: number;
  sample_values: unknown[];
  stats: Record<string, number | null> | null;
}

export interface Schema {
  config: string;
  category: string;
  name: string;
  source: string;
  row_count: number;
  columns: Column[];
}

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  suggestion?: string | null;
  suggestions?: { config?: string; name: string; url: string }[];
  parameter?: string;
  received?: string;
  expected?: string | string[];
}

/** The lines of a page between those that open and close its results, without the comma after each. */
export function recordLines(page: string): string[] {
  const lines = page.split('\n');
  const open = lines.indexOf('"results": [');
  const close = lines.lastIndexOf(']');
  return lines.slice(open + 1, close).map((line) => line.replace(/,$/, ''));
}

const MEMBER =
  /[{,]\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;

/**
 * The members of a record in order, each with the token of its value. Unlike with JSON.parse, a number keeps its digits, and a name like
 * `2019` its position.
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
