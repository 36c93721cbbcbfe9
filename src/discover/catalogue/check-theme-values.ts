/**
 * Checks the custom properties that themes may set. If browsers cannot parse the value of a colour, every page loses that colour.
 * Lightning CSS, which parses the values here, may not know the newest functions, so most values with functions are not reported.
 */

import { quoteText } from '../../problems/quote-text.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { type CssFault, lightningcss } from './check-css.ts';

/** The custom properties of pages that a theme may set, each with its kind of value. The names do not change within a major version. */
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

/** An error means that pages would lose a colour. A hint means that the value or the name is suspicious. */
type ValueFault = CssFault & { severity: 'error' | 'hint' };

/** For each kind of value: a CSS property that accepts it, a phrase for it in messages, and advice on writing it. */
const KINDS: Readonly<Record<Kind, { property: string; meaning: string; help: string }>> = {
  color: {
    property: 'color',
    meaning: 'a colour',
    help: 'Write a colour, such as #7a1f5c, darkgreen, or light-dark(#7a1f5c, #f0a8d8) for light and dark mode.',
  },
  fonts: {
    property: 'font-family',
    meaning: 'a list of fonts',
    help: 'Write the names of fonts that readers have installed, separated by commas, such as "Palatino Linotype", Georgia, serif.',
  },
  width: { property: 'max-width', meaning: 'a width', help: 'Write a length with its unit, such as 42rem.' },
  radius: { property: 'border-radius', meaning: 'a radius', help: 'Write a length with its unit, such as 6px, or 0.' },
};

/** Maximum length of the values that are checked, in UTF-16 code units. */
const MAX_VALUE_LENGTH = 1000;

/** Colour functions whose syntax is stable, except for relative colours, as in `rgb(from …)`. */
const SETTLED = /^(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch|light-dark)$/i;

/** Keywords that every property accepts. */
const WIDE_KEYWORD = /^(?:inherit|initial|unset|revert|revert-layer|revert-rule)$/i;

/** A declaration of a custom property. Its value ends before a brace or a semicolon: theme properties need neither in their values. */
const DECLARATION = /(?<before>[{;]\s*)(?<name>--[\w-]+)(?<colon>\s*:\s*)(?<value>[^{};]*)/g;

/** Faults in the custom properties of a style sheet, in order. `at` is the offset of the value or, for an unknown name, of the name. */
export function faultsInValues(css: string): ValueFault[] {
  const plain = css.replace(/\/\*.*?\*\//gs, (comment) => ' '.repeat(comment.length));
  const used = new Set(Array.from(plain.matchAll(/var\(\s*(--[\w-]+)/g), ([, name]) => name));
  return Array.from(plain.matchAll(DECLARATION)).flatMap(({ index, groups = {} }): ValueFault[] => {
    const { before = '', name = '', colon = '', value = '' } = groups;
    const at = index + before.length;
    const kind: Kind | undefined = (THEME_PROPERTIES as Readonly<Record<string, Kind>>)[name];
    if (kind) return faultsInValue(name, kind, value.trim(), at + name.length + colon.length);
    const suggestion = used.has(name) ? '' : didYouMean(name, Object.keys(THEME_PROPERTIES));
    if (suggestion === '') return [];
    const reason = `sets the property ${quoteText(name)}, which pages do not use${suggestion}`;
    return [{ severity: 'hint', at, reason, help: 'Correct the name, or leave it if it is intended.' }];
  });
}

function faultsInValue(name: string, kind: Kind, value: string, at: number): ValueFault[] {
  if (value.length > MAX_VALUE_LENGTH) return [];
  const text = value.replace(/\s*!\s*important$/i, '');
  if (WIDE_KEYWORD.test(text)) return [];
  const { property, meaning, help } = KINDS[kind];
  // The parser accepts non-zero lengths without a unit, which browsers ignore in standards mode.
  const isBare = (kind === 'width' || kind === 'radius') && text.split(/[\s/]+/).some((part) => Number(part));
  if ((!isBare && isParsed(property, text)) || mayBeRight(kind, text)) return [];
  const severity = kind === 'color' ? 'error' : 'hint';
  const effect = kind === 'color' ? ', so pages would lose the colour' : ', so pages would ignore the property';
  const fault = text === '' ? 'has no value' : `has the value ${quoteText(text)}, which is not ${meaning}`;
  return [{ severity, at, reason: `the property ${name} ${fault}${effect}`, help }];
}

/** Whether a value that looks wrong may be valid after all: it may use a function such as var(), or CSS that the parser does not know. */
function mayBeRight(kind: Kind, text: string): boolean {
  const functions = text.match(/[\w-]+(?=\()/g) ?? [];
  if (kind !== 'color') return functions.length > 0;
  return /\bfrom\b/i.test(text) || functions.some((name) => !SETTLED.test(name));
}

function isParsed(property: string, value: string): boolean {
  let recognised = '';
  const Declaration = (declaration: { property: string }): void => {
    recognised = declaration.property;
  };
  const code = Buffer.from(`${property}:${value}`);
  lightningcss().transformStyleAttribute({ filename: '', code, errorRecovery: true, visitor: { Declaration } });
  return recognised === property;
}
