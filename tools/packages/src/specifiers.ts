import { parseSync } from 'oxc-parser';

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
  const take = (node: unknown) => {
    if (isText(node)) found.push({ value: node.value, start: node.start, end: node.end });
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const part of node) visit(part);
      return;
    }
    if (!isNode(node)) return;
    if (NAMING.has(node.type)) take(node['source']);
    for (const part of Object.values(node)) if (typeof part === 'object') visit(part);
  };
  visit(program);
  return found;
}

const NAMING: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function isNode(value: unknown): value is { readonly type: string; readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isText(value: unknown): value is { value: string; start: number; end: number } {
  return (
    isNode(value) &&
    value.type === 'Literal' &&
    typeof value['value'] === 'string' &&
    typeof value['start'] === 'number' &&
    typeof value['end'] === 'number'
  );
}

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
