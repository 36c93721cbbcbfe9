import { readFileSync, statSync } from 'node:fs';
import { type JSONPath, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Place } from '../../model.ts';
import { attempt } from '../../problems/attempt.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type ProblemCode, problem, type Report } from '../../problems/problem.ts';
import { placeInText, placesIn } from '../../problems/text-position.ts';

/** Location of a part of a description. `name` is the path of keys that leads to the part, such as `csv.missing.1`. */
export interface Location {
  /** Relative to the raw-data folder. */
  file: string;
  place: Place;
  name: string;
}

/** A document or description whose parts can be located. */
export interface Locatable {
  /** Location of the value at a path, or of its key. If the path does not exist, the place is that of its nearest existing ancestor. */
  at(path: JSONPath, part?: 'key' | 'value'): Location;
  /** Advice for a missing key at a path. Absent if the general advice for JSON documents is enough. */
  adviceOn?(path: JSONPath): string;
}

/** The part of a document at the given keys. Paths in it begin there, but the names of locations are those in the document. */
export function below(document: Locatable, ...keys: JSONPath): Locatable {
  return {
    at: (path, part) => document.at([...keys, ...path], part),
    ...(document.adviceOn && { adviceOn: (path) => document.adviceOn?.([...keys, ...path]) ?? '' }),
  };
}

/** A parsed JSON document that can locate each of its parts. */
export interface JsonDocument extends Locatable {
  value: unknown;
}

/** Maximum size of a JSON file, in bytes. A sidecar that describes 10,000 columns is about 2 MB in size. */
const MAX_BYTES = 1 << 24;

/** Maximum number of values in a file; an empty object or array counts as two. A parsed value takes about 100 bytes of memory or more. */
const MAX_VALUES = 1_000_000;

/**
 * Reads a JSON file (UTF-8, no comments, no repeated keys) of at most 16 MiB, a million values and 100 levels of nesting. If the file
 * cannot be read or does not meet these conditions, reports the reason and returns null.
 */
export function readJson(path: string, file: string, report: Report): JsonDocument | null {
  const text = readText(path, file, report);
  if (text === null) return null;
  const refuse = (at: number, message: string, help: string, code: ProblemCode = 'json-syntax'): null => {
    report(problem(code, { file, place: placeInText(text, at) }, message, help));
    return null;
  };
  const excess = excessIn(text);
  if (excess) return refuse(...excess);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false }) as Node;
  const [first] = errors;
  const comma = first && trailingComma(text, first.offset);
  if (comma !== undefined) {
    return refuse(comma, 'not valid JSON: a comma precedes a closing bracket', 'Remove the comma.');
  }
  if (first) {
    // An error code in words: `PropertyNameExpected` → `property name expected`.
    const reason = printParseErrorCode(first.error)
      .replace(/(?<!^)[A-Z]/g, ' $&')
      .toLowerCase();
    const help = 'Correct the JSON here. An editor with JSON support marks the same place.';
    return refuse(first.offset, `not valid JSON: ${reason}`, help);
  }
  const repeated = repeatedKey(root);
  if (repeated) {
    const key = JSON.stringify(repeated.value);
    const message = `the key ${key} occurs twice in one object, so one of its values would be lost`;
    return refuse(repeated.offset, message, 'Merge the two into one.');
  }
  const placeOf = placeFinder(root, text);
  return {
    // jsonc-parser drops a key named __proto__ from the values that it returns.
    value: JSON.parse(text) as unknown,
    at: (location, part = 'value') => ({ file, place: placeOf(location, part), name: location.join('.') }),
  };
}

/** Returns a function that finds the place of a value or its key. Each object or array is indexed once: callers may look up all members. */
function placeFinder(root: Node, text: string): (location: JSONPath, part: 'key' | 'value') => Place {
  const placeAt = placesIn(text);
  const membersOf = new Map<Node, Map<unknown, Node>>();
  return (location, part) => {
    let node = root;
    for (const segment of location) {
      const members = membersOf.get(node) ?? membersIn(node);
      membersOf.set(node, members);
      const member = members.get(segment);
      if (!member) break;
      node = member;
    }
    const key = part === 'key' && node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    return placeAt((key ?? node).offset);
  };
}

/** Child nodes of an object by key, or of an array by index. */
function membersIn({ type, children = [] }: Node): Map<unknown, Node> {
  if (type === 'array') return new Map(children.entries());
  return new Map(children.flatMap(({ children: [key, value] = [] }) => (key && value ? [[key.value, value]] : [])));
}

function readText(path: string, file: string, report: Report): string | null {
  const refuse = (code: ProblemCode, message: string, help: string): null => {
    report(problem(code, { file }, message, help));
    return null;
  };
  let bytes: Uint8Array;
  try {
    const stats = statSync(path);
    // Reading a pipe would wait for a writer.
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > MAX_BYTES) {
      const message = `is larger than ${MAX_BYTES / 2 ** 20} MiB, far more than a description needs`;
      return refuse('description-too-large', message, ONLY_DESCRIBE);
    }
    bytes = readFileSync(path);
  } catch (error) {
    const help = 'Check the file and its permissions.';
    return refuse('file-unreadable', `cannot be read: ${(error as Error).message}`, help);
  }
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes), null);
  const message = 'is not in UTF-8, which JSON requires (RFC 8259)';
  return text ?? refuse('encoding-invalid', message, 'Save the file as UTF-8.');
}

/** Maximum nesting depth. Recursive parsers overflow the stack after a few thousand levels. */
const MAX_DEPTH = 100;

const ONLY_DESCRIBE = 'Remove everything that does not describe the data. The data itself belongs in CSV files.';

/** The first place where a text exceeds `MAX_DEPTH` or `MAX_VALUES`, and how to refuse it there; null if it exceeds neither. */
function excessIn(text: string): [at: number, message: string, help: string, code?: ProblemCode] | null {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') inString = !inString;
    else if (inString) at += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) {
        const message = `objects and arrays are nested more than ${MAX_DEPTH} levels deep, far more than a description needs`;
        return [at, message, 'Check the brackets before this place: one of them may not be closed.'];
      }
    } else if (character === '}' || character === ']') depth -= 1;
    else if (character === ',') values += 1;
    if (values > MAX_VALUES) {
      const message = `has more than ${formatCount(MAX_VALUES, 'value')}, far more than a description needs`;
      return [at, message, ONLY_DESCRIBE, 'description-too-large'];
    }
  }
  return null;
}

/** The first key that occurs a second time in the same object; null if no key does. */
function repeatedKey(node: Node): Node | null {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const key = child.type === 'property' ? child.children?.[0] : undefined;
    if (key) {
      if (seen.has(key.value)) return key;
      seen.add(key.value);
    }
    const inside = repeatedKey(child);
    if (inside) return inside;
  }
  return null;
}

/** Offset of a comma that only whitespace separates from the closing bracket at `at`; undefined without such a comma. */
function trailingComma(text: string, at: number): number | undefined {
  const before = text.slice(0, at).trimEnd();
  return /[}\]]/.test(text[at] ?? '') && before.endsWith(',') ? before.length - 1 : undefined;
}
