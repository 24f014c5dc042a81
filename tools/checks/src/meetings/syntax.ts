import { parseSync } from 'oxc-parser';
import { z } from 'zod';

const literal = z.object({ type: z.literal('Literal'), value: z.string() });
const callSchema = z.object({
  type: z.literal('CallExpression'),
  callee: z.union([
    z.object({ type: z.literal('Identifier'), name: z.string() }),
    z.object({ property: z.object({ name: z.string() }) }),
  ]),
  arguments: z.array(z.unknown()),
});
const elementSchema = z.object({
  type: z.literal('JSXOpeningElement'),
  name: z.object({ name: z.literal('Slot') }),
  attributes: z.array(z.unknown()),
});
const nameAttribute = z.object({ name: z.object({ name: z.literal('name') }), value: z.unknown() });
const keySchema = z.object({ type: z.literal('Property'), key: z.unknown(), computed: z.literal(false) });

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

  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    // A schema that refuses a node costs more than all else here, and nearly every node is of another type.
    const type: unknown = Reflect.get(node, 'type');
    const found = type === 'Literal' ? literal.safeParse(node) : undefined;
    if (found?.success) texts.add(found.data.value);
    const call = type === 'CallExpression' ? callSchema.safeParse(node) : undefined;
    if (call?.success) {
      const { callee } = call.data;
      const name = 'name' in callee ? callee.name : callee.property.name;
      calls.push({ name, texts: call.data.arguments.map(textOf) });
    }
    const element = type === 'JSXOpeningElement' ? elementSchema.safeParse(node) : undefined;
    if (element?.success) {
      const attribute = element.data.attributes
        .map((part) => nameAttribute.safeParse(part))
        .find((part) => part.success);
      slots.push(textOf(attribute?.data?.value));
    }
    const isKeyed = type === 'Property' && keySchema.safeParse(node).success;
    for (const [name, part] of Object.entries(node)) {
      if (name === 'key' && isKeyed && literal.safeParse(part).success) continue;
      if (Array.isArray(part)) part.forEach(visit);
      else visit(part);
    }
  }
  visit(parseSync(file, text).program);
  return { calls, slots, texts };
}

function textOf(node: unknown): string | null {
  const found = literal.safeParse(node);
  return found.success ? found.data.value : null;
}
