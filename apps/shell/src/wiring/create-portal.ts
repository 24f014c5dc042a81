import { CONTRACT_VERSION, type ReleaseInfo, type UserType } from '@nemus/contract';
import type { DataClient } from '@nemus/data';
import type { Loader, LoaderEvent } from '@nemus/loader';
import { matchRoute, normalizePath, type Account, type RegisteredRemote, type RegistryDocument } from '@nemus/registry';
import { createSession, createSessionPort, type Session } from '@nemus/session';
import { STORAGE_KEY } from '@nemus/session/early';
import { localStore } from '../browser/storage';
import type { PortalConfig } from '../config/config';
import { createKeyRing } from '../config/key-ring';
import { createOverrideKeeper, type OverrideKeeper } from '../overrides/override-keeper';
import { createReleaseHealth, healthSender, outlivingReports } from '../health/release-health';
import { AreaStarts, type AreaStart } from '../ports/area-starts';
import { createColorSchemeChoice, type ColorSchemeChoice } from '../ports/color-scheme';
import { createEventBus } from '../ports/events';
import { createNavigation, type Navigation } from '../ports/navigation';
import { createToastList, type ToastList } from '../ports/notify';
import { makePorts, type PortParts } from '../ports/ports';
import { ShownAreas } from '../ports/shown-areas';
import { createTelemetry, ownerByStore, type Telemetry } from '../ports/telemetry';
import { latePlatform } from '../platform/late-platform';
import type { Platform } from '../platform/load-platform';
import { createRegistrySource, type RegistrySource } from '../registry/registry-source';
import { createStopSource, type StopSource } from '../registry/stop-source';
import { PATHS } from '../routing/paths';
import { statedRole } from '../routing/stated-role';
import { withEarlyAnswers } from '../start/early-answers';
import { FirstReads } from '../start/first-reads';
import { createMemoKeeper } from '../start/memo-keeper';

/** Everything that runs in this page, wired once. */
export interface Portal {
  readonly config: PortalConfig;
  readonly session: Session;
  readonly registry: RegistrySource;
  /** What operators have stopped; the registry obeys it. */
  readonly stops: StopSource;
  readonly navigation: Navigation;
  readonly toasts: ToastList;
  readonly telemetry: Telemetry;
  readonly colorScheme: ColorSchemeChoice;
  readonly loader: Loader;
  readonly overrides: OverrideKeeper;
  /** The page's client of tables and functions, which areas have as well; asks as the signed-in account. */
  client(): Promise<DataClient>;
  /** A client that asks as nobody, for what works without an account. */
  visitor(): Promise<DataClient>;
  /** The account that was signed in last in this page, also when its session has ended. */
  lastUserId(): string | null;
  /** Somebody is about to open an area: asks what the registry says now, and requests the area's files. */
  preload(remote: string): void;
  /** Requests what every area needs, while somebody types a password. Areas themselves wait: nobody knows whose they are. */
  prepareAreas(): void;
  /** Remembers an area that was shown, so that the next start requests its files at once. */
  rememberStart(remote: RegisteredRemote): Promise<void>;
  /** Signs out and goes to `/auth`; asks first when there is unsaved work. */
  leave(): Promise<void>;
}

/**
 * When it is looked what a page's first screen was made of, in pauses after its area stands: soon, since the page may
 * be left at once, and again, since a slow line takes its time. Milliseconds.
 */
const FIRST_SCREEN = [50, 200, 1_500] as const;

/** Starts the portal with a checked configuration. */
export function createPortal(config: PortalConfig): Portal {
  const early = withEarlyAnswers();
  const reads = new FirstReads(config.supabase.url);
  const send = reads.noting(early);
  const shown = new ShownAreas();
  const hasSession = localStore.getItem(STORAGE_KEY) !== null;
  const starts = new AreaStarts(hasSession);
  const telemetry = createTelemetry({
    url: config.telemetryUrl,
    environment: config.environment,
    ownerOf: ownerByStore(config.storeUrl, (remote) => teamOf(registry, remote)),
    shownIn: (from, until) => shown.ownerIn(from, until),
  });
  // The session comes before the navigation: it takes tokens of an e-mail's link out of the address.
  const session = createSession({
    backend: config.supabase,
    siteRoot: `${window.location.origin}/`,
    fetch: early,
    client: () => client(),
    visitorClient: () => visitor(),
    onProfileError: (error) => telemetry.report({ name: 'profile-error', message: String(error) }),
  });
  const navigation = createNavigation();
  const toasts = createToastList();
  const colorScheme = createColorSchemeChoice();
  const keys = createKeyRing(config);
  const stops = createStopSource({ config, telemetry, send: early, reader: () => platform.get() });
  const registry = createRegistrySource({
    config,
    keys,
    stops,
    telemetry,
    fetch: early,
    reader: () => platform.get(),
  });
  const events = createEventBus({
    getUserId: () => session.store.getState().user?.id ?? null,
    onError: (error) => telemetry.report({ name: 'event-listener-error', message: String(error) }),
  });
  const sessionPort = createSessionPort(session);
  let lastUserId: string | null = null;
  const memo = createMemoKeeper({
    registryUrl: config.registryUrl,
    stopsUrl: config.stops?.url,
    backend: config.supabase,
  });
  const health = createReleaseHealth({
    send: healthSender(() => client(), config.environment),
    onLost: (error) => telemetry.report({ name: 'release-reports-lost', message: String(error) }),
  });
  const overrides = createOverrideKeeper({
    rules: {
      environment: config.environment,
      storeUrl: config.storeUrl,
      origins: config.overrideOrigins,
      registry: () => registryOf(registry, config.environment),
      client: () => client(),
      now: () => new Date(),
    },
    storage: localStore,
    onTrouble: (what, error) => telemetry.report({ name: 'override-trouble', message: `${what}: ${String(error)}` }),
  });
  session.store.subscribe(({ status, user }, before) => {
    if (status !== 'loading') overrides.begin(user?.id ?? null);
    lastUserId = user?.id ?? lastUserId;
    if (user?.id !== before.user?.id) {
      health.clear();
      reads.clear();
    }
    if (status === 'signed-out') memo.forgetPages();
    if (status === 'signed-in') platform.request();
    // The profile is still on its way; the files of the dashboard can be on theirs.
    if (status === 'signed-in' && before.status === 'signed-out') void preloadHome(statedRole(user));
  });

  async function preloadHome(role: UserType | null) {
    const known = await registryOf(registry, config.environment);
    const home = matchRoute(known, PATHS.home, role);
    if (home) loader.preload(home.remote.name);
  }

  const platform = latePlatform(({ createLoader, containerHost, ...code }) =>
    createLoader({
      storeUrl: config.storeUrl,
      contractVersion: CONTRACT_VERSION,
      getRegistry: () => registry.store.getState().document ?? emptyRegistry(config.environment),
      getAccount: () => accountOf(session),
      getOverride: (remote) => overrides.of(remote),
      makePorts: (release: ReleaseInfo) => makePorts({ ...parts, supabase: clientBy(code) }, release),
      trustedKeys: () => keys.read(),
      container: containerHost(),
      fetch: early,
      telemetry: (event) => {
        reportLoading(telemetry, event, starts.of(event));
        shown.note(event);
        if (event.expose === './app') reads.begin(event.remote);
        health.note(event);
      },
    }),
  );
  const { loader } = platform;

  let made: DataClient | undefined;
  const clientBy = ({ createDataClient }: Pick<Platform, 'createDataClient'>) =>
    (made ??= createDataClient({
      ...config.supabase,
      accessToken: (refused) => session.getAccessToken(refused),
      fetch: outlivingReports(send),
    }));
  const client = async () => clientBy(await platform.get());
  const visitor = async () => {
    const { createDataClient } = await platform.get();
    return createDataClient({ ...config.supabase, accessToken: () => Promise.resolve(null) });
  };

  // The files are on their way already: the page has requested them.
  if (hasSession) platform.request();

  const leave = async () => {
    if (!(await navigation.mayLeave(PATHS.auth))) return;
    toasts.clear();
    try {
      await session.signOut();
    } finally {
      // Without a remembered page: who signs in next may be somebody else. The guard has led there before the server
      // has answered; the form that was opened meanwhile ("Passwort vergessen?") stays, and so does a new session.
      const { pathname, search } = window.location;
      if (session.store.getState().status === 'signed-out') {
        navigation.redirect(pathname === PATHS.auth ? `${PATHS.auth}${search}` : PATHS.auth);
      }
    }
  };

  const parts: Omit<PortParts, 'supabase'> = {
    config,
    session: { ...sessionPort, signOut: leave },
    navigation,
    toasts,
    events,
    slots: { mount: (name, element, props, onState) => loader.mountSlot(name, element, props, onState) },
    telemetry,
    colorScheme,
    fetch: send,
  };

  return {
    config,
    session,
    registry,
    stops,
    navigation,
    toasts,
    telemetry,
    colorScheme,
    loader,
    overrides,
    client,
    visitor,
    lastUserId: () => lastUserId,
    preload: (remote) => {
      registry.askAhead();
      loader.preload(remote);
    },
    prepareAreas: () => platform.request(),
    rememberStart: async (remote) => {
      const path = normalizePath(navigation.port.getLocation().pathname);
      const isStill = () => normalizePath(navigation.port.getLocation().pathname) === path;
      for (const pause of FIRST_SCREEN) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        const loaded = await loader.loadedFiles(remote.name);
        if (session.store.getState().status !== 'signed-in' || !loaded || !isStill()) return;
        memo.remember({ path, ...loaded, reads: reads.since(remote.name) });
      }
    },
    leave,
  };
}

/** Who asks for a release. The account type is a cohort, so that a canary can be shown to one type first. */
function accountOf({ store }: Session): Account {
  const { user, profile } = store.getState();
  return { userId: user?.id ?? null, cohorts: profile ? [profile.userType] : [] };
}

function teamOf({ store }: RegistrySource, remote: string): string | null {
  return store.getState().document?.remotes.find(({ name }) => name === remote)?.team ?? null;
}

/** The registry once there is one, or none to be had. */
function registryOf({ store }: RegistrySource, environment: string): Promise<RegistryDocument> {
  const of = ({ document, status }: ReturnType<typeof store.getState>) =>
    status === 'loading' ? null : (document ?? emptyRegistry(environment));
  const now = of(store.getState());
  if (now) return Promise.resolve(now);
  return new Promise((resolve) => {
    const stop = store.subscribe((state) => {
      const found = of(state);
      if (!found) return;
      stop();
      resolve(found);
    });
  });
}

/** Stands in until the registry is there; every area is missing in it. */
function emptyRegistry(environment: string): RegistryDocument {
  const now = new Date(0).toISOString();
  return { schema: 1, environment, revision: 0, issuedAt: now, expiresAt: now, remotes: [] };
}

function reportLoading(telemetry: Telemetry, event: LoaderEvent, start: AreaStart | null): void {
  const { name, remote, version, team, expose, ms } = event;
  const owner = { remote, version, team };
  switch (name) {
    case 'phase':
      telemetry.report(
        { name: 'area-phase', data: { phase: event.phase, expose, ms: Math.round(ms), ...start } },
        owner,
      );
      return;
    case 'failure':
      telemetry.report(
        {
          name: 'area-failure',
          message: event.message,
          data: { kind: event.kind, expose, ms: Math.round(ms), supportId: event.supportId, next: event.next },
        },
        owner,
      );
      return;
    case 'trouble':
      telemetry.report({ name: 'area-trouble', message: event.message, data: { kind: event.kind, expose } }, owner);
      return;
  }
}
