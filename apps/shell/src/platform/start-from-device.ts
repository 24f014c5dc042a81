import { normalizePath } from '@nemus/registry';
import { readStoredSignIn, type Session } from '@nemus/session';
import { RECONNECT_MS } from '@nemus/start/limits';
import { loadConfig, UnreachableError, type PortalConfig } from '@nemus/host/config/config';
import { readDeviceCopy, storedReadsOf, type StoredReads } from '@nemus/host/device/device-copy';
import { forgetDevice } from '@nemus/host/device/forget-device';

/** The account of the last contact, with what is stored of it; null when it may not be shown, or there is nothing. */
async function readStored() {
  const account = readStoredSignIn();
  const copy = account?.user && (await readDeviceCopy(account.user.id).catch(() => null));
  return copy ? { account, copy, pages: [...new Set(copy.reads.map(({ offlinePage }) => offlinePage))] } : null;
}

/** Paths of the pages that open without a connection in this browser. */
export const offlinePages = async (): Promise<readonly string[]> => (await readStored())?.pages ?? [];

/**
 * Starts the portal without a connection, for a page whose reads are on this device: signed in as at the last contact,
 * until the service answers. Otherwise returns the failure, which is the rule: another page, no session, nothing stored.
 *
 * @param failure why there is no configuration
 */
export async function startFromDevice<P extends { readonly session: Session }>(
  failure: unknown,
  start: (config: PortalConfig, stored: StoredReads) => P,
): Promise<P | { readonly failure: unknown }> {
  if (!(failure instanceof UnreachableError)) return { failure };
  const stored = await readStored();
  if (!stored) forgetDevice();
  if (!stored?.pages.includes(normalizePath(window.location.pathname))) return { failure };
  // Only the server writes the browser's own cache: no code of a page can replace the keys in it.
  const config = await loadConfig((input, init) => fetch(input, { ...init, cache: 'force-cache' })).catch(() => null);
  if (!config) return { failure };
  const portal = start(config, storedReadsOf(stored.copy));
  const { store } = portal.session;
  store.setState({ status: 'signed-in', ...stored.account, profile: stored.copy.profile, profileStatus: 'ready' });
  void askUntilAnswered(portal.session);
  return portal;
}

/** Reads the profile until the backend has answered: then the account may be blocked, or have other rights. */
async function askUntilAnswered({ store, reloadProfile }: Session) {
  const known = store.getState().profile;
  for (let wait: number = RECONNECT_MS.first; ; wait = Math.min(wait * 2, RECONNECT_MS.last)) {
    await untilOnlineOr(wait);
    const { status, ended, profile, profileStatus } = store.getState();
    if (status !== 'signed-in' || ended || profile !== known || profileStatus === 'blocked') return;
    if (navigator.onLine) await reloadProfile();
  }
}

/** Resolves after a time, or as soon as the browser is online again. */
function untilOnlineOr(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
  });
}
