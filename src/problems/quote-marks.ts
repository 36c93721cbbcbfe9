/** Pairs of marks, opening and closing, with which some programs quote texts instead of `"`. */
export const QUOTE_MARKS = ["''", '``', '´´', '“”', '„“', '„”', '”“', '””', '‘’', '«»', '»«'] as const;
