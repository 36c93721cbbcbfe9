import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const ENTRY = resolve('src/client/client.ts');

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
  noEmitOnError: true,
};

/** What the names of a source mean: its own declarations, and the sources that it imports the others from. */
interface Names {
  declared: Map<string, ts.Statement>;
  imported: Map<string, string>;
}

/**
 * Text of `public/almanac.d.ts`: the client's declarations, and those of all types that they name, in one file. Throws an error if the client has
 * type errors, or two of the declarations have the same name.
 */
export function declareClient(): string {
  const files = new Map<string, Names>();
  const program = ts.createProgram([ENTRY], OPTIONS);
  const { diagnostics, emitSkipped } = program.emit(undefined, (path, text) => {
    files.set(path.replace(/\.d\.ts$/, '.ts'), namesIn(path, text));
  });
  if (emitSkipped) throw new Error(diagnostics.map(({ messageText }) => JSON.stringify(messageText)).join('\n'));
  const wanted = new Map<string, ts.Statement>();
  const add = (name: string, path: string): void => {
    const { declared, imported } = files.get(path) as Names;
    const from = imported.get(name);
    if (from !== undefined) add(name, from);
    const statement = declared.get(name);
    // What no source declares belongs to the platform.
    if (!statement || wanted.get(name) === statement) return;
    if (wanted.has(name)) throw new Error(`two declarations of the client are named ${name}`);
    wanted.set(name, statement);
    for (const named of typesIn(statement)) add(named, path);
  };
  for (const name of exportsOf(program)) add(name, ENTRY);
  return `${[...wanted.values()].map((statement) => statement.getFullText().trim()).join('\n\n')}\n`;
}

/** Names that the client exports. */
function exportsOf(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const entry = program.getSourceFile(ENTRY);
  const module = entry && checker.getSymbolAtLocation(entry);
  if (!module) throw new Error(`${ENTRY} exports nothing`);
  return checker.getExportsOfModule(module).map(({ name }) => name);
}

function namesIn(path: string, text: string): Names {
  const names: Names = { declared: new Map(), imported: new Map() };
  for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.ES2024, true).statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = join(dirname(path), (statement.moduleSpecifier as ts.StringLiteral).text);
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
