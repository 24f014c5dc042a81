import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { checkerFile } from './checkers';

/** Categories that must score 100. Speed is measured elsewhere (`npm run bench`), on a constant line. */
export const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;

const resultSchema = z.object({
  categories: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
  runtimeError: z.object({ message: z.string() }).optional(),
});

const moduleSchema = z.object({ default: z.function() });

/** What keeps a page from 100 in Lighthouse's result, one line each; empty when all is well. */
export function readResult(result: unknown): string[] {
  const { categories, audits, runtimeError } = resultSchema.parse(result);
  if (runtimeError) return [`Lighthouse failed: ${runtimeError.message}`];
  return CATEGORIES.flatMap((name) => {
    const category = categories[name];
    if (category?.score === 1) return [];
    const score = category?.score === null || !category ? 'no score' : Math.round(category.score * 100);
    const causes = (category?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${audits[id]?.title ?? id} (${id})`);
    return [`${category?.title ?? name}: ${score}${causes.length > 0 ? `: ${causes.join('; ')}` : ''}`];
  });
}

/**
 * Lets Lighthouse open an address in a running browser, with that browser's storage.
 *
 * @param port of the browser's DevTools.
 */
export async function runLighthouse(address: string, port: number): Promise<string[]> {
  const module = moduleSchema.parse(await import(pathToFileURL(checkerFile('lighthouse/core/index.js')).href));
  const options = { port, onlyCategories: [...CATEGORIES], disableStorageReset: true, logLevel: 'error' };
  const answer: unknown = await Reflect.apply(module.default, null, [address, options]);
  return readResult(z.object({ lhr: z.unknown() }).parse(answer).lhr);
}
