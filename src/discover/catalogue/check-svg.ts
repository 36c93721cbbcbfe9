/**
 * Checks the text of an SVG file that is published under the catalogue's origin: it must be well-formed, and must neither run code nor load
 * anything from elsewhere. What is not understood is refused.
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

/** Why a text is not a harmless SVG document; null if it is one. */
export function faultInSvg(svg: string): SvgFault | null {
  const open: string[] = [];
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

function faultInMarkup(token: string, open: string[], hasRoot: boolean): string | null {
  if (token.startsWith('<!--')) return /^-?>|--/.test(token.slice(4, -3)) ? 'is not well-formed XML' : null;
  if (token.startsWith('<?')) {
    const isUtf8 = /^<\?xml\s+version="1\.[01]"(?:\s+encoding="utf-?8")?(?:\s+standalone="(?:yes|no)")?\s*\?>$/i;
    return isUtf8.test(token.replaceAll("'", '"')) ? null : 'has a processing instruction, or is not in UTF-8';
  }
  // Without an internal subset, which could define entities.
  if (/^<!DOCTYPE[^[]*$/i.test(token)) return null;
  const [, end, name, attributes = '', empty] = TAG.exec(token) ?? [];
  if (name === undefined) return 'is not well-formed XML';
  if (end) return open.pop() === name ? null : `has an end tag </${name}> in the wrong place`;
  if (open.length === 0) {
    if (hasRoot || name !== 'svg') return 'must have one root element <svg>';
    if (!/\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(attributes)) {
      return 'must have xmlns="http://www.w3.org/2000/svg" in its root element';
    }
  }
  if (!empty) open.push(name);
  else if (open.length === 0) return 'is empty';
  if (FORBIDDEN.has(localName(name))) return `has an element <${name}>, which a logo must not have`;
  return faultInAttributes(attributes);
}

function faultInAttributes(attributes: string): string | null {
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    const local = localName(name);
    if (local.startsWith('on')) return `has an event handler ${name}, which could run code`;
    if (local === 'href' || local === 'src' || local === 'base') {
      if (!/^(?:#|data:image\/(?:png|jpeg|gif|webp);base64,)/.test(value)) {
        return `has a link ${name} that leads out of the file`;
      }
    }
    if (local !== 'xmlns' && !name.startsWith('xmlns:')) {
      // A reference such as &#117; would hide what it stands for.
      if (value.includes('&#')) return `has a character reference in the attribute ${name}`;
      const reason = faultInStyle(value);
      if (reason !== null) return reason;
    }
  }
  return null;
}

function faultInText(text: string, open: readonly string[]): string | null {
  const element = open.at(-1);
  if (element === undefined) return /[^\s\uFEFF]/.test(text) ? 'has text outside its root element' : null;
  return localName(element) === 'style' ? faultInStyle(text.includes('&') ? '\\' : text) : null;
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
