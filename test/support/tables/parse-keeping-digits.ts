/** A JSON number as it is written in its text. */
export class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

// The third argument of a reviver is newer than the type declarations.
const parse = JSON.parse as (
  text: string,
  revive: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** Reads JSON, each number as its digits. */
export function parseKeepingDigits(text: string): unknown {
  return parse(text, (_, value, { source }) => (typeof value === 'number' ? new Digits(source ?? '') : value));
}
