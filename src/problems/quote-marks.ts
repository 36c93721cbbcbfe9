/** Marks that some programs put around texts in place of `"`, each with the one that closes it. */
export const QUOTE_MARKS = ["''", '``', '´´', '“”', '„“', '„”', '”“', '””', '‘’', '«»', '»«'] as const;
