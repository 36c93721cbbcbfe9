import type { TextElement, TextNode } from '../../model.ts';

/** What the HTML of text nodes also depends on. */
export interface TextSurroundings {
  /** URL of the home page on its host; ends in `/`. */
  home: string;
  /** Name of the region in which a table scrolls, by the table's number from 1. */
  tableLabel: (number: number) => string;
  /** Number of the tables in the texts before this one on the page; 0 if absent. */
  tablesBefore?: number;
}

const WITHOUT_END: ReadonlySet<TextElement['tag']> = new Set(['br', 'hr']);

/** Text nodes as HTML. All strings are escaped, so the HTML has only the elements of the nodes. */
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
    // As `ScrollRegion.astro` makes it.
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

/** Escapes a string for HTML, as content or in an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);
}
