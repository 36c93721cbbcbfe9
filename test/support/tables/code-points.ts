import fc from 'fast-check';

/** The first of the surrogates, which are no characters, and their number. */
const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any Unicode character, as a unit of `fc.string`. The same as the unit `binary`, which is not used because it keeps a table of all
 * characters: making it takes almost a second and 190 MB in each worker.
 */
export const codePoints = fc.nat(0x10ffff - SURROGATES.count).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  (character) => {
    const [only, ...others] = [...(character as string)];
    const code = only?.codePointAt(0);
    if (code === undefined || others.length > 0) throw new Error('not one character');
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);
