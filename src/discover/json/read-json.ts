import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type JSONPath, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Place } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type ProblemCode, problem, type Report } from '../../problems/problem.ts';
import { placeInText, TextPositions } from '../../problems/text-position.ts';

/** Where a part of a description is, and the keys that lead there: `csv.missing.1`. */
export interface Location {
  /** Relative to the raw-data folder. */
  file: string;
  place: Place;
  name: string;
}

/** Something that knows the locations of its parts. */
export interface Locatable {
  /** Location of the value at a path, or of its key. If there is no such part, the place is that of the nearest part above. */
  at(path: JSONPath, part?: 'key' | 'value'): Location;
  /** What to do if the key at a path is missing. Absent if the advice for any JSON document fits. */
  adviceOn?(path: JSONPath): string;
}

/** A JSON document that knows the location of each of its parts. */
export interface JsonDocument extends Locatable {
  value: unknown;
}

/** Maximum size of a JSON file, in bytes. A sidecar of 10,000 columns has some two megabytes. */
const MAX_BYTES = 1 << 24;

/** Maximum values in a file, keys not counted: each takes some hundred bytes of memory, though it may be written in two characters. */
const MAX_VALUES = 1_000_000;

/**
 * Reads a JSON file (UTF-8, no comments) of at most 16 MiB and a million values. If it cannot be read, reports why and returns null;
 * nothing is kept of a file that is larger.
 */
export function readJson(path: string, file: string, report: Report): JsonDocument | null {
  const text = readText(path, file, report);
  if (text === null) return null;
  const refuse = ({ code = 'json-syntax', at, message, help }: Fault): null => {
    report(problem(code, { file, place: placeInText(text, at) }, message, help));
    return null;
  };
  const excess = excessIn(text);
  if (excess) return refuse(excess);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false }) as Node;
  const [first] = errors;
  const comma = first && trailingComma(text, first.offset);
  if (comma !== undefined) {
    const message = 'not valid JSON: a comma precedes a closing bracket';
    return refuse({ at: comma, message, help: 'Remove the comma.' });
  }
  if (first) {
    const message = `not valid JSON: ${words(printParseErrorCode(first.error))}`;
    const help = 'Correct the JSON here; an editor that knows JSON shows the same place.';
    return refuse({ at: first.offset, message, help });
  }
  const repeated = repeatedKey(root);
  if (repeated) {
    const key = JSON.stringify(repeated.value);
    const message = `the key ${key} occurs twice in one object, so one of its values would be lost`;
    return refuse({ at: repeated.offset, message, help: 'Merge the two into one.' });
  }
  const placeOf = placeFinder(root, text);
  return {
    // The values of jsonc-parser lose a key named __proto__.
    value: JSON.parse(text) as unknown,
    at: (location, part = 'value') => ({ file, place: placeOf(location, part), name: location.join('.') }),
  };
}

/** Makes a function that finds the place of a part. It indexes each object once, since callers may ask for all members of a large one. */
function placeFinder(root: Node, text: string): (location: JSONPath, part: 'key' | 'value') => Place {
  const places = new TextPositions(text);
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
    return places.at((key ?? node).offset);
  };
}

/** The values of an object by key, or of an array by index. */
function membersIn({ type, children = [] }: Node): Map<unknown, Node> {
  if (type === 'array') return new Map(children.entries());
  return new Map(children.flatMap(({ children: [key, value] = [] }) => (key && value ? [[key.value, value]] : [])));
}

function readText(path: string, file: string, report: Report): string | null {
  const refuse = (code: ProblemCode, message: string, help: string): null => {
    report(problem(code, { file }, message, help));
    return null;
  };
  let bytes: Uint8Array | null;
  try {
    bytes = readRegularFile(path);
  } catch (error) {
    return refuse('file-unreadable', `cannot be read: ${(error as Error).message}`, 'Check the file’s permissions.');
  }
  if (bytes === null) {
    const message = `has more than ${MAX_BYTES / 2 ** 20} MiB, which no description needs`;
    return refuse('description-too-large', message, ONLY_DESCRIBE);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('encoding-invalid', 'not UTF-8, which JSON must be (RFC 8259)', 'Save the file as UTF-8.');
  }
}

/** The bytes of a file; null if there are more than `MAX_BYTES`, and then none are read. */
function readRegularFile(path: string): Uint8Array | null {
  // Without O_NONBLOCK, opening a pipe would wait for a writer. On Windows it is undefined, which counts as 0.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new Error('it is not a regular file');
    if (stat.size > MAX_BYTES) return null;
    // The file may grow meanwhile, so no more is read than it had.
    const bytes = new Uint8Array(stat.size);
    let length = 0;
    for (let read = bytes.length; read > 0; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Maximum depth of nesting. Recursive parsers run out of stack after some thousand levels. */
const MAX_DEPTH = 100;

const ONLY_DESCRIBE = 'Leave out what does not describe the data. Data belongs in CSV files.';

const TOO_DEEP = {
  message: `objects and arrays are nested more than ${MAX_DEPTH} levels deep, which no description needs`,
  help: 'Check the brackets before this place: one may not be closed.',
};
const TOO_MANY = {
  code: 'description-too-large',
  message: `there are more than ${formatCount(MAX_VALUES, 'value')}, which no description needs`,
  help: ONLY_DESCRIBE,
} as const;

/** What is wrong, and at which offset. */
interface Fault {
  /** `json-syntax` if absent. */
  code?: ProblemCode;
  at: number;
  message: string;
  help: string;
}

/** The first place at which brackets are nested too deeply, or at which there have been too many values; null if neither happens. */
function excessIn(text: string): Fault | null {
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
      if (depth > MAX_DEPTH) return { at, ...TOO_DEEP };
    } else if (character === '}' || character === ']') depth -= 1;
    else if (character === ',') values += 1;
    if (values > MAX_VALUES) return { at, ...TOO_MANY };
  }
  return null;
}

/** The second occurrence of a key in the same object; null if every key is different. */
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

/** The place of a comma that has only blanks between it and a closing bracket at a given place; undefined if none is there. */
function trailingComma(text: string, at: number): number | undefined {
  const before = text.slice(0, at).trimEnd();
  return /[}\]]/.test(text[at] ?? '') && before.endsWith(',') ? before.length - 1 : undefined;
}

/** `PropertyNameExpected` → `property name expected`. */
function words(code: string): string {
  return code.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}
