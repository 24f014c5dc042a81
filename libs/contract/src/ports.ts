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
  /** The institution that the account acts for, which need not be its own. */
  readonly institutionName: string | null;
  readonly email: string;
  /**
   * Rights of this account (since 1.6): of staff, such as `staff:catalogue`, in the institution that it acts for (since
   * 1.8), such as `member:booking`, and about releases (since 1.13), such as `release:operator`. The database decides
   * what they allow.
   */
  readonly rights: readonly string[];
  /** The institution that the account acts for (since 1.8): the id of the account that founded it. Null for none. */
  readonly institutionId?: string | null;
}

/** The signed-in account at one moment. Its identity only changes with its content, as `useSyncExternalStore` needs. */
export interface SessionSnapshot {
  readonly userId: string;
  readonly email: string;
  /** Null when the profile could not be loaded: the account is signed in, but its type is unknown. */
  readonly profile: Profile | null;
}

/** A second factor of the signed-in account: an authenticator app. */
export interface SecondFactor {
  readonly id: string;
  /** The name that its owner gave it. */
  readonly name: string;
  readonly createdAt: string;
}

/** A factor that is being enrolled: what the authenticator app needs, available only now. */
export interface NewFactor {
  readonly id: string;
  /** To be typed in by hand. */
  readonly secret: string;
  /** `otpauth://…`, to be shown as a QR code. */
  readonly uri: string;
}

/**
 * Second factors of the signed-in account. Failures reject with the `code` of the sign-in service, such as
 * `mfa_verification_failed` for a wrong code, or `network`.
 */
export interface FactorsPort {
  list(): Promise<readonly SecondFactor[]>;
  /** Starts to enrol a factor; it counts after its first code. */
  begin(name: string): Promise<NewFactor>;
  /** Finishes a factor with its first code. The account's other sessions end. */
  finish(factorId: string, code: string): Promise<void>;
  /** Proves a factor again, for requests that need a fresh one (`factor_required`). */
  give(code: string): Promise<void>;
  /** Removes a factor, after one was proved. */
  remove(factorId: string): Promise<void>;
}

/** Read access to the shell's only session. A remote never creates its own auth client. */
export interface SessionPort {
  getSnapshot(): SessionSnapshot;
  subscribe(listener: () => void): () => void;
  /**
   * A valid access token (JWT), refreshed when needed. Rejects when the session has ended.
   *
   * @param refused A token that the backend has just refused: a new one is requested, whatever this browser's clock
   * says (since 1.2).
   */
  getAccessToken(refused?: string): Promise<string>;
  /** Loads the profile again, for instance after an edit. */
  reloadProfile(): Promise<void>;
  signOut(): Promise<void>;
  /** Second factors; older shells do not have them. Since 1.8. */
  readonly factors?: FactorsPort;
  /**
   * Asks for the password in a dialog of the shell, and deletes the account for good. Resolves with whether it was
   * deleted; the session has then ended. Since 1.12.
   */
  deleteAccount?(): Promise<boolean>;
  /**
   * Asks for the password in a dialog of the shell, for what needs a sign-in of the last ten minutes. Resolves with
   * whether it was given. An account with a second factor gives that instead. Since 1.15.
   */
  provePassword?(): Promise<boolean>;
  /**
   * Requests another e-mail address. Mails with a link go to both addresses; the new one is valid once both confirmed.
   * `sent` even for an address that another account has: the answer does not reveal it. `invalid`: no address; `later`:
   * too many mails. Rejects without an answer. Since 1.14.
   */
  changeEmail?(address: string): Promise<'sent' | 'invalid' | 'later'>;
}

/** The portal's current location. `key` changes with every navigation, also to the same address. */
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

/** A short message that the shell shows above everything (German; section 9 of the specification has the wording). */
export interface Toast {
  readonly kind: 'success' | 'info' | 'error';
  readonly title: string;
  readonly description?: string;
}
export type NotifyPort = (toast: Toast) => void;

/** Typed events between areas, also across the tabs of one account. */
export interface EventsPort {
  publish<K extends keyof PortalEvents>(name: K, payload: PortalEvents[K]): void;
  subscribe<K extends keyof PortalEvents>(name: K, listener: (payload: PortalEvents[K]) => void): () => void;
}

/** State of a slot. For `missing` and `failed`, show the fallback; the host page goes on. */
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

/** What the portal is composed of, for an area of operators and release teams. All of it is public. Since 1.13. */
export interface ReleasesPort {
  /** Environment of this portal, such as `production`. */
  readonly environment: string;
  /**
   * The registry and the stop list as this page uses them, read again from the store. Documents of the store, to be
   * parsed; null where there is none.
   */
  read(): Promise<{ readonly registry: unknown; readonly stops: unknown }>;
  /**
   * A text file of a release that the registry names, checked by its hash. Null when the release has no such file;
   * rejects when it is unavailable.
   */
  readFile(remote: string, version: string, file: string): Promise<string | null>;
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

/** Everything that a remote or slot gets from the shell. There are no globals. */
export interface Ports {
  /** Path under which the portal runs, `/` unless an operator hosts it in a folder. */
  readonly basePath: string;
  /**
   * `public` in mounts of a public route, which have no account: `session` stays empty and gives no token, `supabase`
   * and `fetch` send as a visitor, and there are no slots, events or kept reads of other areas. Since 1.12.
   */
  readonly access?: 'public';
  readonly session: SessionPort;
  readonly navigation: NavigationPort;
  readonly notify: NotifyPort;
  readonly events: EventsPort;
  readonly slots: SlotsPort;
  readonly telemetry: TelemetryPort;
  readonly colorScheme: ColorSchemePort;
  readonly backend: BackendSettings;
  /**
   * The page's only backend client. Every request carries the session's token, and reuses answers that the page
   * requested while the area's code was loading. It has no `auth`; the session is a separate port. Since 1.4.
   */
  readonly supabase: SupabaseClient<Database>;
  /** `fetch` for an area's own client, as areas had until 1.3. */
  readonly fetch?: typeof fetch;
  readonly supportEmail: string;
  /**
   * Whether a mount may prefetch what its page will show (`earlyStart` of `config.json`); unless false, it may. Since
   * 1.5.
   */
  readonly earlyStart?: boolean;
  /** What areas have read, for the next time they are opened; older shells keep nothing. Since 1.11. */
  readonly keptReads?: KeptReadsPort;
  /** What the portal is composed of; older shells do not tell. Since 1.13. */
  readonly releases?: ReleasesPort;
  readonly release: ReleaseInfo;
}

/** Props of one mount. `name` is unique per mount: single-spa-react identifies its roots by it. */
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
   * Loads what the first render needs, code and reads, before there is an element to render into. Never rejects. The
   * shell may skip it. The shell may also call it while the pointer only hovers over the area's menu entry:
   * `navigation` then names the place where the area would open, and requests other than GET and HEAD wait until it
   * does. Since 1.3.
   */
  prepare?(ports: Ports): Promise<void>;
  bootstrap(props: MountProps): Promise<void>;
  mount(props: MountProps): Promise<void>;
  update(props: MountProps): Promise<void>;
  unmount(props: MountProps): Promise<void>;
}
