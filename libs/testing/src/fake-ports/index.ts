import { createDataClient } from '@nemus/data';
import type { ColorScheme, KeptReadsPort, Ports, Profile, ReleasesPort, TelemetryReport, Toast } from '@nemus/contract';
import { fakeEvents, type FakeEvents } from './events';
import { fakeNavigation, type FakeNavigation } from './navigation';
import { fakeSession, type FakeSession } from './session';
import { fakeSlots, type FakeSlots } from './slots';

export { fakeEvents, fakeNavigation, fakeSession, fakeSlots };
export type { FakeEvents, FakeNavigation, FakeSession, FakeSlots };
export { fakeProfile } from './session';
export type { FakeSlot } from './slots';

/** Options of the ports. */
export interface FakePortsOptions {
  /** Profile of the account; `null`: it could not be loaded. A piw by default. */
  readonly profile?: Profile | null;
  /** `public` for a mount of a public route: without an account. */
  readonly access?: 'public';
  /** Current address of the portal. */
  readonly address?: string;
  /** State of the first history entry, as after a reload. */
  readonly state?: unknown;
  readonly slots?: FakeSlots;
  readonly release?: Partial<Ports['release']>;
  readonly backend?: Ports['backend'];
  /** What areas have read; nothing is kept by default. */
  readonly keptReads?: KeptReadsPort;
  /** What the portal is composed of; without documents by default. */
  readonly releases?: ReleasesPort;
}

/** Fake ports that a test controls and inspects. */
export interface FakePorts extends Ports {
  readonly session: FakeSession;
  readonly navigation: FakeNavigation;
  readonly events: FakeEvents;
  readonly slots: FakeSlots;
  /** Toasts shown so far. */
  toasts(): readonly Toast[];
  /** Telemetry reported so far. */
  reports(): readonly TelemetryReport[];
  setColorScheme(scheme: ColorScheme): void;
  /** Current number of subscriptions and registrations: 0 after everything has been unmounted. */
  openSubscriptions(): number;
}

const NO_RELEASES: ReleasesPort = {
  environment: 'local',
  read: () => Promise.resolve({ registry: null, stops: null }),
  readFile: () => Promise.resolve(null),
};

/** Makes ports for one mount. Does not touch globals. */
export function fakePorts(options: FakePortsOptions = {}): FakePorts {
  const { access } = options;
  const session = fakeSession(options.profile);
  if (access === 'public') {
    session.set({ userId: '', email: '', profile: null });
    session.expire();
  }
  const navigation = fakeNavigation(options.address, options.state);
  const events = fakeEvents();
  const slots = options.slots ?? fakeSlots();
  const toasts: Toast[] = [];
  const reports: TelemetryReport[] = [];
  let scheme: ColorScheme = 'light';
  const schemeListeners = new Set<() => void>();
  const backend = options.backend ?? { url: 'http://backend.test', publishableKey: 'sb_publishable_fake' };
  return {
    basePath: '/',
    session,
    navigation,
    events,
    slots,
    notify: (toast) => void toasts.push(toast),
    telemetry: { report: (report) => void reports.push(report) },
    colorScheme: {
      get: () => scheme,
      subscribe(listener) {
        schemeListeners.add(listener);
        return () => schemeListeners.delete(listener);
      },
    },
    backend,
    supabase: createDataClient({
      ...backend,
      accessToken: (refused) => (access === 'public' ? Promise.resolve(null) : session.getAccessToken(refused)),
    }),
    ...(access && { access }),
    supportEmail: 'support@nemus.example',
    ...(options.keptReads && { keptReads: options.keptReads }),
    ...(access !== 'public' && { releases: options.releases ?? NO_RELEASES }),
    release: { remote: 'fake', title: 'Probe', team: 'probe', version: '1.0.0-000000000000', ...options.release },
    toasts: () => [...toasts],
    reports: () => [...reports],
    setColorScheme(next) {
      scheme = next;
      for (const listener of schemeListeners) listener();
    },
    openSubscriptions: () =>
      session.listenerCount() +
      navigation.listenerCount() +
      navigation.guardCount() +
      events.listenerCount() +
      schemeListeners.size +
      slots.mounted().length,
  };
}
