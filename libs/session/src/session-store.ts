import type { Profile } from '@nemus/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The signed-in account as the authentication service knows it. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  /** What the account wrote at sign-up. Untrusted: rights never follow from it. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** An account in one of the service's answers. */
interface ServiceUser {
  readonly id: string;
  readonly email?: string | undefined;
  readonly user_metadata: Readonly<Record<string, unknown>>;
}

/** The account in one of the service's answers. */
export function toUser({ id, email, user_metadata: metadata }: ServiceUser): SessionUser {
  return { id, email: email ?? '', metadata };
}

/**
 * `missing`: there is no row, and none could be created. `failed`: it could not be read. `blocked`: staff has blocked
 * the account, so the backend refuses everything, although this session may look valid for up to an hour.
 */
export type ProfileStatus = 'idle' | 'loading' | 'ready' | 'missing' | 'failed' | 'blocked';

/** The state that the shell renders. A new object for every change. */
export interface SessionState {
  /**
   * `factor-needed`: the password was right, the account's second factor is missing; nothing about the account is
   * known.
   */
  readonly status: 'loading' | 'signed-out' | 'factor-needed' | 'signed-in';
  readonly user: SessionUser | null;
  readonly profile: Profile | null;
  readonly profileStatus: ProfileStatus;
  /** A recovery link opened this session; a new password may be set without the current one. */
  readonly recovery: boolean;
  /**
   * The session of this page ended without a sign-out: it expired, or was revoked. Account and profile stay, so that
   * work can continue once the account has signed in again.
   */
  readonly ended: boolean;
  /** The session that had {@link ended} was opened again by password, and lacks the account's second factor. */
  readonly lacksFactor: boolean;
  /** The account has a second factor. */
  readonly hasFactor: boolean;
  /** There is a stored session, but the service does not answer, so its validity is unknown. */
  readonly unreachable: boolean;
}

export type SessionStore = StoreApi<SessionState>;

/** The state after the end of a session. */
export const SIGNED_OUT = {
  status: 'signed-out',
  user: null,
  profile: null,
  profileStatus: 'idle',
  recovery: false,
  ended: false,
  lacksFactor: false,
  hasFactor: false,
  unreachable: false,
} as const;

export function createSessionStore(): SessionStore {
  return createStore<SessionState>(() => ({ ...SIGNED_OUT, status: 'loading' }));
}
