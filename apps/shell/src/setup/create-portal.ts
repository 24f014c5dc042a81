import { PORTAL_EVENT_NAMES } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import { createSessionPort } from '@nemus/session';
import {
  createMemoKeeper,
  dropEarlyReads,
  FirstReads,
  keepSwitch,
  prepareProfile,
  SESSION_KEY,
  withEarlyAnswers,
} from '@nemus/start';
import { savesData } from '../browser/saves-data';
import { localStore } from '@nemus/host/browser/storage';
import type { PortalConfig } from '@nemus/host/config/config';
import type { StoredReads } from '@nemus/host/device/device-copy';
import { createKeyRing } from '@nemus/host/config/key-ring';
import { createQuestion } from '@nemus/host/ports/question';
import { createReleaseHealth, healthSender, keepaliveReports } from '@nemus/host/health/release-health';
import { createOverrideKeeper } from '@nemus/host/overrides/override-keeper';
import { lazyPlatform } from '../platform/lazy-platform';
import { loadDevice } from '../platform/load-platform';
import { createDrawnSession } from '../portal/drawn-session';
import type { Portal } from '../portal/portal';
import { AreaStarts } from '@nemus/host/ports/area-starts';
import { createColorSchemeChoice } from '../browser/color-scheme';
import { createEventBus } from '@nemus/host/ports/events';
import { createKeptReads } from '@nemus/host/ports/kept-reads';
import { createNavigation } from '@nemus/host/ports/navigation';
import { createToastList } from '@nemus/host/ports/notify';
import { createReleasesPort } from '@nemus/host/ports/releases';
import { reportLoading } from '@nemus/host/ports/report-loading';
import { ShownAreas } from '@nemus/host/ports/shown-areas';
import { createTelemetry, ownerByStore } from '@nemus/host/ports/telemetry';
import { AreaTeams } from '@nemus/host/registry/area-teams';
import { registryNow, registryOnceKnown } from '@nemus/host/registry/known-registry';
import { createRegistrySource } from '@nemus/host/registry/registry-source';
import { createStopSource } from '@nemus/host/registry/stop-source';
import { publicPathAt } from '../routing/place';
import { createAreaLoader } from './area-loader';
import { createAreaOpening } from '../portal/area-opening';
import { createAccount } from './create-account';
import { followAccount } from './follow-account';
import { resolveWhenDrawn } from './resolve-when-drawn';
import { createLeave } from './leave';
import { createPrepareSignIn } from './prepare-sign-in';
import { nextPage } from '../routing/next-page';
import { createRememberStart } from './remember-start';

const NOTHING = () => undefined;

/**
 * Sets up the portal with a checked configuration, step by step: each part is made from those above it. A part whose code
 * or data loads later (platform, registry) exists from the beginning, and does nothing until it is ready.
 *
 * @param stored what is stored on the device, when the page was opened without a connection
 */
export function createPortal(config: PortalConfig, stored?: StoredReads): Portal {
  const { environment, supabase: backend, earlyStart: isEarly } = config;
  const hasSession = localStore.getItem(SESSION_KEY) !== null;

  // The page's requests: early answers of the boot script, and the record of the first screen's reads.
  keepSwitch(isEarly, localStore);
  const early: typeof fetch = isEarly ? withEarlyAnswers() : (input, init) => fetch(input, init);
  const reads = new FirstReads(backend.url);
  const send = reads.noting(early);
  const platform = lazyPlatform();
  const preparePlatform = isEarly ? platform.prepare : NOTHING;
  // What the page records.
  const teams = new AreaTeams();
  const shown = new ShownAreas();
  const starts = new AreaStarts(hasSession);
  const telemetry = createTelemetry({
    url: config.telemetryUrl,
    environment,
    ownerOf: ownerByStore(config.storeUrl, {
      teamOf: (remote) => teams.of(remote),
      versionOf: (remote) => shown.versionOf(remote),
    }),
    shownIn: (from, until) => shown.ownerIn(from, until),
  });

  // The session comes before the navigation: it removes tokens of a mail's link from the address.
  const { session, clients } = createAccount({
    backend,
    code: platform.get,
    fetch: early,
    clientFetch: keepaliveReports(send),
    onToken: isEarly ? (account) => prepareProfile(backend, account) : NOTHING,
    onProfileError: (error) => telemetry.report({ name: 'profile-error', message: String(error) }),
  });
  const navigation = createNavigation();
  const toasts = createToastList();
  const colorScheme = createColorSchemeChoice();
  const events = createEventBus({
    getUserId: () => session.store.getState().user?.id ?? null,
    onError: (error) => telemetry.report({ name: 'event-listener-error', message: String(error) }),
  });
  const keptReads = createKeptReads(events.port);
  // Another tab may have changed early answers that this page has not used yet.
  if (isEarly) for (const name of PORTAL_EVENT_NAMES) events.port.subscribe(name, dropEarlyReads);
  // Created before other listeners of the session, so that the port is up to date for them.
  const sessionPort = createSessionPort(session);

  // The areas, and their releases.
  const keys = createKeyRing(config);
  const stops = createStopSource({ config, telemetry, send: early, reader: platform.get });
  const registry = createRegistrySource({ config, keys, stops, telemetry, fetch: early, reader: platform.get });
  teams.readFrom(registry.store);
  const registryKnown = () => registryOnceKnown(registry.store, environment);
  const overrides = createOverrideKeeper({
    rules: {
      environment,
      storeUrl: config.storeUrl,
      origins: config.overrideOrigins,
      registry: registryKnown,
      client: clients.own,
      now: () => new Date(),
    },
    storage: localStore,
    onTrouble: (what, error) => telemetry.report({ name: 'override-trouble', message: `${what}: ${String(error)}` }),
  });

  // Opening areas, where the page is now.
  const now = () => ({ session: session.store.getState(), registry: registry.store.getState(), config });
  const loader: Loader = {
    ...platform.loader,
    ahead: (remote, level, next) => {
      // Reads before its mount belong to the page as well.
      if (level === 'running') reads.begin(remote);
      return platform.loader.ahead(remote, level, next);
    },
    // On a public route no code of another area runs: the address may be a secret.
    search: (remote, question) =>
      publicPathAt(navigation.port.getLocation().pathname, now()) === null
        ? platform.loader.search(remote, question)
        : Promise.resolve([]),
  };

  // What lasts as long as an account.
  const health = createReleaseHealth({
    store: localStore,
    send: healthSender(clients.own, environment),
    onLost: (error) => telemetry.report({ name: 'release-reports-lost', message: String(error) }),
  });
  const memo = isEarly
    ? createMemoKeeper({ registryUrl: config.registryUrl, stopsUrl: config.stops?.url, backend }, localStore)
    : { remember: NOTHING, forgetPages: NOTHING };
  const lastUserId = followAccount(session.store, {
    overrides,
    health,
    reads,
    keptReads,
    memo,
    platform: { prepare: preparePlatform },
  });
  // After all of the above: the page after a sign-in is prepared with what they have started for the account.
  const drawnSession = createDrawnSession(session.store, platform.prepareFirstPage);
  const deletion = createQuestion();
  const proof = createQuestion();
  const discarding = createQuestion();
  const leave = createLeave({
    navigation,
    toasts,
    session,
    discarding,
    isOpen: (path) => publicPathAt(path, now()) !== null,
  });

  // With all of the above, what the code of accounts makes as soon as it has loaded.
  platform.makePartsBy((code) => ({
    prepareMenu: isEarly ? code.createPrepareMenu({ registry, session, loader }) : NOTHING,
    prepareFirstPage: isEarly
      ? code.createPrepareFirstPage({
          session: session.store,
          registry,
          known: registryKnown,
          next: (user) => nextPage(user, navigation.port.getLocation().state),
          overrides,
          loader,
          reads,
        })
      : () => null,
    loader: createAreaLoader(code, {
      config,
      registry: () => registryNow(registry.store, environment),
      session: session.store,
      overrides,
      keys,
      clients,
      ports: {
        config,
        session: { ...sessionPort, signOut: leave, deleteAccount: deletion.ask, provePassword: proof.ask },
        navigation,
        toasts,
        events,
        keptReads: config.worker ? code.readsOnDevice(keptReads, session.store, stored, loadDevice) : keptReads,
        slots: { mount: loader.mountSlot },
        releases: createReleasesPort({ environment, registry, stops, readFile: loader.readFile }),
        telemetry,
        colorScheme,
        fetch: send,
      },
      fetch: early,
      onEvent: (event) => {
        reportLoading(telemetry, event, starts.of(event));
        shown.note(event);
        if (event.expose === './app') reads.begin(event.remote);
        // Reports are an account's, and a visitor's would be refused.
        if (session.store.getState().user) health.note(event);
      },
    }),
  }));
  // The files are already loading: the page has requested them.
  if (hasSession) preparePlatform();

  return {
    config,
    session: resolveWhenDrawn(session, {
      begin: () => {
        // An unrequested registry would load its code before the sign-in's own answer.
        if (isEarly && registry.store.getState().status !== 'loading') void registry.prepare();
      },
      drawn: drawnSession,
    }),
    drawnSession,
    registry,
    stops,
    navigation,
    toasts,
    telemetry,
    colorScheme,
    loader,
    overrides,
    deletion,
    proof,
    discarding,
    client: clients.own,
    visitor: clients.visitor,
    lastUserId,
    opening: createAreaOpening({
      isOn: () => isEarly && !savesData(),
      loader,
      registry,
      overrides,
      reads,
      navigation,
    }),
    prepareSignIn: isEarly
      ? createPrepareSignIn({ platform, loader, session: session.store, registry: registryKnown })
      : NOTHING,
    rememberStart: isEarly
      ? createRememberStart({
          navigation,
          loader,
          session,
          reads,
          memo,
          publicPathAt: (path) => publicPathAt(path, now()),
        })
      : () => Promise.resolve(),
    prepareMenu: platform.prepareMenu,
    leave,
  };
}
