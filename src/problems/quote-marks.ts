/** Pairs of opening and closing quotation marks that some programs use instead of `"`. */
export const QUOTE_MARKS = ["''", '``', '´´', '“”', '„“', '„”', '”“', '””', '‘’', '«»', '»«'] as const;
