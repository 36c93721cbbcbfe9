/**
 * Checks the custom properties that pages promise to use. A value that browsers cannot read takes a colour from every page. The parser may
 * not know the newest CSS: only a value that is certainly wrong is an error.
 */

import { quoteText } from '../../problems/quote-text.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { type CssFault, lightningcss } from './check-css.ts';

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

/** An error takes a colour from the pages, a hint is a doubt. */
export interface ValueFault extends CssFault {
  severity: 'error' | 'hint';
}

/** The CSS property whose values the kind has, and how to write one. */
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

/** In UTF-16 code units. Longer values are not checked. */
const MAX_VALUE_LENGTH = 1000;

/** Colour functions whose syntax is stable, except with functions or the keyword `from` inside. */
const SETTLED = /^(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch|light-dark)$/i;

/** Keywords that every property takes. */
const WIDE_KEYWORD = /^(?:inherit|initial|unset|revert|revert-layer|revert-rule)$/i;

/** A declaration of a custom property. No value of a promised one has a bracket or a semicolon. */
const DECLARATION = /(?<before>[{;]\s*)(?<name>--[\w-]+)(?<colon>\s*:\s*)(?<value>[^{};]*)/g;

/** Doubts about the custom properties of a valid style sheet, in their order; `at` is the offset of the value or the name. */
export function faultsInValues(css: string): ValueFault[] {
  const plain = css.replace(/\/\*.*?\*\//gs, (comment) => ' '.repeat(comment.length));
  const used = new Set(Array.from(plain.matchAll(/var\(\s*(--[\w-]+)/g), ([, name]) => name));
  return Array.from(plain.matchAll(DECLARATION)).flatMap(({ index, groups = {} }): ValueFault[] => {
    const { before = '', name = '', colon = '', value = '' } = groups;
    const at = index + before.length;
    if (isThemeProperty(name)) return faultsInValue(name, value.trim(), at + name.length + colon.length);
    const suggestion = used.has(name) ? '' : didYouMean(name, Object.keys(THEME_PROPERTIES));
    if (suggestion === '') return [];
    const reason = `sets the property ${quoteText(name)}, which pages do not use${suggestion}`;
    return [{ severity: 'hint', at, reason, help: 'Correct the name, or leave it if it is meant.' }];
  });
}

function faultsInValue(name: keyof typeof THEME_PROPERTIES, value: string, at: number): ValueFault[] {
  if (value.length > MAX_VALUE_LENGTH) return [];
  const text = value.replace(/\s*!\s*important$/i, '');
  if (WIDE_KEYWORD.test(text)) return [];
  const kind = THEME_PROPERTIES[name];
  const { property, meaning, help } = KINDS[kind];
  // The parser reads lengths without units, which only old pages take.
  const isBare = property !== 'font-family' && text.split(/[\s/]+/).some((part) => Number(part));
  if ((!isBare && isParsed(property, text)) || mayBeRight(kind, text)) return [];
  const severity = kind === 'color' ? 'error' : 'hint';
  const effect = kind === 'color' ? ', so pages would lose the colour' : ', so pages would not use it';
  const shown = text === '' ? 'has no value' : `has the value ${quoteText(text)}`;
  return [{ severity, at, reason: `the property ${name} ${shown}, which is not ${meaning}${effect}`, help }];
}

/** Whether a value that the parser cannot read may come from elsewhere, or be newer CSS. */
function mayBeRight(kind: Kind, text: string): boolean {
  const functions = text.match(/[\w-]+(?=\()/g) ?? [];
  return (
    functions.some((name) => kind !== 'color' || !SETTLED.test(name)) || (kind === 'color' && /\bfrom\b/i.test(text))
  );
}

/** Whether the parser recognises a value of a property. */
function isParsed(property: string, value: string): boolean {
  let recognised = '';
  const Declaration = (declaration: { property: string }): void => {
    recognised = declaration.property;
  };
  const code = Buffer.from(`${property}:${value}`);
  lightningcss().transformStyleAttribute({ filename: '', code, errorRecovery: true, visitor: { Declaration } });
  return recognised === property;
}

function isThemeProperty(name: string): name is keyof typeof THEME_PROPERTIES {
  return Object.hasOwn(THEME_PROPERTIES, name);
}
