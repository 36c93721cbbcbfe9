import type { z } from 'zod';
import { didYouMean, problem, type Report } from '../problems.ts';
import type { JsonDocument } from './read-json.ts';

type Path = (string | number)[];

/**
 * Checks one part of a JSON document against a schema; reports every fault at its place, unknown keys with the nearest
 * known one, and returns null when there was any.
 */
export function checkValue<T extends z.ZodType>(
  schema: T,
  value: unknown,
  document: JsonDocument,
  path: Path,
  report: Report,
): z.infer<T> | null {
  const checked = schema.safeParse(value, { reportInput: true });
  if (checked.success) return checked.data;
  for (const issue of checked.error.issues) {
    const at = [...path, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) reportUnknownKey(key, keysAt(schema, issue.path), document, at, report);
    } else if (issue.code === 'invalid_type' && issue.input === undefined) {
      report(
        problem(
          'key-missing',
          { file: document.file, place: document.placeOf(at.slice(0, -1)) },
          `${quote(at)} is missing`,
          `Add "${at.at(-1)}" here (${issue.expected}).`,
        ),
      );
    } else {
      const message =
        issue.code === 'invalid_type'
          ? `must be of type ${issue.expected}, not ${typeName(issue.input)}`
          : issue.message;
      report(
        problem(
          'value-invalid',
          { file: document.file, place: document.placeOf(at) },
          `${at.length > 0 ? quote(at) : 'the document'} ${lowerFirst(message)}`,
          'Correct the value here.',
        ),
      );
    }
  }
  return null;
}

function reportUnknownKey(key: string, known: string[], document: JsonDocument, at: Path, report: Report): void {
  report(
    problem(
      'key-unknown',
      { file: document.file, place: document.placeOf([...at, key], 'key') },
      `unknown key ${quote([...at, key])}${didYouMean(key, known)}`,
      `Known here: ${known.join(', ')}.`,
    ),
  );
}

/** Keys of the object schema at a path inside a schema. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let inner: unknown = schema;
  for (const part of path) inner = shapeOf(inner)[String(part)];
  return Object.keys(shapeOf(inner));
}

function shapeOf(schema: unknown): Record<string, unknown> {
  const { shape, unwrap } = schema as { shape?: Record<string, unknown>; unwrap?: () => unknown };
  if (shape) return shape;
  return unwrap ? shapeOf(unwrap.call(schema)) : {};
}

function quote(path: Path): string {
  return `"${path.join('.')}"`;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
