import type { z } from 'zod';

/** What a text says by a schema; null for everything else. */
export function parseText<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The same for the body of an answer that is passed on. */
export async function readAnswer<T>(answer: Response, schema: z.ZodType<T>): Promise<T | null> {
  return parseText(await answer.clone().text(), schema);
}
