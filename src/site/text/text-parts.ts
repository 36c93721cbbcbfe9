import type { TextNode } from '../../model.ts';

/** Splits the home page's text into an introduction and the rest, which starts at the first heading. */
export function divideHome(text: readonly TextNode[]) {
  const at = text.findIndex((node) => typeof node !== 'string' && /^h\d$/.test(node.tag));
  return at < 0 ? { introduction: text, rest: [] } : { introduction: text.slice(0, at), rest: text.slice(at) };
}

/** The first paragraph as plain text; empty without text. */
export function firstParagraph(text: readonly TextNode[]): string {
  const paragraph = text.find((node) => typeof node !== 'string' && node.tag === 'p');
  return paragraph === undefined ? '' : plainText(paragraph).trim();
}

function plainText(node: TextNode): string {
  if (typeof node === 'string') return node;
  return node.tag === 'br' ? ' ' : node.content.map(plainText).join('');
}

/** Number of tables in a text, including those inside other elements. */
export function countTables(text: readonly TextNode[]): number {
  return text.reduce((sum, node) => {
    if (typeof node === 'string') return sum;
    return sum + (node.tag === 'table' ? 1 : countTables(node.content));
  }, 0);
}
