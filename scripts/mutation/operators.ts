import ts from 'typescript';
import type { Operator } from './mutant.ts';
import { regexChanges } from './regex-changes.ts';

/** A change of the text of one node, or of a part of it: offsets in the source. */
export interface Change {
  start: number;
  end: number;
  after: string;
  operator: Operator;
}

const { SyntaxKind } = ts;

/** What replaces an operator between two values. */
const BINARY: Readonly<Record<string, readonly [string, Operator][]>> = {
  '<': [
    ['<=', 'boundary'],
    ['>=', 'comparison'],
  ],
  '<=': [
    ['<', 'boundary'],
    ['>', 'comparison'],
  ],
  '>': [
    ['>=', 'boundary'],
    ['<=', 'comparison'],
  ],
  '>=': [
    ['>', 'boundary'],
    ['<', 'comparison'],
  ],
  '===': [['!==', 'comparison']],
  '!==': [['===', 'comparison']],
  '+': [['-', 'arithmetic']],
  '-': [['+', 'arithmetic']],
  '*': [['/', 'arithmetic']],
  '/': [['*', 'arithmetic']],
  '%': [['*', 'arithmetic']],
  '**': [['*', 'arithmetic']],
  '<<': [['>>', 'arithmetic']],
  '>>': [['<<', 'arithmetic']],
  '>>>': [['<<', 'arithmetic']],
  '&': [['|', 'arithmetic']],
  '|': [['&', 'arithmetic']],
  '&&': [['||', 'logical']],
  '||': [['&&', 'logical']],
  '??': [['&&', 'logical']],
  '+=': [['-=', 'arithmetic']],
  '-=': [['+=', 'arithmetic']],
  '*=': [['/=', 'arithmetic']],
  '??=': [['=', 'logical']],
  '||=': [['=', 'logical']],
};

/** Methods whose result is replaced by what they were called on, or that are replaced by another method. */
const METHODS: Readonly<Record<string, string | null>> = {
  sort: null,
  toSorted: null,
  reverse: null,
  toReversed: null,
  trim: null,
  trimStart: null,
  trimEnd: null,
  filter: null,
  slice: null,
  concat: null,
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  normalize: null,
  flat: null,
  padStart: null,
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  find: 'findLast',
  findLast: 'find',
  findIndex: 'findLastIndex',
  findLastIndex: 'findIndex',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
};

/** Every change of one node by itself, without those of the nodes in it. */
export function changesOf(node: ts.Node, source: ts.SourceFile): Change[] {
  const from = node.getStart(source);
  const to = node.end;
  const change = (after: string, operator: Operator, start = from, end = to): Change => ({
    start,
    end,
    after,
    operator,
  });
  const textOf = (part: ts.Node): string => part.getText(source);

  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    const sign = operatorToken.getText(source);
    const at = operatorToken.getStart(source);
    const changes = (BINARY[sign] ?? []).map(([after, operator]) => change(after, operator, at, operatorToken.end));
    // Each side of a condition alone: the other one may not matter to any test.
    if (sign === '&&' || sign === '||' || sign === '??')
      changes.push(change(textOf(left), 'logical'), change(textOf(right), 'logical'));
    return changes;
  }
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) {
    const { expression } = node;
    const start = expression.getStart(source);
    const values = ts.isIfStatement(node) ? ['true', 'false'] : ['false'];
    return values.map((value) => change(value, 'condition', start, expression.end));
  }
  if (ts.isForStatement(node) && node.condition) {
    return [change('false', 'condition', node.condition.getStart(source), node.condition.end)];
  }
  if (ts.isConditionalExpression(node)) {
    return [node.whenTrue, node.whenFalse].map((branch) => change(`(${textOf(branch)})`, 'condition'));
  }
  if (ts.isPrefixUnaryExpression(node)) {
    const operand = textOf(node.operand);
    if (node.operator === SyntaxKind.ExclamationToken) return [change(operand, 'negation')];
    if (node.operator === SyntaxKind.MinusToken) return [change(operand, 'arithmetic')];
    return [];
  }
  if (ts.isPostfixUnaryExpression(node)) {
    const other = node.operator === SyntaxKind.PlusPlusToken ? '--' : '++';
    return [change(textOf(node.operand) + other, 'arithmetic')];
  }
  if (ts.isExpressionStatement(node)) return [change('{}', 'statement')];
  if (ts.isThrowStatement(node) || ts.isBreakStatement(node) || ts.isContinueStatement(node)) {
    return [change('{}', 'statement')];
  }
  if (ts.isReturnStatement(node)) {
    if (!node.expression) return [change('{}', 'statement')];
    const value = node.expression.getStart(source);
    return ['null', '[]', "''"].map((after) => change(after, 'return value', value, node.expression?.end));
  }
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    return [value + 1, value - 1].map((other) => change(other < 0 ? `(${other})` : String(other), 'number'));
  }
  if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) {
    return [change(node.kind === SyntaxKind.TrueKeyword ? 'false' : 'true', 'boolean')];
  }
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    if (!isValue(node)) return [];
    return [change(node.text === '' ? "'mutant'" : "''", 'string')];
  }
  if (ts.isTemplateExpression(node)) return [change("''", 'string')];
  if (ts.isRegularExpressionLiteral(node)) {
    return regexChanges(node.text).map(({ at, length, after }) =>
      change(after, 'regular expression', from + at, from + at + length),
    );
  }
  if (ts.isArrayLiteralExpression(node)) return removals(node.elements, source, 'element');
  if (ts.isObjectLiteralExpression(node)) return removals(node.properties, source, 'property');
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name, questionDotToken } = node.expression;
    const method = name.text;
    if (questionDotToken || !Object.hasOwn(METHODS, method)) return [];
    const other = METHODS[method] as string | null;
    if (other === null) return [change(textOf(expression), 'method')];
    return [change(other, 'method', name.getStart(source), name.end)];
  }
  if (ts.isPropertyAccessExpression(node) && node.questionDotToken) {
    return [change('.', 'optional chaining', node.questionDotToken.getStart(source), node.questionDotToken.end)];
  }
  return [];
}

/** One change for each element of a list: the list without it and its comma. */
function removals(elements: ts.NodeArray<ts.Node>, source: ts.SourceFile, operator: Operator): Change[] {
  return elements.map((element, index) => {
    const next = elements[index + 1];
    const previous = elements[index - 1];
    const start = next || !previous ? element.getStart(source) : previous.end;
    return { start, end: next ? next.getStart(source) : element.end, after: '', operator };
  });
}

/** True if a text is a value of the program: not a type, a module's name, or a key. */
function isValue(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isLiteralTypeNode(parent) || ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  return !ts.isExpressionStatement(parent);
}
