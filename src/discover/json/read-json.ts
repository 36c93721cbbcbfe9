import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type JSONPath, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Place } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { placeInText, TextPositions } from '../../problems/text-position.ts';
import type { Locatable } from '../sidecar/description.ts';

/** A JSON document that knows the location of each of its parts. */
export interface JsonDocument extends Locatable {
  value: unknown;
}

/** Reads a JSON file (UTF-8, no comments). If it cannot be read, reports why and returns null. */
export function readJson(path: string, file: string, report: Report): JsonDocument | null {
  const text = readText(path, file, report);
  if (text === null) return null;
  const deep = tooDeepAt(text);
  if (deep !== null) {
    report(
      problem(
        'json-syntax',
        { file, place: placeInText(text, deep) },
        `objects and arrays are nested more than ${DEEPEST} levels deep, which no description needs`,
        'Check the brackets before this place: one may not be closed.',
      ),
    );
    return null;
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (first || !root) {
    report(
      problem(
        'json-syntax',
        { file, place: placeInText(text, first?.offset ?? 0) },
        `not valid JSON: ${first ? words(printParseErrorCode(first.error)) : 'the file is empty'}`,
        'Correct the JSON here; an editor that knows JSON shows the same place.',
      ),
    );
    return null;
  }
  const repeated = repeatedKey(root);
  if (repeated) {
    report(
      problem(
        'json-syntax',
        { file, place: placeInText(text, repeated.offset) },
        `the key ${JSON.stringify(repeated.value)} occurs twice in one object, so one of its values would be lost`,
        'Merge the two into one.',
      ),
    );
    return null;
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
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path);
  } catch (error) {
    report(
      problem(
        'file-unreadable',
        { file },
        `cannot be read: ${(error as Error).message}`,
        'Check the file’s permissions.',
      ),
    );
    return null;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    report(
      problem('encoding-invalid', { file }, 'not UTF-8, which JSON must be (RFC 8259)', 'Save the file as UTF-8.'),
    );
    return null;
  }
}

function readRegularFile(path: string): Uint8Array {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error('it is not a regular file');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Deepest nesting that is read. Recursive parsers run out of stack after some thousand levels. */
const DEEPEST = 100;

/** Offset of the first bracket that is nested too deeply; null if there is none. */
function tooDeepAt(text: string): number | null {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') inString = !inString;
    else if (inString) at += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > DEEPEST) return at;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return null;
}

/** The second occurrence of a key in the same object; null if there is none. */
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

/** `PropertyNameExpected` → `property name expected`. */
function words(code: string): string {
  return code.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

/** True for a JSON object, which an array is not. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
