/**
 * Checks an SVG file that is published on the catalogue's origin: it must be well-formed, and must not run code, load anything external, or
 * draw its parts so often that pages hang. Also refuses CDATA sections, processing instructions, entity declarations, and all namespaces
 * except SVG, XLink, XML and those of editors' metadata.
 */

import { SaxesParser, type SaxesTagNS } from 'saxes';
import { quoteText } from '../../problems/quote-text.ts';
import { type CssFault, faultsInCss } from './check-css.ts';

const MAX_DEPTH = 100;
/** Maximum number of elements drawn by reference, each counted every time it is drawn. */
const MAX_REFERRED = 1000;

/** Elements that run code, embed documents or media, or animate the image. */
const FORBIDDEN = /^(?:script|foreignobject|iframe|embed|object|handler|listener|set|animate.*|discard|audio|video)$/;

/** Gradients draw nothing themselves, so any number of elements may refer to them. */
const GRADIENT = /gradient$/;

/** Attributes whose value is a URL that a browser would load or follow. */
const LINKS = /^(?:href|src|srcset|base|ping|action|formaction)$/;

/** Attributes that may have any value, since browsers do not look for URLs in them. */
const TEXTS = /^(?:aria-.*|data-.*|class|d|id|lang|points|role|title|unicode|(?:gradient|pattern)?transform)$/;

/** Matches SVG's own document types. Other types, and internal subsets, could define entities, which browsers would expand. */
const DOCTYPE =
  /^\s*svg(?:\s+PUBLIC\s+(["'])-\/\/W3C\/\/DTD SVG [\w. ]+\/\/EN\1\s+(["'])https?:\/\/www\.w3\.org\/[\w./-]+\2)?\s*$/;

const SVG = 'http://www.w3.org/2000/svg';

/** Allowed namespaces of elements: SVG's, and those of editors' metadata, which browsers ignore. */
const ELEMENTS: ReadonlySet<string> = new Set([
  SVG,
  'http://www.inkscape.org/namespaces/inkscape',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://purl.org/dc/elements/1.1/',
  'http://purl.org/dc/terms/',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://www.serif.com/',
  'http://www.bohemiancoding.com/sketch/ns',
]);

/** Allowed namespaces of attributes with a prefix. */
const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...ELEMENTS,
  'http://www.w3.org/XML/1998/namespace',
  'http://www.w3.org/1999/xlink',
]);

/** An element, with the elements that it contains or refers to. */
interface Part {
  name: string;
  parts: Part[];
  /** IDs of the elements that this element refers to. The target of an <a> is not included. */
  uses: string[];
  /** The text directly inside the element. In a <style> element, it is CSS. */
  css: string;
}

/** The first fault that prevents an SVG file from being published; null if the file can be published. */
export function faultInSvg(svg: string): Omit<CssFault, 'help'> | null {
  let fault: ReturnType<typeof faultInSvg> = null;
  const parser = new SaxesParser({ xmlns: true });
  const fail = (reason: string | null): void => {
    if (reason !== null) fault ??= { at: Math.max(0, svg.lastIndexOf('<', parser.position - 1)), reason };
  };
  const open: Part[] = [];
  const named = new Map<string, Part>();
  const styled: string[] = [];
  let root: Part | undefined;
  let elements = 0;
  const failInStyle = (): void => {
    if (open.at(-1)?.name === 'style') fail('has a comment or an element inside <style>');
  };
  parser.on('error', ({ message }) => fail(`is not well-formed XML: ${quoteText(message.replace(/^\d+:\d+: /, ''))}`));
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) fail('is not in UTF-8');
  });
  parser.on('processinginstruction', () => fail('has a processing instruction'));
  parser.on('doctype', (type) => {
    if (!DOCTYPE.test(type)) fail('has a document type other than SVG’s, or declares entities');
  });
  parser.on('cdata', () => fail('has a CDATA section'));
  parser.on('comment', (text) => {
    // A <style> must contain nothing but text. In HTML, `<!-->` and `<!--->` are complete comments, so what follows would be markup.
    failInStyle();
    if (/^-?>/.test(text)) fail('has a comment that begins with > or ->');
  });
  parser.on('text', (text) => {
    const part = open.at(-1);
    if (part) part.css += text;
  });
  parser.on('opentag', (tag) => {
    failInStyle();
    const part: Part = { name: tag.local.toLowerCase(), parts: [], uses: [], css: '' };
    if (root === undefined && tag.name !== 'svg') fail('must have <svg>, without a prefix, as its root element');
    else if (root === undefined && tag.uri !== SVG) fail(`must have xmlns="${SVG}" in its root element`);
    fail(faultInTag(tag, part.uses));
    root ??= part;
    open.at(-1)?.parts.push(part);
    const id = tag.attributes.id?.value;
    if (id !== undefined && !named.has(id)) named.set(id, part);
    open.push(part);
    elements += 1;
    if (open.length > MAX_DEPTH) fail(`has elements nested more than ${MAX_DEPTH} levels deep`);
  });
  parser.on('closetag', () => {
    const part = open.pop();
    if (part?.name === 'style') fail(faultInStyle(part.css, styled));
  });
  parser.write(svg).close();
  if (root !== undefined && fault === null) {
    // Selectors are not evaluated, so any rule might apply to every element, and each would then draw what the rule refers to.
    if (styled.some((id) => !GRADIENT.test(named.get(id)?.name ?? 'gradient'))) {
      fail('has a style sheet that refers to elements other than gradients');
    } else if (countDrawn(root, named) - elements > MAX_REFERRED) {
      fail(`draws more than ${MAX_REFERRED} elements by reference, or an element inside itself`);
    }
  }
  return fault;
}

function faultInTag({ name, local, uri, attributes }: SaxesTagNS, uses: string[]): string | null {
  const element = local.toLowerCase();
  if (FORBIDDEN.test(element)) return `has an element <${name}>, which is not allowed in a logo`;
  if (!ELEMENTS.has(uri)) return `has an element <${name}> that is not in the SVG namespace`;
  for (const { name, local, prefix, uri, value } of Object.values(attributes)) {
    if (name === 'xmlns' || prefix === 'xmlns') continue;
    const attribute = local.toLowerCase();
    if (attribute.startsWith('on')) return `has an event handler ${name}, which could run code`;
    if (prefix !== '' && !ATTRIBUTES.has(uri)) {
      return `has an attribute ${name} in a namespace that is not allowed in a logo`;
    }
    if (LINKS.test(attribute)) {
      if (!/^(?:#[^%\s]*$|data:image\/(?:png|jpeg|gif|webp);base64,)/.test(value)) {
        return `has a link (${name}) that is neither to an element of the logo nor to an embedded PNG, JPEG, GIF or WebP image`;
      }
      if (value.startsWith('#') && element !== 'a') uses.push(value.slice(1));
    } else if (prefix === '' && !TEXTS.test(attribute)) {
      const reason = faultInStyle(value, uses);
      if (reason !== null) return reason;
    }
  }
  return null;
}

/** Checks a style sheet, a declaration or a value. Adds to `uses` the IDs that it refers to. */
function faultInStyle(css: string, uses: string[]): string | null {
  // CSS without a bracket or an at-rule loads nothing, so most values, such as numbers, need not be parsed.
  if (!/[({@]/.test(css)) return null;
  const [fault] = faultsInCss(css, (address) => {
    uses.push(address.slice(1));
    return /^#[^%\s]*$/.test(address)
      ? null
      : { reason: 'refers to something other than an element of the logo', help: '' };
  });
  return fault ? `has a style that ${fault.reason}` : null;
}

/** Number of elements drawn to render `part`, each counted every time it is drawn; infinite if an element is drawn inside itself. */
function countDrawn(part: Part, named: ReadonlyMap<string, Part>, counts = new Map<Part, number>()): number {
  const known = counts.get(part);
  if (known !== undefined) return known;
  counts.set(part, Number.POSITIVE_INFINITY);
  const used = part.uses.flatMap((id) => named.get(id) ?? []).filter(({ name }) => !GRADIENT.test(name));
  const drawn = [...part.parts, ...used].reduce((sum, inner) => sum + countDrawn(inner, named, counts), 1);
  counts.set(part, drawn);
  return drawn;
}
