import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { codeowners } from './codeowners';
import { placementProblems, readNeighbours } from './neighbours';
import { CreationRefused, type CreateRequest } from './request';
import { renderTemplate } from './template';
import { withLintRules, withReference } from './workspace';

/** The written files. */
export interface CreatedRemote {
  /** Folder of the new area, relative to the workspace. */
  readonly folder: string;
  /** Every file that was written or changed, relative to the workspace. */
  readonly files: readonly string[];
}

/**
 * Writes a new area that immediately builds, tests, smokes and publishes, and adds it to the lists of areas (types, lint,
 * owners). Throws {@link CreationRefused} before anything is written.
 */
export async function createRemote(root: string, request: CreateRequest): Promise<CreatedRemote> {
  const folder = `apps/${request.name}`;
  if (existsSync(path.join(root, folder))) throw new CreationRefused([`${folder} exists already.`]);
  const neighbours = await readNeighbours(root);
  const problems = placementProblems(request, neighbours);
  if (problems.length > 0) throw new CreationRefused(problems);
  const files = renderTemplate(root, request);
  for (const [file, change] of [
    ['tsconfig.json', withReference],
    ['.oxlintrc.json', withLintRules],
  ] as const) {
    files.set(file, change(await readFile(path.join(root, file), 'utf8'), request.name));
  }
  for (const [file, text] of files) {
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await tidy(target, text));
  }
  const owners = '.github/CODEOWNERS';
  await writeFile(path.join(root, owners), codeowners([...neighbours, request]));
  return { folder, files: [...files.keys(), owners] };
}

async function tidy(file: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}
