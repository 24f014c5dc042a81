import { parseSync, Visitor } from 'oxc-parser';

/** A module specifier in a file, and its position. */
export interface Specifier {
  readonly value: string;
  /** Place of the quoted name in the text, quotes included. */
  readonly start: number;
  readonly end: number;
}

/** Every module that a file imports, re-exports, or takes a type from. @param file Its extension gives the syntax. */
export function specifiersOf(file: string, text: string): Specifier[] {
  const { program, errors } = parseSync(file, text, { astType: 'ts' });
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const found: Specifier[] = [];
  const take = ({ source }: { readonly source: object | null }) => {
    if (isText(source)) found.push({ value: source.value, start: source.start, end: source.end });
  };
  new Visitor({
    ImportDeclaration: take,
    ExportNamedDeclaration: take,
    ExportAllDeclaration: take,
    ImportExpression: take,
    TSImportType: take,
  }).visit(program);
  return found;
}

const isText = (node: object | null): node is { value: string; start: number; end: number } =>
  node !== null && 'value' in node && typeof node.value === 'string';

/** The text with other names of modules. @param rename Gives the new name, or the same. */
export function renameSpecifiers(file: string, text: string, rename: (name: string) => string): string {
  let result = text;
  // From the end, so that earlier positions stay right.
  for (const { value, start, end } of specifiersOf(file, text).toSorted((a, b) => b.start - a.start)) {
    const quote = text[start] ?? "'";
    result = `${result.slice(0, start)}${quote}${rename(value)}${quote}${result.slice(end)}`;
  }
  return result;
}

/** Name of the package that a specifier belongs to; null for files and parts of Node. */
export function packageOf(specifier: string): string | null {
  if (/^[./#]|^node:/.test(specifier)) return null;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
