import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { placementProblems } from '../neighbours';
import { CreationRefused, type CreateRequest } from '../request';
import { readTemplate, valuesOf } from '../template';
import { standaloneManifest, standaloneNpmrc } from './manifest';
import { TARBALLS, type PackageSource } from './packages';
import type { Versions } from './versions';

const TEMPLATE = fileURLToPath(new URL('../../standalone', import.meta.url));
/** As the template's own lines are; a repository may choose otherwise. */
const STYLE = { printWidth: 120, singleQuote: true } as const;

/** A repository that was written. */
export interface CreatedRepository {
  readonly folder: string;
  /** Its files, relative to the folder. */
  readonly files: readonly string[];
}

/**
 * Writes a repository with one area that immediately builds, tests and publishes, and reads no file of the portal's.
 * Only the portal's registry knows whether its paths are free: `nemus-release check` asks it.
 *
 * @param parent Folder in which the repository becomes a folder of the area's name.
 */
export async function createRepository(
  parent: string,
  request: CreateRequest,
  { versions, source }: { readonly versions: Versions; readonly source: PackageSource },
): Promise<CreatedRepository> {
  const folder = path.join(parent, request.name);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CreationRefused([`${folder} is not empty.`]);
  const problems = placementProblems(request, []);
  if (problems.length > 0) throw new CreationRefused(problems);
  const files = new Map([
    ['package.json', standaloneManifest(request, versions, source)],
    ['.npmrc', standaloneNpmrc(source)],
    ...readTemplate(TEMPLATE, { ...valuesOf(request), teamName: request.team }),
  ]);
  for (const [file, text] of files) {
    const target = path.join(folder, file);
    // oxlint-disable-next-line no-await-in-loop -- a handful of small files
    await mkdir(path.dirname(target), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await writeFile(target, await tidy(target, text));
  }
  if (source.kind === 'folder') {
    const kept = path.join(folder, TARBALLS);
    await mkdir(kept, { recursive: true });
    await Promise.all(
      [...source.tarballs.values()].map((file) => cp(path.join(source.folder, file), path.join(kept, file))),
    );
  }
  return { folder, files: [...files.keys()] };
}

async function tidy(file: string, text: string): Promise<string> {
  return /\.(tsx?|json|md|ya?ml)$/.test(file) ? format(text, { ...STYLE, filepath: file }) : text;
}

/** Makes the folder a repository of git, where it is in none. */
export function beginHistory(folder: string): void {
  if (spawnSync('git', ['rev-parse', '--git-dir'], { cwd: folder }).status === 0) return;
  spawnSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: folder });
}
