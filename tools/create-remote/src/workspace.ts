import { z } from 'zod';

/** An area that is in every list of areas; the new one is added beside it. */
const MODEL = 'trainee';

/** A configuration with its fields in their original order: a diff must show only additions. */
const fieldsSchema = z.record(z.string(), z.unknown());
const tsconfigSchema = z.object({ references: z.array(z.strictObject({ path: z.string() })) });

/** The workspace's `tsconfig.json` with the new area among its references. */
export function withReference(text: string, name: string): string {
  const fields = fieldsSchema.parse(JSON.parse(text));
  const { references } = tsconfigSchema.parse(fields);
  const paths = new Set([...references.map(({ path }) => path), `./apps/${name}`]);
  // With line breaks, since prettier joins single-line ones.
  return JSON.stringify({ ...fields, references: [...paths].map((path) => ({ path })) }, null, 2);
}

const lintSchema = z.object({ overrides: z.array(z.unknown()) });

/** The lint configuration with the new area in every list of areas: what it may import, and who may not import it. */
export function withLintRules(text: string, name: string): string {
  const fields = fieldsSchema.parse(JSON.parse(text));
  const { overrides } = lintSchema.parse(fields);
  return JSON.stringify({ ...fields, overrides: overrides.map((override) => extendLists(override, name)) });
}

function extendLists(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item) => extendLists(item, name));
    for (const shape of ['apps/$/**', '@nemus/$']) {
      const added = shape.replace('$', name);
      if (items.includes(shape.replace('$', MODEL)) && !items.includes(added)) items.push(added);
    }
    return items;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, extendLists(member, name)]));
}
