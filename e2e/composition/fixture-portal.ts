import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { test as base, expect } from '@playwright/test';
import { CONTRACT_VERSION } from '@nemus/contract';
import { startShellServer, startStoreServer, type RunningServer } from '../../tools/portal/src/serve/servers';
import {
  areaPath,
  isByContent,
  parseRegistry,
  parseUses,
  USES_FILE,
  type RegisteredRemote,
  type RegistryDocument,
} from '@nemus/registry';
import { openFileStore, shellOfWorkspace, shipRelease, type ReleaseStore } from '@nemus/release';
import { FIXTURE_SHELL, fixtureRemote } from '../fixtures/build';
import { stopAfterPages } from '../support/servers';
import { temporaryFolder } from '../../tools/portal/src/serve/temporary-folder';

const ENVIRONMENT = 'fixtures';
const REMOTES = ['sound-before', 'sound', 'throwing', 'hanging', 'unguarded', 'unevaluable'];

/** Ends up in every file that was tampered with. */
const TAMPERING = '\n;globalThis.tamperedCodeRan = true;\n';

/** Location of a damaged file: releases of an area share one copy, and each has its own as well. */
type Copies = 'shared' | 'all';

/** A small portal of fixture areas on two origins, with a store that a test may damage. */
export class FixturePortal {
  readonly shell: RunningServer;
  readonly store: RunningServer;
  readonly #folder: string;

  constructor(folder: string, shell: RunningServer, store: RunningServer) {
    this.#folder = folder;
    this.shell = shell;
    this.store = store;
  }

  /**
   * Appends code to a file of the current release, in every form. The first file whose name matches.
   *
   * @param copies The one that releases of the area share, or the release's own as well.
   */
  async tamper(remote: string, file: RegExp, copies: Copies = 'all') {
    for (const target of await this.#copiesOf(remote, file, copies)) {
      await publishText(target, (await readFile(target, 'utf8')) + TAMPERING);
    }
  }

  /** Removes a file of the current release; the returned function restores it. */
  async hide(remote: string, file: RegExp, copies: Copies = 'all'): Promise<() => Promise<void>> {
    const targets = await this.#copiesOf(remote, file, copies);
    for (const target of targets) await rename(target, `${target}.hidden`);
    return async () => {
      for (const target of targets) await rename(`${target}.hidden`, target);
    };
  }

  /** Makes another build the current release of an area; the previous one becomes its last good one. */
  async ship(appFolder: string) {
    await shipFixture(openFileStore(this.#folder), appFolder);
  }

  /** Changes the entry of a remote in the registry. */
  async changeEntry(remote: string, change: (entry: RegisteredRemote) => RegisteredRemote) {
    const registry = await this.#readRegistry();
    const remotes = registry.remotes.map((entry) => (entry.name === remote ? change(entry) : entry));
    await writeFile(this.#registryFile, JSON.stringify({ ...registry, remotes }));
  }

  /**
   * Publishes the release document without the hash of a file, under the digest that it then has: a mistake of the
   * publisher, as opposed to one on the way.
   */
  async forgetHash(remote: string, file: string) {
    const entry = await this.#entryOf(remote);
    const target = path.join(this.#folder, entry.stable.path, 'release.json');
    const document: { files: Record<string, unknown> } = JSON.parse(await readFile(target, 'utf8'));
    const { [file]: _forgotten, ...files } = document.files;
    const text = JSON.stringify({ ...document, files });
    await publishText(target, text);
    await this.changeEntry(remote, (before) => ({
      ...before,
      stable: { ...before.stable, digest: digest(text) },
      lastGood: [],
    }));
  }

  /** Makes the current release declare the use of an export of a shared module, as its build would. */
  async useName(remote: string, module: string, name: string) {
    const entry = await this.#entryOf(remote);
    const folder = path.join(this.#folder, entry.stable.path);
    const uses = parseUses(await readFile(path.join(folder, USES_FILE), 'utf8'));
    if (!uses) throw new Error(`${remote} does not say what it uses.`);
    const names = [...(uses.modules[module]?.names ?? []), name];
    const text = JSON.stringify({ ...uses, modules: { ...uses.modules, [module]: { names, whole: false } } });
    await publishText(path.join(folder, USES_FILE), text);
    const document: { files: Record<string, object> } = JSON.parse(
      await readFile(path.join(folder, 'release.json'), 'utf8'),
    );
    const files = { ...document.files, [USES_FILE]: { integrity: digest(text), bytes: Buffer.byteLength(text) } };
    const told = JSON.stringify({ ...document, files });
    await publishText(path.join(folder, 'release.json'), told);
    await this.changeEntry(remote, (before) => ({ ...before, stable: { ...before.stable, digest: digest(told) } }));
  }

  get #registryFile(): string {
    return path.join(this.#folder, 'registry', `${ENVIRONMENT}.json`);
  }

  async #readRegistry(): Promise<RegistryDocument> {
    const parsed = parseRegistry(await readFile(this.#registryFile, 'utf8'));
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.registry;
  }

  async #entryOf(remote: string): Promise<RegisteredRemote> {
    const entry = (await this.#readRegistry()).remotes.find(({ name }) => name === remote);
    if (!entry) throw new Error(`The fixture registry has no "${remote}".`);
    return entry;
  }

  async #copiesOf(remote: string, pattern: RegExp, copies: Copies): Promise<string[]> {
    const folder = path.join(this.#folder, (await this.#entryOf(remote)).stable.path);
    const document: { files: Record<string, unknown> } = JSON.parse(
      await readFile(path.join(folder, 'release.json'), 'utf8'),
    );
    const name = ['release.json', ...Object.keys(document.files)].find((candidate) =>
      pattern.test(path.basename(candidate)),
    );
    if (name === undefined) throw new Error(`${remote} has no file that matches ${pattern}.`);
    if (!isByContent(name)) return [path.join(folder, name)];
    const shared = path.join(this.#folder, areaPath(remote), name);
    return copies === 'shared' ? [shared] : [shared, path.join(folder, name)];
  }
}

function digest(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`;
}

/** Puts another text into the place of a published file, in the forms in which it was published. */
async function publishText(file: string, text: string) {
  await writeFile(file, text);
  if (existsSync(`${file}.br`)) await writeFile(`${file}.br`, brotliCompressSync(text));
}

async function publishFixtures(): Promise<string> {
  const folder = await temporaryFolder('fixtures');
  const store = openFileStore(folder);
  for (const remote of REMOTES) await shipFixture(store, fixtureRemote(remote));
  return folder;
}

async function shipFixture(store: ReleaseStore, appFolder: string) {
  const shell = { ...shellOfWorkspace(FIXTURE_SHELL), contract: CONTRACT_VERSION };
  const request = { store, environment: ENVIRONMENT, appFolder, shell };
  await shipRelease({ ...request, who: 'composition tests', why: 'fixture' });
}

/** `portal` per test, on a copy of a store that is published once per worker. */
export const test = base.extend<{ portal: FixturePortal; limits: Record<string, number> }, { published: string }>({
  // Limits of the loader, short enough for a test and long enough for a slow machine.
  limits: [{ documentMs: 5_000, entryMs: 5_000, loadMs: 8_000, mountMs: 1_500, unmountMs: 500 }, { option: true }],
  published: [
    // Playwright reads the requested fixtures from this pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = await publishFixtures();
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  portal: async ({ page, context, published, limits }, use) => {
    const folder = await temporaryFolder('store');
    await cp(published, folder, { recursive: true });
    const store = await startStoreServer({ folder, port: 0 });
    const shell = await startShellServer({
      build: path.join(FIXTURE_SHELL, 'dist'),
      port: 0,
      config: () => ({
        storeUrl: `${store.origin}/`,
        registryUrl: `${store.origin}/registry/${ENVIRONMENT}.json`,
        limits,
      }),
    });
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await use(new FixturePortal(folder, shell, store));
    expect(violations).toEqual([]);
    await stopAfterPages(context, async () => {
      await shell.close();
      await store.close();
      await rm(folder, { recursive: true });
    });
  },
});
export { expect };
