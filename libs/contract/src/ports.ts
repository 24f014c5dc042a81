import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database';
import type { UserType } from './declaration';
import type { PortalEvents } from './events';
import type { FailureKind } from './failure';
import type { KeptReadsPort } from './kept-reads';
import type { SlotName, SlotProps } from './slots';

/** Account data that every area may read (`nemus_profiles`). */
export interface Profile {
  readonly userId: string;
  readonly userType: UserType;
  readonly firstName: string;
  readonly lastName: string;
  /** Of the institution that the account acts for, which need not be its own. */
  readonly institutionName: string | null;
  readonly email: string;
  /**
   * Rights of this account by itself (since 1.6): of staff, such as `staff:catalogue`, and in the institution that it acts
   * for (since 1.8), such as `member:booking`. What they open is decided by the database.
   */
  readonly rights: readonly string[];
  /** The institution that the account acts for (since 1.8): the id of the account that founded it. Null for none. */
  readonly institutionId?: string | null;
}

/** The signed-in account at one moment. Stable by identity until it changes, so it suits `useSyncExternalStore`. */
export interface SessionSnapshot {
  readonly userId: string;
  readonly email: string;
  /** Null while the profile could not be loaded: the account is signed in, but its type is not known. */
  readonly profile: Profile | null;
}

/** A second factor of the signed-in account: an authenticator app. */
export interface SecondFactor {
  readonly id: string;
  /** As its owner calls it. */
  readonly name: string;
  readonly createdAt: string;
}

/** A factor that was begun: what an authenticator app has to know, in this moment alone. */
export interface NewFactor {
  readonly id: string;
  /** To be typed by hand. */
  readonly secret: string;
  /** `otpauth://…`, to be shown as a QR code. */
  readonly uri: string;
}

/**
 * Second factors of the signed-in account. Whatever fails rejects with an error whose `code` is the sign-in service's,
 * such as `mfa_verification_failed` for a wrong code, or `network`.
 */
export interface FactorsPort {
  list(): Promise<readonly SecondFactor[]>;
  /** Begins a factor; it counts from its first code on. */
  begin(name: string): Promise<NewFactor>;
  /** Finishes a factor with its first code. The account's other sessions end. */
  finish(factorId: string, code: string): Promise<void>;
  /** Gives a factor again, so that the backend does what it asks a fresh one for (`factor_required`). */
  give(code: string): Promise<void>;
  /** Removes a factor, after one was given. */
  remove(factorId: string): Promise<void>;
}

/** Read access to the shell's one session. A remote never creates an auth client of its own. */
export interface SessionPort {
  getSnapshot(): SessionSnapshot;
  subscribe(listener: () => void): () => void;
  /**
   * A valid access token (JWT), refreshed when needed. Rejects when the session has ended.
   *
   * @param refused A token that the backend has just refused: another one is asked for, whatever this browser's clock
   *   says about it (since 1.2).
   */
  getAccessToken(refused?: string): Promise<string>;
  /** Loads the profile again, for instance after it was edited. */
  reloadProfile(): Promise<void>;
  signOut(): Promise<void>;
  /** Second factors; older shells have none. Since 1.8. */
  readonly factors?: FactorsPort;
}

/** Where the portal is. `key` changes with every navigation, also to the same address. */
export interface PortalLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: unknown;
  readonly key: string;
}

/** Asked before the portal leaves a page with unsaved work. Resolves true when it may leave. */
export type LeaveGuard = (to: PortalLocation) => boolean | Promise<boolean>;

/** The one history that shell and remotes share. */
export interface NavigationPort {
  getLocation(): PortalLocation;
  subscribe(listener: () => void): () => void;
  push(to: string, state?: unknown): void;
  replace(to: string, state?: unknown): void;
  go(delta: number): void;
  /** Registers a guard for unsaved changes; returns the function that removes it. */
  guardLeave(guard: LeaveGuard): () => void;
}

/** A short message that the shell shows above everything (German; section 9 of the specification has its words). */
export interface Toast {
  readonly kind: 'success' | 'info' | 'error';
  readonly title: string;
  readonly description?: string;
}
export type NotifyPort = (toast: Toast) => void;

/** Typed messages between areas, also across the tabs of one account. */
export interface EventsPort {
  publish<K extends keyof PortalEvents>(name: K, payload: PortalEvents[K]): void;
  subscribe<K extends keyof PortalEvents>(name: K, listener: (payload: PortalEvents[K]) => void): () => void;
}

/** How a slot stands. `missing` and `failed` mean: show the fallback, the host page goes on. */
export type SlotState = 'loading' | 'ready' | 'missing' | 'failed';

export interface SlotHandle<N extends SlotName> {
  update(props: SlotProps[N]): void;
  unmount(): void;
}

/** Shows a piece of another area inside this one. */
export interface SlotsPort {
  mount<N extends SlotName>(
    name: N,
    domElement: HTMLElement,
    props: SlotProps[N],
    onState: (state: SlotState) => void,
  ): SlotHandle<N>;
}

/** What areas report about themselves; the shell adds remote, version and team. Never personal data. */
export interface TelemetryReport {
  readonly name: string;
  readonly message?: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}
export interface TelemetryPort {
  report(report: TelemetryReport): void;
}

export type ColorScheme = 'light' | 'dark';
export interface ColorSchemePort {
  get(): ColorScheme;
  subscribe(listener: () => void): () => void;
}

/** The backend of this environment; values of `/config.json`, public by nature. */
export interface BackendSettings {
  readonly url: string;
  readonly publishableKey: string;
}

/** The release that runs. */
export interface ReleaseInfo {
  readonly remote: string;
  readonly title: string;
  readonly team: string;
  readonly version: string;
}

/** Everything that a remote or slot gets from the shell. No globals beside it. */
export interface Ports {
  /** Path below which the portal lives, `/` unless an operator hosts it in a folder. */
  readonly basePath: string;
  readonly session: SessionPort;
  readonly navigation: NavigationPort;
  readonly notify: NotifyPort;
  readonly events: EventsPort;
  readonly slots: SlotsPort;
  readonly telemetry: TelemetryPort;
  readonly colorScheme: ColorSchemePort;
  readonly backend: BackendSettings;
  /**
   * The page's one client of the backend: every request carries the session's token, and takes what the page asked for
   * early, while the area's code was on its way. It has no `auth`; the session is a port of its own. Since 1.4.
   */
  readonly supabase: SupabaseClient<Database>;
  /** `fetch` for a client of an area's own, as areas had one until 1.3. */
  readonly fetch?: typeof fetch;
  readonly supportEmail: string;
  /** Whether a mount may ask early for what its page will show (`earlyStart` of `config.json`); unless false, it may. Since 1.5. */
  readonly earlyStart?: boolean;
  /** What areas have read, for the next time that they are opened; older shells keep nothing. Since 1.11. */
  readonly keptReads?: KeptReadsPort;
  readonly release: ReleaseInfo;
}

/** Props of one mount. `name` is unique per mount: single-spa-react keeps its roots by it. */
export interface MountProps extends Ports {
  readonly name: string;
  readonly domElement: HTMLElement;
  /** Called by the remote's error boundary; the shell then removes the root and shows the failure card. */
  readonly reportFailure: (kind: Extract<FailureKind, 'render' | 'chunk'>, error: unknown) => void;
  /** Props of the slot, when the mount is one. */
  readonly slotProps?: unknown;
}

/** single-spa lifecycles: the default export of every module that a remote exposes. */
export interface Lifecycles {
  /**
   * Loads what the first drawing needs, code and reads, before there is a place to draw in. Never rejects. The shell
   * may leave it out. It may also come while somebody is only at the area's menu entry, and may never open it:
   * `navigation` then says where the area would be opened, and what is sent leaves the page only when it is opened,
   * except for reads by their method (GET, HEAD). Since 1.3.
   */
  prepare?(ports: Ports): Promise<void>;
  bootstrap(props: MountProps): Promise<void>;
  mount(props: MountProps): Promise<void>;
  update(props: MountProps): Promise<void>;
  unmount(props: MountProps): Promise<void>;
}
