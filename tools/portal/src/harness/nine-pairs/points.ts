import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedVersion } from '@nemus/build/workspace';
import { contractProblem, sharedProblems, type ReleaseDocument } from '@nemus/registry';
import { shellOfWorkspace, type ShellFacts } from '@nemus/release';
import { z } from 'zod';
import { ROOT } from '../../serve/settings';

/** A moment of the history with what was built there. */
export interface Point {
  /** Short hash, or `checkout` for what is here now. */
  readonly name: string;
  /** Folder of its apps. */
  readonly apps: string;
  readonly shell: ShellFacts;
}

const sharedSchema = z.object({
  providedByShell: z.function({
    input: [z.function({ input: [z.string()], output: z.string() })],
    output: z.array(z.object({ name: z.string(), version: z.string() })),
  }),
});

/**
 * What the shell of a checkout says of itself: its contract, and the versions that it provides.
 *
 * @param folder Root of an older checkout; null for this one.
 */
export async function shellFactsOf(folder: string | null): Promise<ShellFacts> {
  if (folder === null) return shellOfWorkspace(path.join(ROOT, 'apps/shell'));
  const version = await readFile(path.join(folder, 'libs/contract/src/version.ts'), 'utf8');
  const module: unknown = await import(pathToFileURL(path.join(folder, 'libs/build/src/shared.ts')).href);
  const { providedByShell } = sharedSchema.parse(module);
  return {
    contract: /'(\d+\.\d+\.\d+)'/.exec(version)?.[1] ?? '',
    shared: providedByShell((name) => installedVersion(path.join(folder, 'apps/shell'), name)),
  };
}

/** Why a shell of these facts refuses a release by its ranges, in one sentence; null when they fit. */
export function refusalOf({ contract, shared }: ShellFacts, { declaration, shared: wanted }: ReleaseDocument) {
  return contractProblem(declaration.contract, contract) ?? sharedProblems(wanted, shared)[0] ?? null;
}
