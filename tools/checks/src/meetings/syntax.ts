import { parseSync, Visitor } from 'oxc-parser';

/** The calls and literals in a file's syntax. */
export interface Syntax {
  /** Calls: the last part of the callee, and the arguments, null for all but string literals. */
  readonly calls: readonly { readonly name: string; readonly texts: readonly (string | null)[] }[];
  /** Names of `<Slot>`; null for computed ones. */
  readonly slots: readonly (string | null)[];
  /** Every string literal that is not the key of an object. */
  readonly texts: ReadonlySet<string>;
}

/** Reads calls, slots and texts of a source file. */
export function readSyntax(file: string, text: string): Syntax {
  const calls: { name: string; texts: (string | null)[] }[] = [];
  const slots: (string | null)[] = [];
  const texts = new Set<string>();
  const keys = new Set<object>();
  new Visitor({
    Property: ({ key, computed }) => {
      if (!computed) keys.add(key);
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && !keys.has(node)) texts.add(node.value);
    },
    CallExpression: ({ callee, arguments: given }) => {
      const named = callee.type === 'MemberExpression' ? callee.property : callee;
      if ('name' in named && typeof named.name === 'string') calls.push({ name: named.name, texts: given.map(textOf) });
    },
    JSXOpeningElement: ({ name, attributes }) => {
      if (name.type !== 'JSXIdentifier' || name.name !== 'Slot') return;
      const own = attributes.find((part) => part.type === 'JSXAttribute' && part.name.name === 'name');
      slots.push(own?.type === 'JSXAttribute' && own.value ? textOf(own.value) : null);
    },
  }).visit(parseSync(file, text).program);
  return { calls, slots, texts };
}

const textOf = (node: object) => ('value' in node && typeof node.value === 'string' ? node.value : null);
