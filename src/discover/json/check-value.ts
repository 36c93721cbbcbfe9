import type { z } from 'zod';
import { didYouMean } from '../../problems/did-you-mean.ts';
import { problem, type Report, reportingFew } from '../../problems/problem.ts';
import type { Locatable } from '../sidecar/description.ts';

type Path = (string | number)[];

/**
 * Checks the part of a description at `path` against a schema. Reports every problem at its place, and suggests the nearest known key
 * for an unknown one; of many problems of a kind, the first. Returns null if there is any problem.
 */
export function checkValue<T extends z.ZodType>(
  schema: T,
  value: unknown,
  document: Locatable,
  path: Path,
  report: Report,
): z.infer<T> | null {
  const checked = schema.safeParse(value, { reportInput: true });
  if (checked.success) return checked.data;
  const { issues } = checked.error;
  reportingFew(report, (few) => reportIssues(schema, issues, document, path, few));
  return null;
}

function reportIssues(
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
  document: Locatable,
  path: Path,
  report: Report,
): void {
  for (const issue of issues) {
    const at = [...path, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) reportUnknownKey(key, keysAt(schema, issue.path), document, at, report);
    } else if (issue.code === 'invalid_type' && issue.input === undefined) {
      report(
        problem(
          'key-missing',
          document.at(at.slice(0, -1)),
          `"${document.at(at).name}" is missing`,
          document.adviceOn?.(at) ?? `Add "${at.at(-1)}" here (${issue.expected}).`,
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
          document.at(at),
          `${at.length > 0 ? `"${document.at(at).name}"` : 'the document'} ${lowerFirst(message)}`,
          'Correct the value here.',
        ),
      );
    }
  }
}

function reportUnknownKey(key: string, known: string[], document: Locatable, at: Path, report: Report): void {
  const location = document.at([...at, key], 'key');
  report(
    problem(
      'key-unknown',
      location,
      `unknown key "${location.name}"${didYouMean(key, known)}`,
      `Known here: ${known.join(', ')}.`,
    ),
  );
}

/** Keys of the object schema at a path inside a schema. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let inner: unknown = schema;
  // An index needs no step: the shape of a list is that of its elements.
  for (const part of path) if (typeof part === 'string') inner = shapeOf(inner)[part];
  return Object.keys(shapeOf(inner));
}

/** The shape of an object schema, also of one that is optional or that the elements of a list have. */
function shapeOf(schema: unknown): Record<string, unknown> {
  const { shape, unwrap } = schema as { shape?: Record<string, unknown>; unwrap: () => unknown };
  return shape ?? shapeOf(unwrap.call(schema));
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
