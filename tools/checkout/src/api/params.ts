import { z } from 'zod';
import { ProviderError } from '../errors';

/** Whole number, written as text. */
export const integerParam = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
  .pipe(z.int());

export const booleanParam = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Free texts of the caller; the provider allows 50 of them. */
export const metadataParam = z
  .record(z.string().max(40), z.string().max(500))
  .refine((texts) => Object.keys(texts).length <= 50);

export const expandParam = z.array(z.string()).default([]);

/** Parameters of every list. */
export const pageParams = {
  limit: integerParam.pipe(z.int().min(1).max(100)).default(10),
  expand: expandParam,
};

/** `['line_items', 0, 'quantity']` as the provider names it: `line_items[0][quantity]`. */
function paramName(path: readonly PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String);
  return first + rest.map((part) => `[${part}]`).join('');
}

function valueAt(params: unknown, path: readonly PropertyKey[]): unknown {
  let value = params;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.entries(value).find(([name]) => name === String(part))?.[1];
  }
  return value;
}

/** Reads parameters through a schema; throws what the provider answers to wrong, missing and unknown ones. */
export function readParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw new ProviderError(400, 'Invalid request.');
  if (issue.code === 'unrecognized_keys') {
    const param = paramName([...issue.path, ...issue.keys.slice(0, 1)]);
    throw new ProviderError(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = paramName(issue.path);
  if (valueAt(params, issue.path) === undefined) {
    throw new ProviderError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  throw new ProviderError(400, `Invalid ${param}: ${issue.message}`, { code: 'parameter_invalid', param });
}
