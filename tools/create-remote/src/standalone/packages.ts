import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { CreationRefused } from '../request';
import type { Versions } from './versions';

/** Where a repository takes our packages from. */
export type PackageSource =
  /** Tarballs, which the repository keeps. */
  | { readonly kind: 'folder'; readonly folder: string; readonly tarballs: ReadonlyMap<string, string> }
  /** A registry that its .npmrc names. */
  | { readonly kind: 'registry'; readonly url: string }
  /** The registry that npm is set to for our packages already. */
  | { readonly kind: 'configured' };

/** Folder of the tarballs in a new repository. */
export const TARBALLS = 'vendor';

/** Reads `--packages`: a folder, the address of a registry, or nothing. Throws {@link CreationRefused}. */
export function readSource(packages: string | undefined, cwd: string, { nemus }: Versions): PackageSource {
  if (packages === undefined) {
    if (isConfigured(cwd)) return { kind: 'configured' };
    throw new CreationRefused([
      'npm does not know where the packages @nemus/* come from, and would ask the public registry, where the name is not ours. Add --packages <folder with tarballs, or address of a registry>, or a line "@nemus:registry=<address>" to your .npmrc.',
    ]);
  }
  if (/^https?:/.test(packages)) return { kind: 'registry', url: registryOf(packages) };
  const folder = path.resolve(cwd, packages);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new CreationRefused([`--packages: ${folder} is no folder, and no address of a registry.`]);
  }
  const tarballs = new Map(Object.entries(nemus).map(([name, version]) => [name, tarballOf(name, version)]));
  const missing = [...tarballs.values()].filter((file) => !existsSync(path.join(folder, file)));
  if (missing.length > 0) throw new CreationRefused(missing.map((file) => `--packages: ${folder} has no ${file}.`));
  return { kind: 'folder', folder, tarballs };
}

/** File that `npm pack` writes. */
function tarballOf(name: string, version: string): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

function registryOf(address: string): string {
  const url = new URL(address);
  const isNear = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const problems = [
    ...(url.protocol === 'https:' || isNear ? [] : ['--packages: a registry is asked over https.']),
    // It would be in the repository, where everyone can read it.
    ...(url.username === '' && url.password === ''
      ? []
      : ['--packages: leave the login out; npm takes NODE_AUTH_TOKEN.']),
  ];
  if (problems.length > 0) throw new CreationRefused(problems);
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

function isConfigured(cwd: string): boolean {
  const { status, stdout } = spawnSync('npm', ['config', 'get', '@nemus:registry'], { cwd, encoding: 'utf8' });
  return status === 0 && /^https?:/.test(stdout.trim());
}
