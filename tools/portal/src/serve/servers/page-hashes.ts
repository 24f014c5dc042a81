import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const hashesSchema = z.array(z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/=]+$/));
const pageHashesSchema = z.object({ scriptHashes: hashesSchema, styleHashes: hashesSchema.default([]) });

/** Hashes of the page's inline scripts and styles, such as `sha256-…`. */
export type PageHashes = z.infer<typeof pageHashesSchema>;

/** Reads what the shell's build has left beside the site. Rejects when the shell is not built. */
export async function readPageHashes(build: string): Promise<PageHashes> {
  return pageHashesSchema.parse(JSON.parse(await readFile(path.join(build, 'csp.json'), 'utf8')));
}
