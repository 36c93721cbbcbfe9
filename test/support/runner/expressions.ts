/*
 * The expressions of GitHub's workflows, as far as the workflows of this project use them: contexts, texts, numbers, comparisons, `&&`, `||`,
 * `!`, brackets, and functions. Anything else is refused, so that no test passes by a wrong reading.
 */

export type Value = string | boolean | Context | undefined;
export interface Context {
  readonly [name: string]: Value;
}
/** Functions by name. */
export type Functions = Readonly<Record<string, (...given: string[]) => Value>>;

const TOKEN = /\s*(?:([A-Za-z_][\w-]*)|'((?:[^']|'')*)'|(==|!=|&&|\|\||[!().,]))/y;

interface Token {
  kind: 'name' | 'text' | 'sign' | 'end';
  text: string;
}

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  const text = expression.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, name, quoted, sign] = TOKEN.exec(text) ?? [];
    if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted.replaceAll("''", "'") });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else throw new Error(`not an expression that is known here: ${expression}`);
  }
  return tokens;
}

/** The value of an expression, which is given without its `${{ }}`. Throws an error if it names a context that there is not. */
export function evaluateExpression(expression: string, contexts: Context, functions: Functions): Value {
  const tokens = tokensOf(expression);
  let at = 0;
  const next = (): Token => tokens[at] ?? { kind: 'end', text: '' };
  const take = (sign: string): boolean => {
    const isThere = next().kind === 'sign' && next().text === sign;
    if (isThere) at += 1;
    return isThere;
  };
  const expect = (sign: string): void => {
    if (!take(sign)) throw new Error(`no ${sign} where it must be in ${expression}`);
  };
  const either = (): Value => {
    let value = both();
    while (take('||')) {
      const other = both();
      value = isTrue(value) ? value : other;
    }
    return value;
  };
  const both = (): Value => {
    let value = compared();
    while (take('&&')) {
      const other = compared();
      value = isTrue(value) ? other : value;
    }
    return value;
  };
  const compared = (): Value => {
    const value = single();
    if (take('==')) return textOf(value) === textOf(single());
    if (take('!=')) return textOf(value) !== textOf(single());
    return value;
  };
  const single = (): Value => {
    if (take('!')) return !isTrue(single());
    if (take('(')) {
      const value = either();
      expect(')');
      return value;
    }
    const { kind, text } = next();
    at += 1;
    if (kind === 'text') return text;
    if (kind !== 'name') throw new Error(`not an expression that is known here: ${expression}`);
    return take('(') ? called(text) : reached(text);
  };
  const called = (name: string): Value => {
    const given: string[] = [];
    while (!take(')')) {
      given.push(textOf(either()));
      if (!take(',') && next().text !== ')') throw new Error(`no , where it must be in ${expression}`);
    }
    const call = functions[name];
    if (!call) throw new Error(`${name} is not a function that is known here`);
    return call(...given);
  };
  const reached = (first: string): Value => {
    let [path, value] = [first, contexts[first]];
    if (value === undefined) throw new Error(`${first} is not a context that is known here`);
    while (take('.')) {
      const { text } = next();
      at += 1;
      path += `.${text}`;
      if (typeof value !== 'object') throw new Error(`${path} has no value`);
      value = value[text];
      // A step has no outputs until it has run; everything else must be known.
      if (value === undefined && !/^steps\.[\w-]+\.outputs\./.test(path)) throw new Error(`${path} has no value`);
    }
    return value;
  };
  const value = either();
  if (next().kind !== 'end') throw new Error(`more than an expression: ${expression}`);
  return value;
}

/** A text with the values of its expressions. */
export function fillIn(text: string, contexts: Context, functions: Functions): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    textOf(evaluateExpression(expression, contexts, functions)),
  );
}

/** Whether a value counts as true, as GitHub sees it. */
export function isTrue(value: Value): boolean {
  return value !== undefined && value !== '' && value !== false;
}

/** A value as text. A whole context is JSON. */
export function textOf(value: Value): string {
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value ?? '');
}
