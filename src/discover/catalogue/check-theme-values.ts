/**
 * Checks what the publisher's style sheet declares: values of the custom properties that pages promise to use, and names that are nearly those of
 * a property. A value of which browsers make nothing takes a colour from every page. The grammars are those of css-tree, which may not know
 * the newest CSS: only what is certain to be wrong is an error.
 */

import { createRequire } from 'node:module';
import type { CssNode } from 'css-tree';
import { quoteText } from '../../problems/quote-text.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import type { ThemeFault } from './check-theme.ts';

/** The custom properties that a style sheet may set, by the kind of their values. They keep their names until the next major version. */
export const THEME_PROPERTIES = {
  '--paper': 'color',
  '--raised': 'color',
  '--ink': 'color',
  '--quiet': 'color',
  '--accent': 'color',
  '--line': 'color',
  '--edge': 'color',
  '--font': 'fonts',
  '--mono': 'fonts',
  '--measure': 'width',
  '--wide': 'width',
  '--round': 'radius',
} as const satisfies Record<string, Kind>;

type Kind = 'color' | 'fonts' | 'width' | 'radius';

/** What a declaration is taken for: an error takes a colour from the pages, a hint is a doubt. */
export interface DeclarationFault extends ThemeFault {
  severity: 'error' | 'hint';
}

/** Which property a value must suit, and how to write one. */
const KINDS: Readonly<Record<Kind, { property: string; meaning: string; help: string }>> = {
  color: {
    property: 'color',
    meaning: 'a colour',
    help: 'Write a colour, such as #7a1f5c, darkgreen, or light-dark(#7a1f5c, #f0a8d8) for light and for dark.',
  },
  fonts: {
    property: 'font-family',
    meaning: 'a list of fonts',
    help: 'Write names of fonts that readers have, with commas between them, such as "Palatino Linotype", Georgia, serif.',
  },
  width: { property: 'max-width', meaning: 'a width', help: 'Write a length with its unit, such as 42rem.' },
  radius: { property: 'border-radius', meaning: 'a radius', help: 'Write a length with its unit, such as 6px, or 0.' },
};

/** Deepest nesting of brackets that is looked into, since the parser is recursive. */
const DEEPEST = 100;

/** In UTF-16 code units. Longer values are not looked into, and shorter ones are shown up to the second. */
const LONGEST_VALUE = 1000;

/** Colours whose arguments have had one grammar for years, unless they contain other functions or the keyword `from`. */
const SETTLED_COLORS = /^(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch)$/;
const COLOR_FUNCTIONS = [
  ...['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'oklab', 'lch', 'oklch'],
  ...['color', 'color-mix', 'contrast-color', 'device-cmyk', 'light-dark'],
];

/** Keywords that every property takes. */
const WIDE_KEYWORD = /^(?:inherit|initial|unset|revert|revert-layer|revert-rule)$/i;

/** Everything that is doubtful about the declarations of a style sheet, in its order; `at` is the offset of a value or of a name. */
export function faultsInDeclarations(css: string): DeclarationFault[] {
  if (depthOf(css) > DEEPEST) return [];
  // Loaded only for a catalogue that has a style sheet.
  const tree = createRequire(import.meta.url)('css-tree') as typeof import('css-tree');
  const { lexer } = tree;
  const faults: DeclarationFault[] = [];
  const used = new Set(css.match(/--[\w-]+(?=\s*[,)])/g) ?? []);
  const known = Object.keys(lexer.properties).filter((name) => !name.startsWith('-'));

  const whyNotColor = (nodes: readonly CssNode[], text: string): 'wrong' | 'doubtful' | null => {
    if (nodes.some(isSubstitution)) return null;
    const [node] = nodes;
    if (node === undefined || nodes.length > 1) return 'wrong';
    if (node.type !== 'Function') return lexer.match('<color>', text).matched === null ? 'wrong' : null;
    const name = node.name.toLowerCase();
    if (name === 'light-dark') {
      const parts = splitAtCommas(node);
      if (parts.length !== 2) return parts.flat().some(isSubstitution) ? null : 'wrong';
      const reasons = parts.map((part) => whyNotColor(part, part.map((it) => tree.generate(it)).join(' ')));
      return reasons.includes('wrong') ? 'wrong' : reasons.includes('doubtful') ? 'doubtful' : null;
    }
    const inside = childrenOf(node);
    const isSettled =
      SETTLED_COLORS.test(name) &&
      !inside.some((it) => it.type === 'Function' || (it.type === 'Identifier' && it.name.toLowerCase() === 'from'));
    if (isSettled) return lexer.match('<color>', text).matched === null ? 'wrong' : null;
    return !COLOR_FUNCTIONS.includes(name) && didYouMean(name, COLOR_FUNCTIONS) !== '' ? 'doubtful' : null;
  };

  /** The parts of a value; null if its syntax is wrong. */
  const nodesOf = (text: string): CssNode[] | null => {
    try {
      return childrenOf(tree.parse(text, { context: 'value' }));
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  };

  const checkValue = (name: keyof typeof THEME_PROPERTIES, at: number, raw: string): void => {
    const text = raw
      .replace(/\/\*[\s\S]*?\*\//g, ' ')
      .replace(/!\s*important\s*$/i, '')
      .trim();
    if (text.length > LONGEST_VALUE || WIDE_KEYWORD.test(text)) return;
    const kind = THEME_PROPERTIES[name];
    const { property, meaning, help } = KINDS[kind];
    const nodes = nodesOf(text);
    let severity: 'error' | 'hint' | null;
    if (kind === 'color') {
      const reason = nodes === null ? 'doubtful' : whyNotColor(nodes, text);
      severity = reason === 'wrong' ? 'error' : reason && 'hint';
    } else {
      const hasFunction = nodes?.some(({ type }) => type === 'Function');
      severity = !hasFunction && lexer.matchProperty(property, text).matched === null ? 'hint' : null;
    }
    if (severity === null) return;
    const effect = kind === 'color' ? ', so pages would lose the colour' : ', so pages would not use it';
    const shown = text === '' ? 'has no value' : `has the value ${quoteText(text)}`;
    const reason = `the property ${name} ${shown}, which is not ${meaning}${effect}`;
    faults.push({ severity, at: at + leadingBlanks(raw), reason, help });
  };

  const sheet = tree.parse(css, {
    positions: true,
    parseValue: false,
    parseRulePrelude: false,
    parseAtrulePrelude: false,
    onParseError: () => {},
  });
  tree.walk(sheet, {
    visit: 'Declaration',
    enter(node) {
      // Descriptors, as of @font-face, have other names than properties.
      if (node.type !== 'Declaration' || this.rule === null) return;
      const { property } = node;
      const at = node.loc.start.offset;
      if (isThemeProperty(property)) {
        checkValue(property, node.value.loc?.start.offset ?? at, node.value.value);
        return;
      }
      if (property.startsWith('--')) {
        if (used.has(property) || !/^\s*(?::root|html)\b/i.test(tree.generate(this.rule.prelude))) return;
        addUnknown(at, property, didYouMean(property, Object.keys(THEME_PROPERTIES)), 'pages do not use');
      } else if (/^[a-z]/i.test(property) && !Object.hasOwn(lexer.properties, property.toLowerCase())) {
        addUnknown(at, property, didYouMean(property, known), 'browsers may not know');
      }
    },
  });
  return faults.sort((a, b) => a.at - b.at);

  function addUnknown(at: number, property: string, suggestion: string, why: string): void {
    // The newest properties are not in the list, so a name that is like no other is left alone.
    if (suggestion === '') return;
    const reason = `sets the property ${quoteText(property)}, which ${why}${suggestion}`;
    faults.push({ severity: 'hint', at, reason, help: 'Correct the name, or leave it if it is meant.' });
  }
}

function isThemeProperty(name: string): name is keyof typeof THEME_PROPERTIES {
  return Object.hasOwn(THEME_PROPERTIES, name);
}

/** Whether a function stands for a value that is written elsewhere. */
function isSubstitution(node: CssNode): boolean {
  return node.type === 'Function' && /^(?:attr|env|if|inherit|var|--.*)$/i.test(node.name);
}

/** What a value or a function contains, without blanks and comments. */
function childrenOf(node: CssNode): CssNode[] {
  return 'children' in node
    ? node.children.toArray().filter(({ type }) => type !== 'WhiteSpace' && type !== 'Comment')
    : [];
}

/** The arguments of a function. */
function splitAtCommas(node: CssNode): CssNode[][] {
  const parts: CssNode[][] = [[]];
  for (const child of childrenOf(node)) {
    if (child.type === 'Operator' && child.value === ',') parts.push([]);
    else parts.at(-1)?.push(child);
  }
  return parts;
}

/** How deep brackets are nested, at most; texts and comments count too. */
function depthOf(css: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of css.matchAll(/[([{}\])]/g)) {
    depth = '([{'.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function leadingBlanks(text: string): number {
  return text.length - text.trimStart().length;
}
