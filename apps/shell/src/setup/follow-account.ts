import type { SessionState, SessionStore } from '@nemus/session';
import type { FirstReads, MemoKeeper } from '@nemus/start';
import type { ReleaseHealth } from '@nemus/host/health/release-health';
import type { OverrideKeeper } from '@nemus/host/overrides/override-keeper';
import { forgetDevice } from '@nemus/host/device/forget-device';
import type { LazyPlatform } from '../platform/lazy-platform';
import type { KeptReads } from '@nemus/host/ports/kept-reads';
import { removeUnsent } from '../browser/unsent-input';
import { forgetRecent } from '../palette/recent';

/** What starts and ends with an account. */
export interface AccountParts {
  readonly overrides: Pick<OverrideKeeper, 'begin'>;
  readonly health: Pick<ReleaseHealth, 'clear'>;
  readonly reads: Pick<FirstReads, 'clear'>;
  readonly keptReads: Pick<KeptReads, 'clear'>;
  readonly memo: Pick<MemoKeeper, 'forgetPages'>;
  readonly platform: Pick<LazyPlatform, 'prepare'>;
}

/**
 * Starts and ends what belongs to an account with its session, and preloads what comes next after a sign-in.
 *
 * @returns The last account signed in in this page, even after its session has ended.
 */
export function followAccount(store: SessionStore, parts: AccountParts): () => string | null {
  const { overrides, health, reads, keptReads, memo, platform } = parts;
  let lastUserId: string | null = null;
  store.subscribe((state, before) => {
    const { status, user } = state;
    if (status !== 'loading') overrides.begin(status === 'signed-in' ? (user?.id ?? null) : null);
    lastUserId = user?.id ?? lastUserId;
    if (user?.id !== before.user?.id) {
      health.clear();
      reads.clear();
    }
    // An account's page may be open before its profile arrives: what it has read is this account's.
    const isArrival = before.profile === null && before.user?.id === user?.id;
    const seesOther = !isArrival && sightOf(state) !== sightOf(before);
    if (seesOther) keptReads.clear();
    // An expired session may have been ended from elsewhere.
    if (status === 'signed-out' || state.ended || state.profileStatus === 'blocked' || (before.profile && seesOther)) {
      forgetDevice();
    }
    const isOther = before.user !== null && user !== null && user.id !== before.user.id;
    if (status === 'signed-out' || isOther) {
      memo.forgetPages();
      forgetRecent();
    }
    if (status === 'signed-out') {
      // The sign-out has asked. A session that expired is still `signed-in`, and its input waits for the account.
      if (before.status === 'signed-in' && before.user) removeUnsent(before.user.id);
    }
    if (status === 'signed-in') platform.prepare();
  });
  return () => lastUserId;
}

/** Identifies what an account may see: another account, institution, or rights see something else. */
function sightOf({ user, profile }: SessionState): string {
  return JSON.stringify([user?.id, profile?.userType, profile?.institutionId, ...(profile?.rights ?? [])]);
}
