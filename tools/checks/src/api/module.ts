import { parseSync } from 'oxc-parser';
import { z } from 'zod';

/** A name of another module, as an import or a re-export gives it. `*` is the module itself. */
export interface Foreign {
  readonly from: string;
  readonly name: string;
}

/** One declaration of a module. */
export interface Declaration {
  /** Without comments and without `export`; imports inside of it name their target alone. */
  readonly text: string;
  /** Identifiers that it mentions. */
  readonly mentions: ReadonlySet<string>;
  /** Its inline imports from other modules (`import('./x').Y`). */
  readonly foreign: readonly Foreign[];
}

/** The content of a declaration file (`.d.ts`). */
export interface DeclarationModule {
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly imports: ReadonlyMap<string, Foreign>;
  /** Exported name to the local one, or to a name of another module. */
  readonly exports: ReadonlyMap<string, string | Foreign>;
  /** Modules of which everything is exported. */
  readonly stars: readonly string[];
}

const nodeSchema = z.looseObject({ type: z.string(), start: z.number(), end: z.number() });
type Node = z.infer<typeof nodeSchema>;
const namedSchema = z.looseObject({ id: z.looseObject({ name: z.string() }) });
const variablesSchema = z.looseObject({ declarations: z.array(namedSchema) });
const wrapperSchema = z.looseObject({ declaration: nodeSchema.nullish() });
const identifierSchema = z.looseObject({ type: z.literal('Identifier'), name: z.string() });

const INNER_IMPORT = /import\("(\.[^"]*)"\)\.(\w+)/g;

/** Reads a file of declarations. */
export function readModule(file: string, source: string): DeclarationModule {
  const { program, module, comments } = parseSync(file, source);
  const bare = blank(source, comments);
  const declarations = new Map<string, Declaration>();
  for (const statement of z.array(nodeSchema).parse(program.body)) {
    const node = declarationOf(statement);
    for (const name of namesOf(node)) declarations.set(name, join(declarations.get(name), readDeclaration(bare, node)));
  }
  const imports = new Map<string, Foreign>();
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { importName, localName } of entries) {
      const name = importName.kind === 'Default' ? 'default' : (importName.name ?? '*');
      imports.set(localName.value, { from: moduleRequest.value, name });
    }
  }
  const exports = new Map<string, string | Foreign>();
  const stars: string[] = [];
  for (const { moduleRequest, exportName, localName, importName } of module.staticExports.flatMap((e) => e.entries)) {
    const name = exportName.kind === 'Default' ? 'default' : exportName.name;
    if (moduleRequest && name === null) stars.push(moduleRequest.value);
    else if (moduleRequest && name !== null)
      exports.set(name, { from: moduleRequest.value, name: importName.name ?? '*' });
    else if (name !== null && name !== undefined) exports.set(name, localName.name ?? name);
  }
  return { declarations, imports, exports, stars };
}

/** Comments are no part of the exports: rewording one is no change. */
function blank(source: string, comments: readonly { start: number; end: number }[]): string {
  let text = source;
  for (const { start, end } of comments) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  return text;
}

function declarationOf(statement: Node): Node {
  const { declaration } = wrapperSchema.parse(statement);
  return declaration ?? statement;
}

function namesOf(node: Node): readonly string[] {
  const variables = variablesSchema.safeParse(node);
  if (variables.success) return variables.data.declarations.map(({ id }) => id.name);
  const named = namedSchema.safeParse(node);
  return named.success ? [named.data.id.name] : [];
}

function readDeclaration(bare: string, node: Node): Declaration {
  const own = bare.slice(node.start, node.end);
  const foreign = [...own.matchAll(INNER_IMPORT)].map(([, from = '', name = '']) => ({ from, name }));
  const text = own.replace(INNER_IMPORT, '$2');
  return { text, mentions: new Set(identifiersIn(node)), foreign };
}

/** A function that is declared several times is one declaration. */
function join(first: Declaration | undefined, second: Declaration): Declaration {
  if (!first) return second;
  return {
    text: `${first.text}\n${second.text}`,
    mentions: new Set([...first.mentions, ...second.mentions]),
    foreign: [...first.foreign, ...second.foreign],
  };
}

/** Every identifier below a node. A member with a declaration's name counts too: the result has more, never less. */
function identifiersIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(identifiersIn);
  if (typeof value !== 'object' || value === null) return [];
  const identifier = identifierSchema.safeParse(value);
  const below = Object.entries(value)
    .filter(([key]) => key !== 'key')
    .flatMap(([, part]) => identifiersIn(part));
  return identifier.success ? [identifier.data.name, ...below] : below;
}
