/**
 * Checks what the publisher's style sheet declares: values of the custom properties that pages promise to use, and names that are nearly those of
 * a property. A value of which browsers make nothing takes a colour from every page. The parser may not know the newest CSS: only what is certain
 * to be wrong is an error.
 */

import { createRequire } from 'node:module';
import { quoteText } from '../../problems/quote-text.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import type { CssDeclaration, CssFault } from './read-css.ts';

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
export interface DeclarationFault extends CssFault {
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

/** In UTF-16 code units. Longer values are not looked into. */
const LONGEST_VALUE = 1000;

/** Functions whose arguments have had one grammar for years, unless they contain others or the keyword `from`. */
const SETTLED = ['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'oklab', 'lch', 'oklch', 'light-dark'];
const COLOR_FUNCTIONS = [...SETTLED, 'color', 'color-mix', 'contrast-color', 'device-cmyk'];

/** Functions that are not misspelled colours: they refer to values that are written elsewhere, or compute one. */
const OTHERS = /^(?:attr|calc|env|if|inherit|max|min|var|--.*)$/;

/** Keywords that every property takes. */
const WIDE_KEYWORD = /^(?:inherit|initial|unset|revert|revert-layer|revert-rule)$/i;

/** Properties that people write most, and those that look nearly like them and that the parser does not know. */
const COMMON = `
  align-items all background background-color border border-color border-radius border-style border-top border-
  width bottom box-shadow clear clip color contain content counter-reset counter-set cursor direction display fill filter flex
  float font font-family font-size font-style font-weight font-width gap grid height inset justify-content left letter-
  spacing line-height margin margin-top margin-trim mask max-height max-width min-height min-width opacity order orphans
  outline overflow padding padding-top page position quotes resize right rotate scale size src stroke tab-size
  text-align text-decoration text-transform top transform transition translate visibility white-space widows width
  z-index zoom`
  .trim()
  .split(/\s+/);

/** Everything that is doubtful about the declarations of a style sheet, in their order; `at` is the offset of a value or of a name. */
export function faultsInDeclarations(css: string, declarations: readonly CssDeclaration[]): DeclarationFault[] {
  const used = new Set(css.match(/(?<![\w-])--[\w-]+(?![\w-])(?=\s*[,)])/g) ?? []);
  return declarations.flatMap((declaration): DeclarationFault[] => {
    const { at, name, prelude } = declaration;
    if (isThemeProperty(name)) return faultsInValue(name, declaration);
    const isCustom = name.startsWith('--');
    // Descriptors, as of @font-face, have other names than properties, and the shortest names are like too many others.
    if (
      isCustom
        ? used.has(name) || !/^(?::root|html)\b/.test(prelude)
        : !/^[a-z][\w-]{3}/i.test(name) || prelude[0] === '@'
    ) {
      return [];
    }
    // The newest properties are in no list, so a name that is like no other is left alone.
    const isKnown = COMMON.includes(name.toLowerCase());
    const suggestion = isKnown ? '' : didYouMean(name, isCustom ? Object.keys(THEME_PROPERTIES) : COMMON);
    if (suggestion === '' || (!isCustom && parsedAs(name, 'inherit') !== 'custom')) return [];
    const why = isCustom ? 'pages do not use' : 'browsers may not know';
    const reason = `sets the property ${quoteText(name)}, which ${why}${suggestion}`;
    return [{ severity: 'hint', at, reason, help: 'Correct the name, or leave it if it is meant.' }];
  });
}

function faultsInValue(name: keyof typeof THEME_PROPERTIES, { value, valueAt }: CssDeclaration): DeclarationFault[] {
  const text = value.replace(/\s*!\s*important$/i, '');
  if (text.length > LONGEST_VALUE || WIDE_KEYWORD.test(text)) return [];
  const kind = THEME_PROPERTIES[name];
  const { property, meaning, help } = KINDS[kind];
  // The parser reads lengths without units, which only old pages take.
  const isBare = property !== 'font-family' && text.split(/[\s/]+/).some((part) => Number(part));
  if (!isBare && parsedAs(property, text) === property) return [];
  const severity = severityOf(kind, text);
  if (severity === null) return [];
  const effect = kind === 'color' ? ', so pages would lose the colour' : ', so pages would not use it';
  const shown = text === '' ? 'has no value' : `has the value ${quoteText(text)}`;
  const reason = `the property ${name} ${shown}, which is not ${meaning}${effect}`;
  return [{ severity, at: valueAt, reason, help }];
}

/** How sure it is that a value is wrong of which the parser makes nothing; null if it may come from elsewhere, or be of newer CSS. */
function severityOf(kind: Kind, text: string): 'error' | 'hint' | null {
  const functions = [...text.matchAll(/([\w-]+)\(/g)].map(([, name = '']) => name.toLowerCase());
  if (kind !== 'color') return functions.length === 0 ? 'hint' : null;
  if (functions.every((name) => SETTLED.includes(name)) && !/\bfrom\b/i.test(text)) return 'error';
  const isMistyped = functions.some(
    (name) => !OTHERS.test(name) && !COLOR_FUNCTIONS.includes(name) && didYouMean(name, COLOR_FUNCTIONS),
  );
  return isMistyped ? 'hint' : null;
}

/** The property that a parser recognises in a declaration; `unparsed` if it makes nothing of the value, and `custom` if nothing of the name. */
function parsedAs(name: string, value: string): string | undefined {
  // Loaded only for a catalogue that has a style sheet.
  const { transform } = createRequire(import.meta.url)('lightningcss') as typeof import('lightningcss');
  const code = Buffer.from(`a{${name}:${value}}`);
  let property: string | undefined;
  const Declaration = (declaration: { property: string }): void => {
    property ??= declaration.property;
  };
  transform({ filename: 'theme.css', code, errorRecovery: true, visitor: { Declaration } });
  return property;
}

function isThemeProperty(name: string): name is keyof typeof THEME_PROPERTIES {
  return Object.hasOwn(THEME_PROPERTIES, name);
}
