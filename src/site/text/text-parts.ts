import type { TextNode } from '../../model.ts';

/** Index of the first heading in the home page's text, which ends its introduction; the number of its nodes without a heading. */
export function endOfIntroduction(text: readonly TextNode[]): number {
  const at = text.findIndex((node) => typeof node !== 'string' && /^h\d$/.test(node.tag));
  return at < 0 ? text.length : at;
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
