import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startShellServer, type RunningServer } from '../../../tools/portal/src/serve/servers';
import { CONTRACT_VERSION } from '@nemus/contract';
import { areaPath, isByContent, RELEASE_FILE, registryPath, releasePath, stopListPath } from '@nemus/registry';
import {
  disableRemote,
  localOperator,
  localSigner,
  localTrust,
  openFileStore,
  packRelease,
  promoteRelease,
  publishRelease,
  renewStops,
  shellOfWorkspace,
  stopArea,
} from '@nemus/release';
import { z } from 'zod';
import { API_URL, PORTAL_URL } from '../../environment';
import { fixtureRemote } from '../../fixtures/build';
import { saveData } from '../../support/save-data';
import { stopAfterPages } from '../../support/servers';
import { expect, expectPageReady, test as base, type DemoAccount } from '../../support/test';
import { FaultServer, type ReceivedEntry } from './fault-server';
import { temporaryFolder } from '../../../tools/portal/src/serve/temporary-folder';

const ENVIRONMENT = 'local';
const SHELL = path.resolve(import.meta.dirname, '../../../apps/shell');

/** Releases of the area `sound`, oldest first, and of its neighbour. `contract` and `shared` fit no shell. */
const RELEASES = ['sound-before', 'sound', 'sound-faulty', 'contract', 'shared', 'neighbour'] as const;
export type FixtureRelease = (typeof RELEASES)[number];

/** Releases that are packed from the build of another fixture, with one fact of their document changed. */
const CHANGED: Readonly<Partial<Record<FixtureRelease, (input: Record<string, unknown>) => object>>> = {
  contract: ({ declaration }) => ({ declaration: { ...z.looseObject({}).parse(declaration), contract: '^9.0.0' } }),
  shared: ({ shared }) => ({
    shared: z
      .array(z.looseObject({}))
      .parse(shared)
      .map((needed) => ({ ...needed, range: '^99.0.0' })),
  }),
};

interface Published {
  readonly folder: string;
  readonly versions: Readonly<Record<FixtureRelease, string>>;
}

/**
 * The real shell on its own origin, with a release store on another one that fails on demand. Session and data come
 * from the started portal's backend, behind the first.
 */
export class FaultPortal {
  readonly store: FaultServer;
  readonly versions: Published['versions'];
  readonly #shell: RunningServer;
  readonly #folder: string;

  private constructor(folder: string, versions: Published['versions'], store: FaultServer, shell: RunningServer) {
    this.#folder = folder;
    this.versions = versions;
    this.store = store;
    this.#shell = shell;
  }

  /** @param config Changes to the answer of `/config.json`; read with every answer. */
  static async start({ folder, versions }: Published, config: () => object): Promise<FaultPortal> {
    const store = await FaultServer.start(path.join(folder, 'store'));
    const own = z.looseObject({}).parse(await (await fetch(`${PORTAL_URL}/config.json`)).json());
    const trustedKeys = await localTrust(folder);
    const { keys } = await localOperator(folder);
    const shell = await startShellServer({
      build: path.join(SHELL, 'dist'),
      port: 0,
      api: API_URL,
      config: () => ({
        ...own,
        trustedKeys,
        storeUrl: `${store.origin}/`,
        registryUrl: `${store.origin}/${registryPath(ENVIRONMENT)}`,
        stops: { url: `${store.origin}/${stopListPath(ENVIRONMENT)}`, keys },
        telemetryUrl: `${store.origin}/telemetry`,
        ...config(),
      }),
    });
    return new FaultPortal(folder, versions, store, shell);
  }

  get origin(): string {
    return this.#shell.origin;
  }

  /** Makes a release the stable one of its area; the one before becomes its last good one. */
  async promote(name: FixtureRelease, validForDays?: number) {
    const remote = remoteOf(name);
    await promoteRelease({
      store: openFileStore(path.join(this.#folder, 'store')),
      environment: ENVIRONMENT,
      remote,
      version: this.versions[name],
      who: 'test',
      why: 'test',
      force: true,
      shell: { ...shellOfWorkspace(SHELL), contract: CONTRACT_VERSION },
      signer: await localSigner(this.#folder, remote),
      ...(validForDays === undefined ? {} : { validForDays }),
    });
  }

  /**
   * Addresses of those files of one release whose names match: its own copies, and the copies of the same bytes that the
   * area's releases share. Files of another release that only have a name of the same form are not among them.
   */
  async addressesOf(name: FixtureRelease, pattern: RegExp): Promise<RegExp> {
    const folder = releasePath(remoteOf(name), this.versions[name]);
    const text = await readFile(path.join(this.#folder, 'store', folder, RELEASE_FILE), 'utf8');
    const { files } = z.object({ files: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text));
    const places = [RELEASE_FILE, ...Object.keys(files)]
      .flatMap((file) => [`/${folder}${file}`, ...(isByContent(file) ? [`/${areaPath(remoteOf(name))}${file}`] : [])])
      .filter((address) => pattern.test(address));
    if (places.length === 0) throw new Error(`${name} has no file at ${String(pattern)}.`);
    return new RegExp(`^(?:${places.map((address) => address.replaceAll('.', String.raw`\.`)).join('|')})$`);
  }

  /** Switches the area off, as its team does. */
  async switchOff(reason: string) {
    await disableRemote({
      store: openFileStore(path.join(this.#folder, 'store')),
      environment: ENVIRONMENT,
      remote: 'sound',
      who: 'test',
      why: 'test',
      reason,
      signer: await localSigner(this.#folder, 'sound'),
    });
  }

  /** Stops the area, as an operator does. */
  async stop(reason: string) {
    await stopArea({ ...(await stopRequest(this.#folder)), remote: 'sound', reason });
  }

  /** The stop list as the store has it. */
  readStopList(): Promise<string> {
    return readFile(this.#stopListFile, 'utf8');
  }

  async writeStopList(text: string) {
    await writeFile(this.#stopListFile, text);
  }

  /** The registry as the store has it. */
  readRegistry(): Promise<string> {
    return readFile(this.#registryFile, 'utf8');
  }

  async writeRegistry(text: string) {
    await writeFile(this.#registryFile, text);
  }

  async close() {
    await this.#shell.close();
    await this.store.close();
    await rm(this.#folder, { recursive: true });
  }

  get #stopListFile(): string {
    return path.join(this.#folder, 'store', stopListPath(ENVIRONMENT));
  }

  get #registryFile(): string {
    return path.join(this.#folder, 'store', registryPath(ENVIRONMENT));
  }
}

async function stopRequest(folder: string) {
  const store = openFileStore(path.join(folder, 'store'));
  return { store, environment: ENVIRONMENT, who: 'test', why: 'test', ...(await localOperator(folder)) };
}

function remoteOf(release: FixtureRelease): string {
  return release === 'neighbour' ? 'neighbour' : 'sound';
}

async function publishAll(): Promise<Published> {
  const folder = await temporaryFolder('faults');
  const store = openFileStore(path.join(folder, 'store'));
  const versions: Partial<Record<FixtureRelease, string>> = {};
  for (const name of RELEASES) {
    const packed = await packRelease(await appFolderOf(name, folder), {
      signerFor: (remote, paths) => localSigner(folder, remote, paths),
    });
    versions[name] = (await publishRelease(store, packed, { who: 'test' })).release.version;
  }
  await renewStops(await stopRequest(folder));
  return { folder, versions: z.record(z.enum(RELEASES), z.string()).parse(versions) };
}

async function appFolderOf(name: FixtureRelease, folder: string): Promise<string> {
  const change = CHANGED[name];
  if (!change) return fixtureRemote(name);
  const changed = path.join(folder, 'changed', name);
  await cp(fixtureRemote('sound'), changed, { recursive: true });
  const file = path.join(changed, 'dist/release-input.json');
  const input = z.looseObject({}).parse(JSON.parse(await readFile(file, 'utf8')));
  // A separate version: the files are identical, and with them the rest of the version.
  const version = String(input['version']).replace(/^[\d.]+/, name === 'contract' ? '1.2.0' : '1.3.0');
  await writeFile(file, JSON.stringify({ ...input, version, ...change(input) }));
  return changed;
}

export interface FaultFixtures {
  /** Releases that are promoted before the test, in this order; the last of an area is the stable one. */
  readonly releases: readonly FixtureRelease[];
  /** Changes to `/config.json`. */
  readonly config: object;
  readonly portal: FaultPortal;
  /** Opens a page of the portal under test with an existing session. */
  readonly openPortal: (role: DemoAccount, address: string, options?: { readonly ready?: boolean }) => Promise<void>;
  /** Leaves the page, as a user does, and returns the telemetry sent by then. */
  readonly leaveAndReadTelemetry: () => Promise<readonly ReceivedEntry[]>;
}

export const test = base.extend<FaultFixtures, { published: Published }>({
  releases: [['neighbour', 'sound'], { option: true }],
  config: [{}, { option: true }],
  published: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const published = await publishAll();
      await use(published);
      await rm(published.folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  portal: async ({ context, published, releases, config }, use) => {
    const folder = await temporaryFolder('faults');
    await cp(published.folder, folder, { recursive: true });
    const portal = await FaultPortal.start({ ...published, folder }, () => config);
    for (const release of releases) await portal.promote(release);
    await use(portal);
    await stopAfterPages(context, () => portal.close());
  },
  openPortal: async ({ page, portal, storedSession }, use) => {
    await use(async (role, address, { ready = true } = {}) => {
      const session = await storedSession(role);
      // Faulty files are requested on demand: a cached area would not fail with its store.
      await saveData(page);
      await page.addInitScript((stored) => {
        if (location.protocol.startsWith('http')) localStorage.setItem('nemus-auth', stored);
      }, session);
      await page.goto(portal.origin + address);
      if (ready) await expectPageReady(page);
    });
  },
  leaveAndReadTelemetry: async ({ page, portal }, use) => {
    await use(async () => {
      await page.goto('about:blank');
      await expect.poll(() => portal.store.received.length).toBeGreaterThan(0);
      return portal.store.received;
    });
  },
});
export { expect };
