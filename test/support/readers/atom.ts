import { SaxesParser } from 'saxes';

/** A feed as a reader understands it. */
export interface ReadFeed {
  language: string;
  id: string;
  title: string;
  updated: string;
  author: string;
  links: Readonly<Record<string, string>>;
  entries: { id: string; title: string; updated: string; summary: string; page: string }[];
}

interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/** How often each element may occur in a feed and in an entry (RFC 4287, sections 4.1.1 and 4.1.2), as least and most. */
const IN_BOTH = { id: [1, 1], title: [1, 1], updated: [1, 1], link: [0, Infinity] } as const;
const IN_FEED = { ...IN_BOTH, subtitle: [0, 1], author: [1, Infinity], entry: [0, Infinity] } as const;
const IN_ENTRY = { ...IN_BOTH, summary: [0, 1] } as const;

/** A date and time with its zone (RFC 3339). */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/;
/** An absolute IRI: one with a scheme. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i;

/** Reads a feed strictly. Throws an error if it is not well formed, or breaks a rule of RFC 4287. */
export function readAtom(xml: string): ReadFeed {
  const feed = parse(xml);
  check(feed, 'feed', IN_FEED);
  const entries = feed.children.filter(({ name }) => name === 'entry');
  for (const entry of entries) check(entry, 'entry', IN_ENTRY);
  const ids = [feed, ...entries].map((it) => textOf(it, 'id'));
  if (new Set(ids).size !== ids.length) throw new Error('two entries have the same id');
  for (const [at, it] of [feed, ...entries].entries()) {
    if (!ABSOLUTE.test(ids[at] as string)) throw new Error(`the id is not an absolute IRI: ${ids[at]}`);
    const updated = textOf(it, 'updated');
    if (!DATE_TIME.test(updated) || Number.isNaN(Date.parse(updated))) throw new Error(`not a date: ${updated}`);
    // Entries without content need one (section 4.1.1.1).
    if (linksOf(it).alternate === undefined) throw new Error(`${ids[at]} has no alternate link`);
  }
  const author = feed.children.find(({ name }) => name === 'author');
  return {
    language: feed.attributes['xml:lang'] ?? '',
    ...{ id: textOf(feed, 'id'), title: textOf(feed, 'title'), updated: textOf(feed, 'updated') },
    author: textOf(author as XmlElement, 'name'),
    links: linksOf(feed),
    entries: entries.map((it) => ({
      ...{ id: textOf(it, 'id'), title: textOf(it, 'title'), updated: textOf(it, 'updated') },
      summary: textOf(it, 'summary'),
      page: linksOf(it).alternate as string,
    })),
  };
}

function parse(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (uri !== 'http://www.w3.org/2005/Atom') throw new Error(`${local} is not an element of Atom`);
    const values = Object.entries(attributes).map(([name, it]) => [name, it.value]);
    const element = { name: local, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root.children[0] as XmlElement;
}

function check(element: XmlElement, name: string, bounds: Readonly<Record<string, readonly [number, number]>>): void {
  if (element.name !== name) throw new Error(`${element.name} instead of ${name}`);
  const counts = Object.groupBy(element.children, (child) => child.name);
  const unknown = Object.keys(counts).filter((child) => !(child in bounds));
  if (unknown.length > 0) throw new Error(`${name} has elements that it cannot have: ${unknown}`);
  for (const [child, [least, most]] of Object.entries(bounds)) {
    const count = counts[child]?.length ?? 0;
    if (count < least || count > most) throw new Error(`${name} has ${count} elements ${child}`);
  }
}

function textOf(element: XmlElement, name: string): string {
  const found = element.children.find((child) => child.name === name);
  if (!found) throw new Error(`${element.name} has no ${name}`);
  if (found.children.length > 0) throw new Error(`${name} is not plain text`);
  return found.text;
}

/** Links by their relation. Throws an error if a relation occurs twice, or has no type or address. */
function linksOf(element: XmlElement): Record<string, string> {
  const links: Record<string, string> = {};
  for (const { attributes } of element.children.filter(({ name }) => name === 'link')) {
    const { rel = '', href = '', type = '' } = attributes;
    if (href === '' || !/^[\w-]+\/[\w+.-]+$/.test(type) || rel in links) throw new Error(`a wrong link: ${rel}`);
    links[rel] = href;
  }
  return links;
}
