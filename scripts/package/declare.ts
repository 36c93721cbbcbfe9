import { dirname, isAbsolute, join, resolve } from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  // Those of the packages that a source imports itself are found without being named.
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
  noEmitOnError: true,
};

/** What the names of a source mean: its own declarations, and the sources, or packages, that it imports the others from. */
interface Names {
  declared: Map<string, ts.Statement>;
  imported: Map<string, string>;
}

/**
 * The declarations of a module, given by its source, and those of all types that they name, in one file: `public/almanac.d.ts` for the client. Types
 * of packages are imported. Throws an error if a source has type errors, or two of the declarations have the same name.
 */
export function declareModule(source: string, types: readonly string[] = []): string {
  const entry = resolve(source);
  const files = new Map<string, Names>();
  const program = ts.createProgram([entry], { ...OPTIONS, types: [...types] });
  const { diagnostics, emitSkipped } = program.emit(undefined, (path, text) => {
    files.set(path.replace(/\.d\.ts$/, '.ts'), namesIn(path, text));
  });
  if (emitSkipped) throw new Error(diagnostics.map(({ messageText }) => JSON.stringify(messageText)).join('\n'));
  const wanted = new Map<string, ts.Statement>();
  const ofPackages = new Set<string>();
  const add = (name: string, path: string): void => {
    const { declared, imported } = files.get(path) as Names;
    const from = imported.get(name);
    if (from !== undefined && !isAbsolute(from)) ofPackages.add(`import type { ${name} } from '${from}';\n`);
    else if (from !== undefined) add(name, from);
    const statement = declared.get(name);
    // What no source declares belongs to the platform.
    if (!statement || wanted.get(name) === statement) return;
    if (wanted.has(name)) throw new Error(`two declarations of ${source} are named ${name}`);
    wanted.set(name, statement);
    for (const named of typesIn(statement)) add(named, path);
  };
  for (const name of exportsOf(program, entry)) add(name, entry);
  const declarations = [...wanted.values()].map((statement) => statement.getFullText().trim());
  return `${[...ofPackages].sort().join('')}${declarations.join('\n\n')}\n`;
}

/** Names that a module exports. */
function exportsOf(program: ts.Program, entry: string): string[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(entry);
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`${entry} exports nothing`);
  return checker.getExportsOfModule(module).map(({ name }) => name);
}

function namesIn(path: string, text: string): Names {
  const names: Names = { declared: new Map(), imported: new Map() };
  for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.ES2024, true).statements) {
    if (ts.isImportDeclaration(statement)) {
      const { text: to } = statement.moduleSpecifier as ts.StringLiteral;
      const from = to.startsWith('.') ? join(dirname(path), to) : to;
      const bindings = statement.importClause?.namedBindings;
      if (bindings && ts.isNamedImports(bindings)) {
        for (const { name } of bindings.elements) names.imported.set(name.text, from);
      }
    } else {
      const { name } = statement as ts.DeclarationStatement;
      if (name) names.declared.set(name.text, statement);
    }
  }
  return names;
}

/** Names of the types in a declaration. */
function* typesIn(node: ts.Node): Generator<string, void, undefined> {
  if (ts.isTypeReferenceNode(node)) yield node.typeName.getText();
  if (ts.isTypeQueryNode(node)) yield node.exprName.getText();
  if (ts.isExpressionWithTypeArguments(node)) yield node.expression.getText();
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* typesIn(child);
}
