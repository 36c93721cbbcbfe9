import type { TextNode } from '../../model.ts';

/** Properties of a page that affect the HTML of a text on it. */
export interface TextSurroundings {
  /** Path of the home page; ends in `/`. */
  home: string;
  /** Returns the accessible name of a table's scroll region. Tables are numbered from 1. */
  tableLabel: (number: number) => string;
}

/** HTML of an element, which is not escaped when it becomes part of another. */
interface Html {
  html: string;
}

/** Renders each of a text's nodes as HTML. All strings are escaped, so they cannot contain markup. */
export function textHtml(nodes: readonly TextNode[], { home, tableLabel }: TextSurroundings): string[] {
  let tables = 0;
  const made = (node: TextNode): Html | string => {
    if (typeof node === 'string') return node;
    const { tag, content, id, path, start, align } = node;
    const href = path === undefined ? node.href : home + path;
    const attributes = { id, href, start, class: align, scope: tag === 'th' ? 'col' : null };
    const element = htmlElement(tag, attributes, ...content.map(made));
    if (tag !== 'table') return element;
    tables += 1;
    // The same markup as `ScrollRegion.astro`.
    return htmlElement('section', { 'class': 'scroll', 'tabindex': 0, 'aria-label': tableLabel(tables) }, element);
  };
  return nodes.map((node) => htmlOf(made(node)));
}

const WITHOUT_END: ReadonlySet<string> = new Set(['br', 'hr']);

/** Makes the HTML of an element with attributes and children. Null and undefined attributes are skipped, and strings are escaped. */
export function htmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number | null | undefined>>,
  ...children: readonly (Html | string)[]
): Html {
  const given = Object.entries(attributes).map(([key, value]) =>
    value == null ? '' : ` ${key}="${escapeHtml(`${value}`)}"`,
  );
  const start = `<${name}${given.join('')}>`;
  return { html: WITHOUT_END.has(name) ? start : `${start}${children.map(htmlOf).join('')}</${name}>` };
}

function htmlOf(node: Html | string): string {
  return typeof node === 'string' ? escapeHtml(node) : node.html;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a string for HTML content or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);
}
