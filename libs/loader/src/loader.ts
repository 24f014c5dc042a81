import type {
  FoundEntry,
  PortalLocation,
  Ports,
  ReleaseInfo,
  RouteDeclaration,
  SlotHandle,
  SlotName,
  SlotProps,
  SlotState,
} from '@nemus/contract';
import type { ContractAdapter } from '@nemus/contract/adapters';
import {
  RELEASE_FILE,
  USES_FILE,
  releasesFor,
  slotOwner,
  type Account,
  type Override,
  type RegistryDocument,
  type ReleasePointer,
  type TrustedKeys,
} from '@nemus/registry';
import { AreaMount, type MountEnvironment } from './area-mount';
import { SYSTEM_CLOCK, type Clock } from './clock';
import type { ContainerHost } from './container-host';
import type { Fetch } from './documents';
import { Ahead, EarlyFiles, type AheadLevel } from '@nemus/start';
import { MOUNT_LIMITS, type MountLimits } from '@nemus/start/limits';
import { readOffer, search, type Offer, type SearchQuestion } from './palette';
import { ReleaseLoader } from './release-loader';
import { infoOf, type VerifiedRelease } from './release-parts';
import { ReleaseMarks } from './release-marks';
import { ReleaseStyles } from './release-styles';
import { StatusBoard, type RemoteStatus } from './status-board';
import type { AreaState } from './state';
import type { TelemetrySink } from './telemetry';
import { trustedFile, type TrustedFile, type TrustedFiles } from './trusted-files';

/** Who may open the mounted route; `undefined` for accounts. */
export type Access = RouteDeclaration['access'];

/** What the loader needs from the shell. */
export interface LoaderOptions {
  /** Root of the release store (`/config.json`), absolute. */
  readonly storeUrl: string;
  /** Contract version of this shell. */
  readonly contractVersion: string;
  /**
   * Every port with its members (`PORT_NAMES`); areas that use another one are refused. Without it there is no check.
   */
  readonly portNames?: readonly string[];
  /** Older majors of the contract whose areas run as well, until their end (`CONTRACT_ADAPTERS`). By default none. */
  readonly adapters?: readonly ContractAdapter[];
  /** The current registry; read at the beginning of every mount and further attempt. */
  readonly getRegistry: () => RegistryDocument;
  /** The signed-in account, for canary releases. Without it only stable ones are shown. */
  readonly getAccount?: () => Account;
  /** The override that currently applies to an area; read like the registry. Without it there are none. */
  readonly getOverride?: (remote: string) => Override | null;
  /**
   * The ports of one release; called once per mount.
   *
   * @param access `public` for a mount without an account
   */
  readonly makePorts: (release: ReleaseInfo, access?: Access) => Ports;
  /** Keys that releases must be signed with; read with the first release. None by default. */
  readonly trustedKeys?: () => Promise<TrustedKeys>;
  readonly container: ContainerHost;
  /** Whether files are requested before the container requests them. True by default. */
  readonly earlyStart?: boolean;
  readonly telemetry: TelemetrySink;
  readonly limits?: Partial<MountLimits>;
  /** Replaceable in tests. */
  readonly clock?: Clock;
  readonly today?: () => Date;
  readonly fetch?: Fetch;
}

/** A mounted area, for its outlet. */
export interface AreaHandle {
  /** After a failure: starts over, with new addresses that no cache has. */
  retry(): void;
  /** After a failure with `canUsePrevious`: shows the previous release, and stays with it for this session. */
  usePrevious(): void;
  /** Takes the area out of the page at once; resolves after its clean-up or when the time is over. Never rejects. */
  unmount(): Promise<void>;
}

/** What was loaded of a release. */
export interface LoadedFiles {
  /** Address of the release's document. */
  readonly release: string;
  readonly files: readonly TrustedFile[];
}

/** The page that an area is loaded for. */
export interface NextPage {
  /** Addresses of further files that it will need, as far as known; files of other releases are ignored. */
  readonly files?: readonly string[];
  /** Where the portal will be by then, if not at its current location. */
  readonly at?: PortalLocation;
  readonly access?: Access;
}

/** Loads and mounts what the registry describes. */
export interface Loader {
  /**
   * Mounts an area's page into an element that the shell still owns. `onState` gets every phase, the first one at once,
   * and none after `unmount()`.
   *
   * @param access of the route that the address belongs to
   */
  mountArea(remote: string, host: HTMLElement, onState: (state: AreaState) => void, access?: Access): AreaHandle;
  /** Mounts a piece of another area; implements `SlotsPort.mount` of the contract. */
  mountSlot<N extends SlotName>(
    name: N,
    element: HTMLElement,
    props: SlotProps[N],
    onState: (state: SlotState) => void,
  ): SlotHandle<N>;
  /**
   * Loads an area ahead of its opening, as far as `level` says (see {@link AheadLevel}); only `running` runs any of its
   * code. Resolves with whether that has happened, and never rejects: the mount meets the same failures and tells the
   * user about them.
   */
  ahead(remote: string, level: AheadLevel, next?: NextPage): Promise<boolean>;
  /**
   * The files of an area that this page has loaded so far, with their hashes, and the address of the release's
   * document. Null when the area was not shown.
   */
  loadedFiles(remote: string): Promise<LoadedFiles | null>;
  /**
   * What an area's release for this account offers in the command palette. Empty for an area that is switched off or
   * overridden. Rejects when unavailable.
   */
  readOffer(remote: string): Promise<Offer>;
  /**
   * A text file of a release that the registry points to, for any account; null when the release has no such file.
   * Rejects when the release or the file is unavailable, or differs from the registry's.
   */
  readFile(remote: string, pointer: ReleasePointer, file: string): Promise<string | null>;
  /**
   * Queries a search module of an area; see `SearchProvider` of the contract. Rejects when it does not answer in time.
   */
  search(remote: string, question: SearchQuestion): Promise<readonly FoundEntry[]>;
  /** State of every area that was requested so far, by name. Keeps its identity until something changes. */
  getSnapshot(): Readonly<Record<string, RemoteStatus>>;
  subscribe(listener: () => void): () => void;
}

const NO_ACCOUNT: Account = { userId: null, cohorts: [] };

/** Makes the page's only loader. */
export function createLoader(options: LoaderOptions): Loader {
  const limits: MountLimits = { ...MOUNT_LIMITS, ...options.limits };
  const clock = options.clock ?? SYSTEM_CLOCK;
  const isEarly = options.earlyStart ?? true;
  const board = new StatusBoard();
  const releases = new ReleaseLoader({
    storeUrl: new URL(options.storeUrl.replace(/\/*$/, '/'), document.baseURI).href,
    contractVersion: options.contractVersion,
    portNames: options.portNames ?? null,
    adapters: options.adapters ?? [],
    today: options.today ?? (() => new Date()),
    trustedKeys: options.trustedKeys ?? (() => Promise.resolve({})),
    container: options.container,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    clock,
    limits,
    early: isEarly ? new EarlyFiles(document) : null,
  });
  const environment: MountEnvironment = {
    getRegistry: options.getRegistry,
    getAccount: options.getAccount ?? (() => NO_ACCOUNT),
    getOverride: options.getOverride ?? (() => null),
    makePorts: options.makePorts,
    telemetry: (event) => {
      board.note(event);
      options.telemetry(event);
    },
    releases,
    marks: new ReleaseMarks(),
    styles: new ReleaseStyles(document),
    limits,
    clock,
  };
  const ahead = new Ahead<{ readonly release: VerifiedRelease; readonly page: NextPage }>({
    fetched: ({ release }) => releases.fetchFiles(release, './app'),
    held: ({ release }) => releases.holdFiles(release, './app'),
    running: async ({ release, page }) => {
      const { remote, team, version } = infoOf(release);
      const tell = (phase: 'begun' | 'ended') =>
        options.telemetry({ name: 'ahead', phase, remote, team, version, source: null, expose: './app', ms: 0 });
      tell('begun');
      return run(releases, release, page, options.makePorts).finally(() => tell('ended'));
    },
  });
  return {
    mountArea(remote, host, onState, access) {
      const mount = new AreaMount(environment, { remote, expose: './app', host, onState, access });
      mount.start();
      return {
        retry: () => mount.retry(),
        usePrevious: () => mount.usePrevious(),
        unmount: () => mount.unmount(),
      };
    },
    mountSlot: (name, element, props, onState) => mountSlot(environment, { name, element, props, onState }),
    ahead: async (remote, level, page = {}) => {
      const release = isEarly ? await releaseOf(environment, remote) : null;
      return release ? ahead.to(level, release.files.urlOf(release.document.entry), { release, page }) : false;
    },
    loadedFiles: async (remote) => {
      const release = await releaseOf(environment, remote);
      return release ? loadedFiles(release.files) : null;
    },
    readOffer: async (remote) => {
      const release = await releaseOf(environment, remote);
      return release ? readOffer(releases, release) : { commands: [], searches: [] };
    },
    readFile: async (remote, pointer, file) => releases.readText(await releases.verify(pointer, remote), file),
    search: async (remote, question) => {
      const release = await releaseOf(environment, remote);
      if (!release) throw new Error(`${remote} has no release to search with.`);
      return search({ releases, clock, makePorts: options.makePorts }, release, question);
    },
    getSnapshot: () => board.getSnapshot(),
    subscribe: (listener) => board.subscribe(listener),
  };
}

/** Runs a release before its mount, and lets it request its page's data. Rejects when its code is lost. */
async function run(
  releases: ReleaseLoader,
  release: VerifiedRelease,
  { files = [], at, access }: NextPage,
  makePorts: LoaderOptions['makePorts'],
): Promise<boolean> {
  releases.requestFiles(release, './app');
  releases.runScripts(release, files);
  const lifecycles = await releases.load(release, './app');
  const ports = makePorts(infoOf(release), access);
  const navigation = at ? { ...ports.navigation, getLocation: () => at } : ports.navigation;
  // Its data is its own affair: the page requests what is missing.
  await lifecycles.prepare?.({ ...ports, navigation }).catch(() => undefined);
  return true;
}

function mountSlot<N extends SlotName>(
  environment: MountEnvironment,
  slot: { name: N; element: HTMLElement; props: SlotProps[N]; onState: (state: SlotState) => void },
): SlotHandle<N> {
  const owner = slotOwner(environment.getRegistry(), slot.name);
  if (!owner) {
    slot.onState('missing');
    return { update: () => undefined, unmount: () => undefined };
  }
  const target = {
    remote: owner.remote.name,
    expose: owner.expose,
    host: slot.element,
    onState: (state: AreaState) => slot.onState(slotState(state)),
  };
  const mount = new AreaMount(environment, target, slot.props);
  mount.start();
  return { update: (props) => mount.update(props), unmount: () => void mount.unmount() };
}

function slotState(state: AreaState): SlotState {
  if (state.phase === 'ready') return 'ready';
  if (state.phase !== 'failed') return 'loading';
  return state.failure.kind === 'missing' || state.failure.kind === 'disabled' ? 'missing' : 'failed';
}

/**
 * Scripts and styles of a release among the page's requests; entry, exposed module and the list of used names come
 * first.
 */
function loadedFiles(files: TrustedFiles): LoadedFiles {
  const asked = performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\.(js|css)$/.test(name))
    .flatMap(({ name }) => trustedFile(files, name));
  const uses = trustedFile(files, files.urlOf(USES_FILE));
  const unique = new Map([...files.firstFiles('./app'), ...uses, ...asked].map((file) => [file.url, file]));
  return { release: `${files.base}${RELEASE_FILE}`, files: [...unique.values()] };
}

/** The verified release that this account gets of an area; null when there is none. */
async function releaseOf(environment: MountEnvironment, name: string): Promise<VerifiedRelease | null> {
  const pointer = pointerOf(environment, name);
  if (!pointer) return null;
  const { releases } = environment;
  try {
    releases.checkContract(pointer);
    return await releases.verify(pointer, name);
  } catch {
    // The mount meets the same failure and tells the user about it.
    return null;
  }
}

/** Where this account's release of an area is; null when there is none. */
function pointerOf(
  { getRegistry, getAccount, getOverride, marks }: MountEnvironment,
  name: string,
): ReleasePointer | null {
  // An override is loaded when its area is opened, and never remembered.
  if (getOverride(name)) return null;
  const remote = getRegistry().remotes.find((candidate) => candidate.name === name);
  const [chosen] = remote?.enabled ? releasesFor(remote, getAccount(), marks.of(name)) : [];
  return chosen?.pointer ?? null;
}
