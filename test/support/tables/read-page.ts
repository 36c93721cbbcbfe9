/** A record as its line has it: the columns' names in their order, and the text of each value's JSON. */
export interface WrittenRecord {
  names: string[];
  tokens: string[];
}

/** A page of records, read from its text. */
export interface WrittenPage {
  /** The page as JSON reads it. */
  json: {
    source: string;
    description: string;
    url: string;
    category: string;
    metadata: { resultset: { count: number; offset: number; limit: number } };
    links: { self: string; first: string; prev: string | null; next: string | null; last: string };
    results: Record<string, unknown>[];
  };
  records: WrittenRecord[];
}

/** Reads a page with one record a line. The parsed JSON would not do: a name like `2019` loses its place there. */
export function readPage(text: string): WrittenPage {
  const json = JSON.parse(text) as WrittenPage['json'];
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith('"results": [')) + 1;
  const to = lines.findIndex((line, at) => at >= from && line.startsWith(']'));
  const records = lines.slice(from, to).map((line) => readRecord(line.replace(/,$/, '')));
  if (records.length !== json.results.length) throw new Error('the page does not have one record a line');
  return { json, records };
}

/** Reads a record from its line. */
export function readRecord(line: string): WrittenRecord {
  const member = /(?<=[{,])("[^"\\]*(?:\\.[^"\\]*)*"):("[^"\\]*(?:\\.[^"\\]*)*"|[^",{}[\]]+)[,}]/y;
  const record: WrittenRecord = { names: [], tokens: [] };
  member.lastIndex = 1;
  while (member.lastIndex < line.length) {
    const [, name, token] = member.exec(line) ?? [];
    if (name === undefined || token === undefined) throw new Error(`no flat record: ${line}`);
    record.names.push(JSON.parse(name) as string);
    // Text may be written in more than one way; numbers and null stay as they are.
    record.tokens.push(token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token);
  }
  return record;
}

/** The cell of a CSV file that stands for a JSON token. */
export function cellOf(token: string): string {
  if (token === 'null') return '';
  return token.startsWith('"') ? JSON.parse(token) : token;
}
