import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  canonicalJson,
  containerName,
  digestOf,
  parseProvides,
  PROVIDES_FILE,
  type ReleaseInput,
} from '@nemus/registry';
import { Refusal } from '../refusal';

/** Name under which the shell is released; no area has it. */
export const SHELL = 'shell';
/** The page: the entry of a shell's release. */
export const PAGE_FILE = 'index.html';
/** Files at the root of the site, and content-hashed ones: no configuration, no operator's text, nothing hidden. */
const SITE_FILE = /^(assets\/)?[\w-][\w.-]*$/;

/**
 * The registry that names the release of an area. The shell has one of its own, which no browser reads: its page is the
 * pointer there.
 */
export function registryOf(remote: string, environment: string): string {
  return remote === SHELL ? shellEnvironment(environment) : environment;
}

/** Environment whose registry names the shell of an environment. */
export function shellEnvironment(environment: string): string {
  return environment.startsWith('shell-') ? environment : `shell-${environment}`;
}

/** Whether a file belongs to the shell's release and may be written into a site. */
export function isSiteFile(file: string): boolean {
  return SITE_FILE.test(file) && !/\.(br|gz)$/.test(file) && file !== 'config.json';
}

/** What `pack` needs of a built shell, from its files: the version is the hash of all of them. */
export async function shellInput(site: string, listed: readonly string[]): Promise<ReleaseInput> {
  const files = listed.filter(isSiteFile);
  const hashes = await Promise.all(
    files.map(async (file) => [file, await digestOf(await readFile(path.join(site, file)))]),
  );
  const text = await readFile(path.join(site, PROVIDES_FILE), 'utf8').catch(() => '');
  const provides = parseProvides(text);
  if (!provides || !files.includes(PAGE_FILE)) {
    throw new Refusal('not-built', `${site} is no built shell.`, 'Build it: "npx nx build shell".');
  }
  const id = createHash('sha256')
    .update(canonicalJson(Object.fromEntries(hashes)))
    .digest('hex')
    .slice(0, 16);
  const version = `1.0.0-${id}`;
  return {
    schema: 1,
    declaration: {
      name: SHELL,
      title: 'Portal',
      team: 'platform',
      contract: provides.contract,
      routes: [],
      menu: [],
      slots: [],
      // The build checks the shell's budget.
      budget: { entry: 10_000_000, total: 10_000_000 },
    },
    version,
    container: containerName(SHELL, version),
    entry: PAGE_FILE,
    preload: [PAGE_FILE],
    slotPreload: {},
    shared: [],
    files,
  };
}
