import { readFile } from 'node:fs/promises';
import { providedByShell } from '@nemus/build/shared';
import { installedVersion } from '@nemus/build/workspace';
import { CONTRACT_VERSION } from '@nemus/contract';
import { adapterTermSchema, CONTRACT_ADAPTERS } from '@nemus/contract/adapters';
import { z } from 'zod';
import type { ShellFacts } from './checks';
import { parseJson } from './parse-json';
import { Refusal } from './refusal';

/** Contract and shared modules of the shell in this checkout. */
export function shellOfWorkspace(folder: string): ShellFacts {
  return {
    contract: CONTRACT_VERSION,
    adapters: CONTRACT_ADAPTERS.map(({ contract, until }) => ({ contract, until })),
    shared: providedByShell((name) => installedVersion(folder, name)),
  };
}

const shellFactsSchema = z.strictObject({
  contract: z.string().min(1),
  // Written by tools before there were any: none.
  adapters: z.array(adapterTermSchema).default([]),
  shared: z.array(z.strictObject({ name: z.string().min(1), version: z.string().min(1) })),
});

/** Facts of a shell that runs elsewhere, from a JSON file: `{ "contract": "1.0.0", "adapters": [], "shared": [{ "name", "version" }] }`. */
export async function shellOfFile(file: string): Promise<ShellFacts> {
  const text = await readFile(file, 'utf8').catch(() => null);
  const parsed = shellFactsSchema.safeParse(text === null ? null : parseJson(text));
  if (parsed.success) return parsed.data;
  throw new Refusal('malformed', `${file} does not describe a shell.`, 'Write it with "nemus-release shell > file".', {
    details: text === null ? ['The file does not exist.'] : [z.prettifyError(parsed.error)],
  });
}
