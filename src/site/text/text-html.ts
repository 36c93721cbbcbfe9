import type { TextElement, TextNode } from '../../model.ts';

/** Properties of a page that affect the HTML of a text on it. */
export interface TextSurroundings {
  /** Path of the home page; ends in `/`. */
  home: string;
  /** Returns the accessible name of a table's scroll region. Tables are numbered from 1. */
  tableLabel: (number: number) => string;
  /** Number of tables in earlier texts on the page; 0 if absent. */
  tablesBefore?: number;
}

const WITHOUT_END: ReadonlySet<TextElement['tag']> = new Set(['br', 'hr']);

/** Renders text nodes as HTML. All strings are escaped, so they cannot contain markup. */
export function textHtml(nodes: readonly TextNode[], { home, tableLabel, tablesBefore = 0 }: TextSurroundings): string {
  let tables = tablesBefore;
  const htmlOf = (node: TextNode): string => {
    if (typeof node === 'string') return escapeHtml(node);
    const { tag, content } = node;
    const start = `<${tag}${attributesOf(node, home)}>`;
    if (WITHOUT_END.has(tag)) return start;
    const html = `${start}${content.map(htmlOf).join('')}</${tag}>`;
    if (tag !== 'table') return html;
    tables += 1;
    // The same markup as `ScrollRegion.astro`.
    return `<section class="scroll" tabindex="0" aria-label="${escapeHtml(tableLabel(tables))}">${html}</section>`;
  };
  return nodes.map(htmlOf).join('\n');
}

function attributesOf({ tag, id, href: url, path, start, align }: TextElement, home: string): string {
  const href = path === undefined ? url : home + path;
  const attributes = { id, href, start, class: align, scope: tag === 'th' ? 'col' : undefined };
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`))
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a string for HTML content or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);
}
