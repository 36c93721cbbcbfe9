import type { z } from 'zod';
import { formatCount, groupDigits } from '../../problems/format-problem.ts';
import { problem, type Report, reportingFew } from '../../problems/problem.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import type { Locatable } from './read-json.ts';

/**
 * Checks the value of a document or of a part of one against a schema. Reports each problem with its location; if there are many of one
 * kind, reports only the first few and the number of the others. Returns null if there is any problem.
 */
export function checkValue<T extends z.ZodType>(
  schema: T,
  value: unknown,
  document: Locatable,
  report: Report,
): z.infer<T> | null {
  const checked = schema.safeParse(value, { reportInput: true, error: inWords });
  if (checked.success) return checked.data;
  reportingFew(report, (few) => {
    for (const issue of checked.error.issues) {
      const at = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          const location = document.at([...at, key], 'key');
          const message = `unknown key "${location.name}"${didYouMean(key, issue.message.split(', '))}`;
          few(problem('key-unknown', location, message, `Allowed keys: ${issue.message}.`));
        }
      } else if (issue.code === 'invalid_type' && issue.input === undefined) {
        const advice = document.adviceOn?.(at) ?? `Add "${at.at(-1)}" here: ${KINDS[issue.expected]}.`;
        few(problem('key-missing', document.at(at.slice(0, -1)), `"${document.at(at).name}" is missing`, advice));
      } else {
        const location = document.at(at);
        const where = location.name === '' ? 'the document' : `"${location.name}"`;
        few(problem('value-invalid', location, `${where} ${issue.message}`, 'Correct the value here.'));
      }
    }
  });
  return null;
}

/** Readable names of JSON types, by their names in Zod and JavaScript. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The message for a Zod issue if the schema does not define one. For unknown keys, it is just a list of the allowed keys. */
function inWords(issue: z.core.$ZodRawIssue): string {
  const { code } = issue;
  if (code === 'invalid_type') {
    return `must be ${KINDS[issue.expected]}${issue.expected === 'int' ? '' : `, not ${kindOf(issue.input)}`}`;
  }
  if (code === 'too_small') return `must ${bounded('at least', Number(issue.minimum), issue.origin)}`;
  if (code === 'too_big') return `must ${bounded('at most', Number(issue.maximum), issue.origin)}`;
  if (code === 'invalid_value') return `must be ${issue.values.map((it) => JSON.stringify(it)).join(' or ')}`;
  if (code === 'unrecognized_keys') return Object.keys((issue.inst as z.ZodObject).shape).join(', ');
  return (code === 'invalid_key' && issue.issues[0]?.message) || 'has a value that is not allowed here';
}

function bounded(bound: string, count: number, origin: string): string {
  if (origin !== 'array' && origin !== 'string') return `be ${bound} ${groupDigits(count)}`;
  return `have ${bound} ${formatCount(count, origin === 'array' ? 'value' : 'character')}`;
}

function kindOf(value: unknown): string | undefined {
  return value === null || typeof value === 'boolean'
    ? `${value}`
    : KINDS[Array.isArray(value) ? 'array' : typeof value];
}
