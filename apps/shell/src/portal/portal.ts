import type { DataClient } from '@nemus/data';
import type { Loader } from '@nemus/loader';
import type { RegisteredRemote } from '@nemus/registry';
import type { Session } from '@nemus/session';
import type { PortalConfig } from '@nemus/host/config/config';
import type { Question } from '@nemus/host/ports/question';
import type { DrawnSession } from './drawn-session';
import type { OverrideKeeper } from '@nemus/host/overrides/override-keeper';
import type { ColorSchemeChoice } from '../browser/color-scheme';
import type { Navigation } from '@nemus/host/ports/navigation';
import type { ToastList } from '@nemus/host/ports/notify';
import type { AreaOpening } from './area-opening';
import type { Telemetry } from '@nemus/host/ports/telemetry';
import type { RegistrySource } from '@nemus/host/registry/registry-source';
import type { StopSource } from '@nemus/host/registry/stop-source';

/** Everything that runs in this page, set up once. */
export interface Portal {
  readonly config: PortalConfig;
  /** Its sign-in methods resolve when the sign-in is rendered. */
  readonly session: Session;
  /** The rendered session. */
  readonly drawnSession: DrawnSession;
  readonly registry: RegistrySource;
  /** What operators have stopped; the registry excludes it. */
  readonly stops: StopSource;
  readonly navigation: Navigation;
  readonly toasts: ToastList;
  readonly telemetry: Telemetry;
  readonly colorScheme: ColorSchemeChoice;
  readonly loader: Loader;
  readonly overrides: OverrideKeeper;
  /** An area's question to delete the account, asked with the password, which areas must not see. */
  readonly deletion: Question;
  /** An area's question for the password, so that the session has just signed in. */
  readonly proof: Question;
  /** Whether to sign out although input of the account was not sent. */
  readonly discarding: Question;
  /** The page's client of tables and functions, shared with areas; sends as the signed-in account. */
  client(): Promise<DataClient>;
  /** A client without an account, for public features. */
  visitor(): Promise<DataClient>;
  /** The last account signed in in this page, even after its session has ended. */
  lastUserId(): string | null;
  /** How the menu opens areas. */
  readonly opening: AreaOpening;
  /** Preloads what every area needs, and the files of the likely dashboard, while the user types a password. */
  prepareSignIn(): void;
  /** Remembers a shown area, so that the next start requests its files at once. */
  rememberStart(remote: RegisteredRemote): Promise<void>;
  /** An area has rendered: preloads the first files of the menu's other areas, while the page is idle. */
  prepareMenu(shown: string): void;
  /** Signs out and goes to `/auth`; asks first when there is unsaved work. */
  leave(): Promise<void>;
}
