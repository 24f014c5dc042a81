import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { providedByShell } from '@nemus/build/shared';
import { installedVersion } from '@nemus/build/workspace';
import { CONTRACT_VERSION } from '@nemus/contract';
import { adapterTermSchema, CONTRACT_ADAPTERS } from '@nemus/contract/adapters';
import { PROVIDES_FILE, providesDocumentSchema } from '@nemus/registry';
import { z } from 'zod';
import { readBuiltNames } from './built-names';
import type { ShellFacts } from './checks';
import { parseJson } from './parse-json';
import { Refusal } from './refusal';

/** Where a shell's folder has its last build. */
const BUILT = `dist/site/${PROVIDES_FILE}`;

/**
 * Contract and shared modules of the shell in this checkout; its names, when it was built.
 *
 * @param folder Folder of the shell.
 */
export function shellOfWorkspace(folder: string): ShellFacts {
  const facts = {
    contract: CONTRACT_VERSION,
    adapters: CONTRACT_ADAPTERS.map(({ contract, until }) => ({ contract, until })),
    shared: providedByShell((name) => installedVersion(folder, name)),
  };
  const provides = readBuiltNames(path.join(folder, BUILT), facts);
  return provides ? { ...facts, provides } : facts;
}

/** Unknown fields are ignored: a newer version may have written the file. */
const shellFactsSchema = z.object({
  contract: z.string().min(1),
  // Written by tools before there were any: none.
  adapters: z.array(adapterTermSchema).default([]),
  shared: z.array(z.object({ name: z.string().min(1), version: z.string().min(1) })),
  provides: providesDocumentSchema.optional(),
});

/** Facts of a shell that runs elsewhere, from a JSON file: `{ "contract": "1.0.0", "adapters": [], "shared": [{ "name", "version" }] }`. */
export async function shellOfFile(file: string): Promise<ShellFacts> {
  const text = await readFile(file, 'utf8').catch(() => null);
  const parsed = shellFactsSchema.safeParse(text === null ? null : parseJson(text));
  if (parsed.success) {
    const { provides, ...facts } = parsed.data;
    return provides ? { ...facts, provides } : facts;
  }
  throw new Refusal(
    'malformed',
    `${file} does not describe a shell.`,
    'Write it with "npx --no-install @nemus/release shell > file".',
    {
      details: text === null ? ['The file does not exist.'] : [z.prettifyError(parsed.error)],
    },
  );
}
