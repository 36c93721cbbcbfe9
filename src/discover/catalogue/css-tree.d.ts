/** The functions that we use of a package without types. */
declare module 'css-tree/tokenizer' {
  /** Splits a style sheet into its tokens (CSS Syntax Module Level 3); `end` is exclusive. */
  export function tokenize(css: string, onToken: (type: number, start: number, end: number) => void): void;
  /** The types of tokens, by their names. */
  export const tokenTypes: Readonly<Record<string, number>>;
}

declare module 'css-tree/utils' {
  interface Coder {
    /** The value of a token, without quotes, its function and its escapes. */
    decode(token: string): string;
  }
  export const ident: Coder;
  export const string: Coder;
  export const url: Coder;
}
