/**
 * Converts Markdown into a fixed set of elements, which pages show. A catalogue's texts may be contributed by people other than its
 * publisher, so the result contains neither HTML nor anything that a browser would load.
 */

import { createRequire } from 'node:module';
import type { Place, TextElement, TextNode, TextTag } from '../../../model.ts';
import { type Problem, problem } from '../../../problems/problem.ts';
import { placesIn } from '../../../problems/text-position.ts';

/** A parsed text whose links have not been checked yet. `file` is relative to the raw-data folder. */
export type ParsedText = ReturnType<typeof parseMarkdown>;

/** A link. The `href` or `path` of its element is set once all texts are known. */
export interface ParsedLink {
  element: { -readonly [Name in keyof TextElement]: TextElement[Name] };
  /** As written in the text, with Markdown escapes resolved. */
  address: string;
  at: { file: string; place: Place };
}

/** A node of an mdast syntax tree, with only the members that are used here. */
interface MarkdownNode {
  type: string;
  position: { start: { offset: number } };
  children?: MarkdownNode[];
  value?: string;
  depth?: number;
  url?: string;
  identifier?: string;
  ordered?: boolean;
  start?: number | null;
  spread?: boolean;
  checked?: boolean | null;
  align?: (string | null)[];
}

/** Maximum nesting depth of elements. Browsers support more, but texts nested more deeply would be unreadable. */
const MAX_DEPTH = 24;

/** IDs that the pages themselves use. */
const RESERVED_IDS = ['content', 'search', 'order'];

const TITLE_HELP = 'Start the text with the title of the page, in a line such as "# About this catalogue".';
const LEVEL_HELP = 'Write ## for the headings in the text.';

/** Nodes that correspond to a single HTML element. */
const SIMPLE: Readonly<Record<string, TextTag>> = {
  paragraph: 'p',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  blockquote: 'blockquote',
  thematicBreak: 'hr',
  break: 'br',
};

const IMAGE = [
  'an image, but texts are published without images',
  'Remove it, or link to a copy of the image on another site.',
] as const;
const FOOTNOTE = ['a footnote, which pages cannot show', 'Move the note into the text.'] as const;
const NO_FRONT_MATTER = 'Remove it. The title of a page is its first heading; home.md needs no title.';

/** Constructs that texts must not contain, with advice on what to do instead. */
const REFUSED: Readonly<Record<string, readonly [what: string, help: string]>> = {
  html: ['HTML, which is not published', 'Write it in Markdown. To show a tag as text, put it between backticks.'],
  image: IMAGE,
  imageReference: IMAGE,
  footnoteReference: FOOTNOTE,
  footnoteDefinition: FOOTNOTE,
  yaml: ['front matter between --- lines, which is not read', NO_FRONT_MATTER],
  toml: ['front matter between +++ lines, which is not read', NO_FRONT_MATTER],
};

/** Parses a text in CommonMark with tables, strikethrough, task lists and autolinks (GFM). A page must start with its title. */
export function parseMarkdown(file: string, text: string, kind: 'page' | 'home') {
  // The Markdown parser is loaded only for catalogues that have texts.
  const load = createRequire(import.meta.url);
  const { markdownToMdast } = load('satteri') as typeof import('satteri');
  const root = markdownToMdast(text) as unknown as MarkdownNode;
  const placeAt = placesIn(text);
  const definitions = new Map<string, MarkdownNode>();
  /** IDs of the headings, which links may use as fragments. */
  const ids = new Set<string>(RESERVED_IDS);
  /** The last number appended to each heading's slug, by slug. */
  const numbers = new Map<string, number>();
  const links: ParsedLink[] = [];
  const problems: Problem[] = [];
  /** Level of the last heading. The title of the page has level 1. */
  let level = 1;

  const placeOf = ({ position }: MarkdownNode): ParsedLink['at'] => ({ file, place: placeAt(position.start.offset) });
  const refuse = (node: MarkdownNode, message: string, help: string): void => {
    problems.push(problem('page-invalid', placeOf(node), message, help));
  };
  const refused = (node: MarkdownNode): TextNode[] => {
    // Closing tags are not reported, so that each element is reported only once.
    if (isComment(node) || (node.type === 'html' && node.value?.startsWith('</'))) return [];
    const [what, help] = REFUSED[node.type] ?? [`"${node.type}", which pages cannot show`, 'Remove it.'];
    refuse(node, `has ${what}`, help);
    return [];
  };

  const findDefinitions = (nodes: readonly MarkdownNode[], depth: number): void => {
    if (depth > MAX_DEPTH) return;
    for (const node of nodes) {
      const { type, identifier, children } = node;
      // If several definitions have the same name, the first counts.
      if (type === 'definition' && identifier !== undefined && !definitions.has(identifier)) {
        definitions.set(identifier, node);
      }
      if (children) findDefinitions(children, depth + 1);
    }
  };

  const convert = (nodes: readonly MarkdownNode[], depth: number): TextNode[] => {
    const [first] = nodes;
    if (depth > MAX_DEPTH && first) {
      refuse(first, `has elements nested more than ${MAX_DEPTH} levels deep`, 'Simplify the structure.');
      return [];
    }
    return nodes.flatMap((node) => convertNode(node, depth));
  };
  const inside = ({ children = [] }: MarkdownNode, depth: number): TextNode[] => convert(children, depth + 1);
  const convertNode = (node: MarkdownNode, depth: number): TextNode | TextNode[] => {
    const { type, value = '', url = '', identifier = '' } = node;
    const simple = SIMPLE[type];
    if (simple !== undefined) return { tag: simple, content: inside(node, depth) };
    if (type === 'text') return value;
    if (type === 'heading') return convertHeading(node, depth);
    if (type === 'inlineCode') return { tag: 'code', content: [value] };
    if (type === 'code') return { tag: 'pre', content: [{ tag: 'code', content: [value] }] };
    if (type === 'list') return convertList(node, depth);
    if (type === 'table') return convertTable(node, depth);
    if (type === 'link') return convertLink(node, url, depth);
    if (type === 'linkReference') return convertLink(node, definitions.get(identifier)?.url ?? '', depth);
    return type === 'definition' ? [] : refused(node);
  };

  const convertHeading = (node: MarkdownNode, depth: number): TextElement => {
    const asked = node.depth ?? 2;
    if (asked === 1) refuse(node, 'has a level-1 heading, which is reserved for the page title', LEVEL_HELP);
    // No level is skipped: readers who jump from heading to heading would look for the missing one.
    level = Math.min(Math.max(asked, 2), level + 1);
    return { tag: `h${level}` as TextTag, id: newId(plainText(node)), content: inside(node, depth) };
  };
  /** Makes the ID of a heading as GitHub does: lower case, no punctuation, hyphens for spaces, and a number if the ID is taken. */
  const newId = (heading: string): string => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const base = slug === '' ? 'section' : slug;
    let number = numbers.get(base) ?? 0;
    let id = number === 0 ? base : `${base}-${number}`;
    while (ids.has(id)) {
      number += 1;
      id = `${base}-${number}`;
    }
    // Without this, each of thousands of equal headings would try all the numbers already taken.
    numbers.set(base, number);
    ids.add(id);
    return id;
  };

  const convertList = (node: MarkdownNode, depth: number): TextElement => {
    const items = node.children ?? [];
    const isLoose = node.spread === true || items.some(({ spread }) => spread);
    const content = items.map((item): TextElement => {
      const parts = inside(item, depth + 1);
      const shown = isLoose ? parts : parts.flatMap(withoutParagraph);
      if (typeof item.checked !== 'boolean') return { tag: 'li', content: shown };
      return { tag: 'li', content: [item.checked ? '☑ ' : '☐ ', ...shown.flatMap(withoutParagraph)] };
    });
    const start = node.start ?? 1;
    return node.ordered ? { tag: 'ol', ...(start === 1 ? {} : { start }), content } : { tag: 'ul', content };
  };
  const convertTable = (node: MarkdownNode, depth: number): TextElement => {
    const [head, ...rows] = (node.children ?? []).map((row, index): TextElement => {
      const cells = (row.children ?? []).map((cell, at): TextElement => {
        const align = ALIGNMENTS[node.align?.[at] ?? ''];
        return { tag: index === 0 ? 'th' : 'td', ...(align && { align }), content: inside(cell, depth + 3) };
      });
      return { tag: 'tr', content: cells };
    });
    const body: TextElement[] = rows.length > 0 ? [{ tag: 'tbody', content: rows }] : [];
    return { tag: 'table', content: [{ tag: 'thead', content: head ? [head] : [] }, ...body] };
  };
  const convertLink = (node: MarkdownNode, address: string, depth: number): TextElement => {
    const element = { tag: 'a' as const, content: inside(node, depth) };
    links.push({ element, address, at: placeOf(node) });
    return element;
  };

  const nodes = [...(root.children ?? [])];
  findDefinitions(nodes, 0);
  /** Text of the level-1 heading that starts a page; null for the home page, and for a page that does not start with one. */
  let title: string | null = null;
  if (kind === 'page') {
    while (nodes[0] && (isComment(nodes[0]) || /^(?:yaml|toml)$/.test(nodes[0].type))) {
      refused(nodes.shift() as MarkdownNode);
    }
    const [first] = nodes;
    if (first?.type === 'heading' && first.depth === 1) {
      nodes.shift();
      title = plainText(first);
    }
    if (!title) refuse(first ?? root, 'has no title', TITLE_HELP);
  }
  const content = convert(nodes, 0);
  for (const id of RESERVED_IDS) ids.delete(id);
  return { file, title, content, ids, links, problems };
}

const ALIGNMENTS: Readonly<Record<string, 'center' | 'end'>> = { center: 'center', right: 'end' };

/** Whether a node is an HTML comment, which is a note for authors and not published. */
function isComment(node: MarkdownNode | undefined): boolean {
  return node?.type === 'html' && /^<!--(?:(?!-->)[\s\S])*-->$/.test((node.value ?? '').trim());
}

function withoutParagraph(node: TextNode): readonly TextNode[] {
  return typeof node !== 'string' && node.tag === 'p' ? node.content : [node];
}

function plainText({ value, children = [] }: MarkdownNode, depth = 0): string {
  return depth > MAX_DEPTH ? '' : (value ?? children.map((child) => plainText(child, depth + 1)).join(''));
}
