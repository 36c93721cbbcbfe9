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

declare module 'css-tree' {
  interface List {
    toArray(): CssNode[];
  }
  interface Located {
    loc: { start: { offset: number } };
  }
  /** The nodes of a tree that we look at. */
  export type CssNode =
    | { type: 'Value' | 'Parentheses' | 'Brackets'; children: List }
    | { type: 'Function'; name: string; children: List }
    | { type: 'Identifier'; name: string }
    | { type: 'Operator' | 'Raw'; value: string }
    | { type: 'WhiteSpace' | 'Comment' | 'Hash' | 'Number' | 'StyleSheet' }
    | (Located & { type: 'Declaration'; property: string; value: { value: string; loc: Located['loc'] | null } });
  interface ParseOptions {
    context?: 'stylesheet' | 'value';
    positions?: boolean;
    parseValue?: boolean;
    parseRulePrelude?: boolean;
    parseAtrulePrelude?: boolean;
    onParseError?: () => void;
  }
  /** Parses with the error recovery of browsers: what it cannot read becomes a node of type `Raw`. */
  export function parse(css: string, options: ParseOptions): CssNode;
  export function generate(node: CssNode): string;
  interface Visitor {
    visit: 'Declaration';
    enter(this: { rule: { prelude: CssNode } | null }, node: CssNode): void;
  }
  export function walk(tree: CssNode, visitor: Visitor): void;
  export const lexer: {
    /** Grammars by the names of properties, in lower case. */
    readonly properties: Readonly<Record<string, unknown>>;
    /** `matched` is null if the text does not match the grammar, and if it contains `var()`. */
    match(syntax: string, text: string): { matched: unknown };
    matchProperty(property: string, text: string): { matched: unknown };
  };
}
