import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  declaration: true,
  stripInternal: true,
};

/** The names that a source declares, exports and imports. Each imported name is mapped to the path or package that it comes from. */
interface Names {
  declared: Map<string, ts.Statement>;
  imported: Map<string, string>;
  exported: string[];
  /** Names whose declarations cannot be generated from this source alone, each with the reason. */
  unknown: Map<string, string>;
}

/**
 * Generates one file of declarations, such as `public/almanac.d.ts`, for the exports of a source and all types that they refer to. Types of
 * packages are imported. Sources are read separately, so types must be explicit. Throws if one is not, or if two declarations share a name.
 */
export function declareModule(source: string): string {
  const entry = resolve(source);
  const files = new Map<string, Names>();
  const wanted = new Map<string, ts.Statement>();
  const ofPackages = new Set<string>();
  const namesOf = (path: string): Names => {
    const names = files.get(path) ?? namesIn(path);
    files.set(path, names);
    return names;
  };
  const add = (name: string, path: string): void => {
    const { declared, imported, unknown } = namesOf(path);
    const from = imported.get(name);
    if (from !== undefined && !isAbsolute(from)) ofPackages.add(`import type { ${name} } from '${from}';\n`);
    else if (from !== undefined) add(name, from);
    const statement = declared.get(name);
    // There is nothing to add if the name is imported, built in or a type parameter, or has already been added.
    if (!statement || wanted.get(name) === statement) return;
    if (unknown.has(name)) throw new Error(`${path}: ${name}: ${unknown.get(name)}`);
    if (wanted.has(name)) throw new Error(`${source} needs two declarations named ${name}`);
    wanted.set(name, statement);
    for (const named of typesIn(statement)) add(named, path);
  };
  const { exported } = namesOf(entry);
  for (const name of exported) add(name, entry);
  const hidden = new Set([...wanted].flatMap(([name, it]) => (isValue(it) && !exported.includes(name) ? [it] : [])));
  const declarations = [...wanted.values()].map((statement) => {
    const text = statement.getFullText().trim();
    // A value that the module does not export may be needed for a type derived from it, so it is declared without `export`.
    return hidden.has(statement) ? text.replace(/^export /m, '') : text;
  });
  // Without this line, every declaration in the file would count as exported.
  if (hidden.size > 0) declarations.push('export {};');
  return `${[...ofPackages].sort().join('')}${declarations.join('\n\n')}\n`;
}

function namesIn(path: string): Names {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(path, 'utf8'), {
    fileName: path,
    compilerOptions: OPTIONS,
    reportDiagnostics: true,
  });
  const names: Names = { declared: new Map(), imported: new Map(), exported: [], unknown: new Map() };
  for (const { file, start = 0, messageText } of diagnostics) {
    const statement = file?.statements.find(({ pos, end }) => pos <= start && start < end);
    const reason = ts.flattenDiagnosticMessageText(messageText, ' ');
    for (const name of statement ? declaredBy(statement) : []) names.unknown.set(name, reason);
  }
  for (const statement of ts.createSourceFile(path, outputText, ts.ScriptTarget.ES2024, true).statements) {
    if (ts.isImportDeclaration(statement)) {
      const { text: to } = statement.moduleSpecifier as ts.StringLiteral;
      const from = to.startsWith('.') ? join(dirname(path), to) : to;
      const bindings = statement.importClause?.namedBindings;
      if (bindings && ts.isNamedImports(bindings)) {
        for (const { name } of bindings.elements) names.imported.set(name.text, from);
      }
    } else if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      if (clause && ts.isNamedExports(clause)) names.exported.push(...clause.elements.map(({ name }) => name.text));
    } else {
      const declared = declaredBy(statement);
      for (const name of declared) names.declared.set(name, statement);
      if (
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      )
        names.exported.push(...declared);
    }
  }
  return names;
}

/** Whether a declaration exists at run time. */
function isValue(statement: ts.Statement): boolean {
  return ts.isVariableStatement(statement) || ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
}

function declaredBy(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => (name as ts.Identifier).text);
  }
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
}

/** Names that a declaration refers to in its types. */
function* typesIn(node: ts.Node): Generator<string, void, undefined> {
  if (ts.isTypeReferenceNode(node)) yield node.typeName.getText();
  if (ts.isTypeQueryNode(node)) yield node.exprName.getText();
  if (ts.isExpressionWithTypeArguments(node)) yield node.expression.getText();
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* typesIn(child);
}
