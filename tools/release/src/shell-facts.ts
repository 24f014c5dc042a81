import { readFile } from 'node:fs/promises';
import { providedByShell } from '@nemus/build/shared';
import { installedVersion } from '@nemus/build/workspace';
import { CONTRACT_VERSION } from '@nemus/contract';
import { z } from 'zod';
import type { ShellFacts } from './checks';
import { parseJson } from './parse-json';
import { Refusal } from './refusal';

/** Contract and shared modules of the shell in this checkout. */
export function shellOfWorkspace(folder: string): ShellFacts {
  return { contract: CONTRACT_VERSION, shared: providedByShell((name) => installedVersion(folder, name)) };
}

const shellFactsSchema = z.strictObject({
  contract: z.string().min(1),
  shared: z.array(z.strictObject({ name: z.string().min(1), version: z.string().min(1) })),
});

/** Facts of a shell that runs elsewhere, from a JSON file: `{ "contract": "1.0.0", "shared": [{ "name", "version" }] }`. */
export async function shellOfFile(file: string): Promise<ShellFacts> {
  const text = await readFile(file, 'utf8').catch(() => null);
  const parsed = shellFactsSchema.safeParse(text === null ? null : parseJson(text));
  if (parsed.success) return parsed.data;
  throw new Refusal('malformed', `${file} does not describe a shell.`, 'Write it with "nemus-release shell > file".', {
    details: text === null ? ['The file does not exist.'] : [z.prettifyError(parsed.error)],
  });
}
