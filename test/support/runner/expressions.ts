/*
 * The expressions of GitHub's workflows, as far as the workflows of this project use them: with their paths and functions replaced, they
 * are expressions of JavaScript. Anything else is refused, so that no test passes by a wrong reading.
 */

export type Value = string | boolean | Context | undefined;
export interface Context {
  readonly [name: string]: Value;
}
/** Functions by name. */
export type Functions = Readonly<Record<string, (...given: string[]) => Value>>;

/** A text in quotes, or a name or path with the bracket of a call. */
const OPERAND = /'((?:[^']|'')*)'|([A-Za-z_][\w-]*(?:\.[\w-]+)*)(\s*\()?/g;

/** The value of an expression, which is given without its `${{ }}`. Throws an error if it names a context that there is not. */
export function evaluateExpression(expression: string, contexts: Context, functions: Functions): Value {
  if (!/^[\s()!,=&|]*$/.test(expression.replace(OPERAND, '('))) throw new Error(`not known here: ${expression}`);
  const code = expression.replace(OPERAND, (_, text?: string, path = '', call = '') => {
    if (text !== undefined) return JSON.stringify(text.replaceAll("''", "'"));
    return call === '' ? `valueOf(${JSON.stringify(path)})` : `call[${JSON.stringify(path)}](`;
  });
  return new Function('valueOf', 'call', `return ${code};`)((path: string) => valueAt(path, contexts), functions);
}

/** The value at a path; a whole context is JSON. */
function valueAt(path: string, contexts: Context): Value {
  const value = path.split('.').reduce<Value>((it, name) => (typeof it === 'object' ? it[name] : undefined), contexts);
  // A step has no outputs until it has run; everything else must be known.
  if (value === undefined && !/^steps\.[\w-]+\.outputs\./.test(path)) throw new Error(`${path} has no value`);
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : (value ?? '');
}

/** A text with the values of its expressions. */
export function fillIn(text: string, contexts: Context, functions: Functions): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    String(evaluateExpression(expression, contexts, functions)),
  );
}
