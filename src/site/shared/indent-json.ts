/** A string, a structural character, whitespace, or any other token, such as a number (RFC 8259, section 2). */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[ \t\r\n]+|[^{}[\],:"\s]+/g;

/**
 * Indents JSON without parsing it, since parsing could change the digits of numbers. Anything that is not JSON, such as an ellipsis,
 * stays in place. A result longer than about `maxLength` UTF-16 code units is cut after a token, and `isCut` is true.
 */
export function indentJson(json: string, maxLength = Number.POSITIVE_INFINITY): { text: string; isCut: boolean } {
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  let isEmpty = false;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const newLine = (): void => add(`\n${'  '.repeat(Math.max(0, depth))}`);
  for (const [token] of json.matchAll(TOKENS)) {
    if (/^\s/.test(token)) continue;
    if (length + token.length > maxLength) return { text: parts.join('').trimEnd(), isCut: true };
    if (token === '}' || token === ']') {
      depth -= 1;
      if (!isEmpty) newLine();
      add(token);
      isEmpty = false;
      continue;
    }
    if (isEmpty) newLine();
    isEmpty = token === '{' || token === '[';
    add(token === ':' ? ': ' : token);
    if (isEmpty) depth += 1;
    else if (token === ',') newLine();
  }
  return { text: parts.join(''), isCut: false };
}
