import type { DataClient } from '@nemus/data';
import type { Loader } from '@nemus/loader';
import type { RegisteredRemote } from '@nemus/registry';
import type { Session } from '@nemus/session';
import type { PortalConfig } from '../config/config';
import type { DrawnSession } from './drawn-session';
import type { OverrideKeeper } from '../overrides/override-keeper';
import type { ColorSchemeChoice } from '../ports/color-scheme';
import type { Navigation } from '../ports/navigation';
import type { ToastList } from '../ports/notify';
import type { Telemetry } from '../ports/telemetry';
import type { RegistrySource } from '../registry/registry-source';
import type { StopSource } from '../registry/stop-source';

/** Everything that runs in this page, wired once. */
export interface Portal {
  readonly config: PortalConfig;
  /** Whatever signs in resolves when the sign-in is drawn as well. */
  readonly session: Session;
  /** The session as it is drawn. */
  readonly drawnSession: DrawnSession;
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
  /**
   * Somebody is about to open an area: asks what the registry says now, and early for the area's files; when they stay
   * at it, also for what its page reads. Returns what is to be called when they turn away.
   *
   * @param path Where the menu leads
   */
  prepareArea(remote: string, path: string): () => void;
  /** Asks early for what every area needs, and for the files of the dashboards, while somebody types a password. */
  prepareSignIn(): void;
  /** Resolves when nothing is under way that pages have asked the tables for. */
  readsAnswered(): Promise<void>;
  /** Remembers an area that was shown, so that the next start requests its files at once. */
  rememberStart(remote: RegisteredRemote): Promise<void>;
  /** An area stands: brings what the menu's other areas begin with into the browser's cache, while the page is at rest. */
  prepareMenu(shown: string): void;
  /** Signs out and goes to `/auth`; asks first when there is unsaved work. */
  leave(): Promise<void>;
}
