/** What the tests read from bodies of the API. */

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

/** Lines of a page between those that open and close its results, each without the comma behind it. */
export function recordLines(page: string): string[] {
  const lines = page.split('\n');
  const open = lines.indexOf('"results": [');
  const close = lines.lastIndexOf(']');
  return lines.slice(open + 1, close).map((line) => line.replace(/,$/, ''));
}

const MEMBER =
  /[{,]\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;

/**
 * Members of a record in their order, a name and the token of its value: a number keeps its digits, where JSON.parse
 * would make a double of it, and a name like `2019` its place, where an object would sort it in front.
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
  if (line.slice(end).trim() !== '}') throw new Error(`no flat record: ${line}`);
  return members;
}
