/**
 * Checks the text of an SVG file that is published under the catalogue's origin: it must be well-formed, and must neither run code nor load
 * anything from elsewhere. What is not understood is refused, and so is every namespace but SVG's, XLink's, XML's and those of editors' metadata.
 */

/** What is wrong with a text, and at which offset. */
export interface SvgFault {
  at: number;
  reason: string;
}

/** A declaration, a comment, a tag with its attributes, or text between them. */
const TOKEN = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<(?:"[^"]*"|'[^']*'|[^<>"'])*>|[^<]+/iy;
const TAG = /^<(\/?)((?:[\w.-]+:)?[\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>$/;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Elements that run code, contain other documents, or change attributes later. */
const FORBIDDEN = new Set(
  'script foreignobject iframe embed object handler listener set animate animatetransform animatemotion animatecolor discard audio video'.split(
    ' ',
  ),
);

/** Attributes with an address that a browser would read or follow. */
const LINKS = new Set(['href', 'src', 'srcset', 'base', 'ping', 'action', 'formaction']);

const SVG = 'http://www.w3.org/2000/svg';

/** Prefixes that need no declaration. */
const BOUND: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

/** Namespaces of what editors write about a drawing. Browsers do nothing with their elements and attributes. */
const METADATA: ReadonlySet<string> = new Set([
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

/** Namespaces of elements: those of HTML would act as they do in a page. */
const ELEMENTS: ReadonlySet<string | undefined> = new Set([SVG, ...METADATA]);

/** Namespaces of attributes that have a prefix. */
const ATTRIBUTES: ReadonlySet<string | undefined> = new Set([
  ...ELEMENTS,
  ...BOUND.values(),
  'http://www.w3.org/1999/xlink',
]);

/** An element that has begun. */
interface OpenElement {
  name: string;
  /** Namespaces by prefix; '' is the one of names without a prefix. */
  namespaces: ReadonlyMap<string, string>;
}

/** Why a text is not a harmless SVG document; null if it is one. */
export function faultInSvg(svg: string): SvgFault | null {
  const open: OpenElement[] = [];
  let hasRoot = false;
  let at = 0;
  while (at < svg.length) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(svg) ?? [];
    if (token === undefined) return { at, reason: 'is not well-formed XML' };
    const reason = token.startsWith('<') ? faultInMarkup(token, open, hasRoot) : faultInText(token, open);
    if (reason !== null) return { at, reason };
    hasRoot ||= open.length > 0;
    at += token.length;
  }
  if (!hasRoot || open.length > 0) return { at: svg.length, reason: 'is not a whole SVG document' };
  return null;
}

function faultInMarkup(token: string, open: OpenElement[], hasRoot: boolean): string | null {
  // A browser joins the text on both sides of a comment, so that each half could look harmless.
  if (isStyle(open.at(-1)) && !token.startsWith('</')) return 'has a comment or an element inside <style>';
  if (token.startsWith('<!--')) return /^-?>|--/.test(token.slice(4, -3)) ? 'is not well-formed XML' : null;
  if (token.startsWith('<?')) {
    const isUtf8 = /^<\?xml\s+version="1\.[01]"(?:\s+encoding="utf-?8")?(?:\s+standalone="(?:yes|no)")?\s*\?>$/i;
    return isUtf8.test(token.replaceAll("'", '"')) ? null : 'has a processing instruction, or is not in UTF-8';
  }
  // Without an internal subset, which could define entities.
  if (/^<!DOCTYPE[^[]*$/i.test(token)) return null;
  const [, end, name, attributes = '', empty] = TAG.exec(token) ?? [];
  if (name === undefined) return 'is not well-formed XML';
  if (end) return open.pop()?.name === name ? null : `has an end tag </${name}> in the wrong place`;
  if (open.length === 0) {
    if (hasRoot || name !== 'svg') return 'must have one root element <svg>';
    if (!/\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(attributes)) {
      return 'must have xmlns="http://www.w3.org/2000/svg" in its root element';
    }
  }
  const namespaces = namespacesIn(attributes, open.at(-1)?.namespaces ?? BOUND);
  if (!empty) open.push({ name, namespaces });
  else if (open.length === 0) return 'is empty';
  if (FORBIDDEN.has(localName(name))) return `has an element <${name}>, which a logo must not have`;
  if (!ELEMENTS.has(namespaces.get(prefixOf(name)))) {
    return `has an element <${name}> of a namespace other than SVG’s`;
  }
  return faultInAttributes(attributes, namespaces);
}

/** The namespaces that hold inside an element. */
function namespacesIn(attributes: string, around: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const declared = [...attributes.matchAll(ATTRIBUTE)].flatMap(([, name = '', double, single]): [string, string][] => {
    if (name !== 'xmlns' && prefixOf(name) !== 'xmlns') return [];
    return [[name.slice('xmlns:'.length), double ?? single ?? '']];
  });
  return declared.length === 0 ? around : new Map([...around, ...declared]);
}

function faultInAttributes(attributes: string, namespaces: ReadonlyMap<string, string>): string | null {
  const seen = new Set<string>();
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    const local = localName(name);
    if (seen.has(name)) return `has the attribute ${name} twice in an element`;
    seen.add(name);
    if (local.startsWith('on')) return `has an event handler ${name}, which could run code`;
    if (LINKS.has(local)) {
      if (!/^(?:#|data:image\/(?:png|jpeg|gif|webp);base64,)/.test(value)) {
        return `has a link ${name} that leads out of the file`;
      }
    }
    if (name !== 'xmlns' && prefixOf(name) !== 'xmlns') {
      const prefix = prefixOf(name);
      if (prefix !== '' && !ATTRIBUTES.has(namespaces.get(prefix))) {
        return `has an attribute ${name} of a namespace that a logo must not use`;
      }
      // A reference such as &#117; would hide what it stands for.
      if (value.includes('&#')) return `has a character reference in the attribute ${name}`;
      const reason = faultInStyle(value);
      if (reason !== null) return reason;
    }
  }
  return null;
}

function faultInText(text: string, open: readonly OpenElement[]): string | null {
  const element = open.at(-1);
  if (element === undefined) return /[^\s\uFEFF]/.test(text) ? 'has text outside its root element' : null;
  return isStyle(element) ? faultInStyle(text.includes('&') ? '\\' : text) : null;
}

function isStyle(element: OpenElement | undefined): boolean {
  return element !== undefined && localName(element.name) === 'style';
}

/** A style sheet, or a value that may be one. */
function faultInStyle(css: string): string | null {
  if (/url\s*\(\s*["']?(?!["'#\s])/i.test(css) || /@import|image-set\s*\(|expression\s*\(|javascript:/i.test(css)) {
    return 'has a style that loads something from outside the file';
  }
  return css.includes('\\') ? 'has a style with escapes, which could hide what it loads' : null;
}

/** The name of an element or attribute without its prefix, in lower case. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** The prefix of a name, as it is written; empty if it has no prefix. */
function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}
