import { execFile } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { CONTRACT_VERSION } from '@nemus/contract';
import {
  generateKeyPair,
  openSigner,
  parseRegistry,
  pointerTo,
  registryPath,
  signEntry,
  stopListPath,
  type CanaryBound,
  type RegisteredRemote,
  type ReleasePointer,
  type Signer,
  type TrustedKey,
  type TrustedKeys,
} from '@nemus/registry';
import {
  disableRemote,
  enableRemote,
  judgeCanaries,
  localOperator,
  localSigner,
  localTrust,
  openFileStore,
  openPublished,
  packRelease,
  promoteRelease,
  publishRelease,
  readCurrent,
  renewStops,
  rollbackRelease,
  setCanary,
  shellOfWorkspace,
  shipRelease,
  startArea,
  stopArea,
  type RemoteFigures,
  type SignerFor,
} from '@nemus/release';
import { z } from 'zod';
import { temporaryFolder } from '../../../tools/portal/src/serve/temporary-folder';
import { PORTAL_URL, STORE_URL } from '../../environment';
import { fixtureRemote } from '../../fixtures/build';
import { stopAfterPages } from '../../support/servers';
import { test as base } from '../../support/test';

const ENVIRONMENT = 'local';
const REMOTE = 'sound';
const COMMAND_LINE = path.resolve(import.meta.dirname, '../../../tools/release/bin/nemus-release.mjs');
const run = promisify(execFile);
const SHELL = path.resolve(import.meta.dirname, '../../../apps/shell');
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

const registrySchema = z.looseObject({ remotes: z.array(z.looseObject({ name: z.string() })) });

/**
 * A release store for one page only, with two releases of one area and its own key: it does not affect other tests. The
 * page uses it as the portal's store; the shell is the real one.
 */
export class OwnStore {
  readonly #folder: string;
  /** Published releases, the older one first. */
  readonly versions: readonly [string, string];

  private constructor(folder: string, versions: readonly [string, string]) {
    this.#folder = folder;
    this.versions = versions;
  }

  /** Publishes both releases into a new folder, and promotes the older one. */
  static async fill(): Promise<OwnStore> {
    const folder = await newFolder();
    const versions = [await publish(folder, 'sound-before'), await publish(folder, 'sound')] as const;
    const store = new OwnStore(folder, [...versions]);
    await store.promote(store.versions[0]);
    await renewStops(await store.#stops());
    return store;
  }

  /** Another store with the same releases, keys and entries: much quicker than signing and compressing all of it again. */
  async copy(): Promise<OwnStore> {
    const folder = await newFolder();
    await cp(this.#folder, folder, { recursive: true });
    return new OwnStore(folder, this.versions);
  }

  async promote(version: string, change: { validForDays?: number } = {}) {
    await promoteRelease({ ...(await this.#request()), version, ...change });
  }

  /** Publishes another release, which no account has yet. @returns Its version. */
  publish(fixture: string): Promise<string> {
    return publish(this.#folder, fixture);
  }

  /** Packs, publishes and promotes a built app as a separate team. */
  async release(appFolder: string) {
    const { environment, who, why, shell, store } = await this.#request();
    const signerFor: SignerFor = (name, paths) => localSigner(this.#folder, name, paths);
    await shipRelease({ store, environment, who, why, shell, appFolder, signerFor });
  }

  /** Gives a version to trainees, or to others. */
  async setCanary(version: string, change: { cohorts?: readonly string[]; bound?: CanaryBound } = {}) {
    await setCanary({ ...(await this.#request()), version, percent: 0, cohorts: ['piw'], ...change });
  }

  /** Judges the canaries as the local portal does. */
  async judge(figures: readonly RemoteFigures[]) {
    await judgeCanaries(openFileStore(this.#store), ENVIRONMENT, figures);
  }

  /** Output of the release command line. */
  async tell(...line: readonly string[]): Promise<string> {
    const options = ['--store', this.#store, '--environment', ENVIRONMENT];
    const { stdout } = await run(process.execPath, [COMMAND_LINE, ...line, ...options]);
    return stdout;
  }

  async rollBack() {
    await rollbackRelease(await this.#request());
  }

  async switchOff(reason: string) {
    await disableRemote({ ...(await this.#request()), reason });
  }

  async switchOn() {
    await enableRemote(await this.#request());
  }

  /** The registry's entry of each area. */
  async entries(): Promise<readonly RegisteredRemote[]> {
    return (await readCurrent(openFileStore(this.#store), ENVIRONMENT)).registry.remotes;
  }

  /** Stops the area as an operator. */
  async stop(reason: string) {
    await stopArea({ ...(await this.#stops()), remote: REMOTE, reason });
  }

  /** Starts it again. */
  async start() {
    await startArea({ ...(await this.#stops()), remote: REMOTE });
  }

  /** The stop list as browsers get it. */
  readStopList(): Promise<string> {
    return readFile(this.#stopListFile, 'utf8');
  }

  /** Replaces the stop list, bypassing all tools; `null` removes it. */
  async writeStopList(text: string | null) {
    if (text === null) await rm(this.#stopListFile, { force: true });
    else await writeFile(this.#stopListFile, text);
  }

  /** The current registry, to be restored later. */
  readRegistry(): Promise<string> {
    return readFile(this.#registryFile, 'utf8');
  }

  async writeRegistry(text: string) {
    await writeFile(this.#registryFile, text);
  }

  /** Changes the area's entry behind its team's back, and the document around it: signatures stay as they were. */
  async forge(change: Partial<RegisteredRemote>, around: { expiresAt?: string; environment?: string } = {}) {
    const registry = registrySchema.parse(JSON.parse(await this.readRegistry()));
    const remotes = registry.remotes.map((remote) => ({ ...remote, ...change }));
    await this.writeRegistry(JSON.stringify({ ...registry, ...around, remotes }));
  }

  /** Signs the area's changed entry again, as someone outside its team: later and with a higher serial. */
  async resign(signer: Signer, change: Partial<RegisteredRemote> = {}) {
    const parsed = parseRegistry(await this.readRegistry());
    if (!parsed.ok) throw new Error(parsed.message);
    const issuedAt = new Date(Date.now() + 1_000);
    const expiresAt = new Date(issuedAt.getTime() + 86_400_000);
    const stamp = { environment: ENVIRONMENT, serial: parsed.registry.revision + 1, issuedAt, expiresAt };
    const remotes = await Promise.all(
      parsed.registry.remotes.map((remote) => signEntry({ ...remote, ...change }, signer, stamp)),
    );
    await this.writeRegistry(JSON.stringify({ ...parsed.registry, remotes }));
  }

  /** Publishes a release that a stranger signed, and promotes it as the team. */
  async promoteForeign(fixture: string) {
    const signer = await unknownSigner();
    const packed = await packRelease(fixtureRemote(fixture), { signerFor: () => Promise.resolve(signer) });
    const { release } = await publishRelease(openFileStore(this.#store), packed, { who: 'test' });
    await this.promote(release.version);
  }

  /** The pointer to a published release. */
  async pointerTo(version: string): Promise<ReleasePointer> {
    const { release, digest } = await openPublished(openFileStore(this.#store), REMOTE, version);
    return pointerTo(release, digest);
  }

  /** The keys that the portal pins, with changes to each of them. */
  async trust(change: Partial<TrustedKey>): Promise<TrustedKeys> {
    const trusted = Object.entries(await localTrust(this.#folder));
    return Object.fromEntries(
      trusted.map(([name, pin]) => [name, { ...pin, keys: pin.keys.map((key) => ({ ...key, ...change })) }]),
    );
  }

  /** A key that the portal pins, for another area. */
  otherTeam(): Promise<Signer> {
    return localSigner(this.#folder, 'other');
  }

  /** Answers the page's requests to the portal's store, and pins the keys of this one. */
  async serveTo(page: Page, config: object = {}) {
    await page.route(`${PORTAL_URL}/config.json`, async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      const stops = {
        url: `${STORE_URL}/${stopListPath(ENVIRONMENT)}`,
        keys: (await localOperator(this.#folder)).keys,
      };
      const trustedKeys = await localTrust(this.#folder);
      const own = { ...z.looseObject({}).parse(await answer.json()), trustedKeys, stops };
      await route.fulfill({ json: { ...own, ...config } });
    });
    await page.route(`${STORE_URL}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const body = await readFile(path.join(this.#store, pathname)).catch(() => null);
      const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' };
      if (!body) await route.fulfill({ status: 404, headers, body: 'Not found' });
      else await route.fulfill({ body, headers, contentType: CONTENT_TYPES[path.extname(pathname)] ?? 'text/plain' });
    });
  }

  /** Folder of the store, to be served from elsewhere. */
  get folder(): string {
    return this.#store;
  }

  async remove() {
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #store(): string {
    return storeIn(this.#folder);
  }

  get #stopListFile(): string {
    return path.join(this.#store, stopListPath(ENVIRONMENT));
  }

  get #registryFile(): string {
    return path.join(this.#store, registryPath(ENVIRONMENT));
  }

  async #stops() {
    const store = openFileStore(this.#store);
    return { store, environment: ENVIRONMENT, who: 'test', why: 'test', ...(await localOperator(this.#folder)) };
  }

  async #request() {
    return {
      store: openFileStore(this.#store),
      environment: ENVIRONMENT,
      remote: REMOTE,
      who: 'test',
      why: 'test',
      shell: { ...shellOfWorkspace(SHELL), contract: CONTRACT_VERSION },
      signer: await localSigner(this.#folder, REMOTE),
    };
  }
}

function newFolder(): Promise<string> {
  return temporaryFolder('own-store');
}

function storeIn(folder: string): string {
  return path.join(folder, 'store');
}

async function publish(folder: string, fixture: string): Promise<string> {
  const packed = await packRelease(fixtureRemote(fixture), {
    signerFor: (name, paths) => localSigner(folder, name, paths),
  });
  const { release } = await publishRelease(openFileStore(storeIn(folder)), packed, { who: 'test' });
  return release.version;
}

/** An unpinned key. */
export async function unknownSigner(): Promise<Signer> {
  return openSigner(await generateKeyPair());
}

/** `ownStore`: a copy for this test of one that is filled once per worker; removed after it. */
export const test = base.extend<{ ownStore: OwnStore }, { filledStore: OwnStore }>({
  filledStore: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const store = await OwnStore.fill();
      await use(store);
      await store.remove();
    },
    { scope: 'worker' },
  ],
  ownStore: async ({ context, filledStore }, use) => {
    const store = await filledStore.copy();
    await use(store);
    await stopAfterPages(context, () => store.remove());
  },
});
