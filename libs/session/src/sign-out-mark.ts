/**
 * Marks that the session was ended on purpose; set before the session leaves the storage, so that no tab mistakes this
 * for expiry.
 */
const KEY = 'nemus-signed-out';

let inThisPage = false;

/** A sign-out, here or in another tab. */
export function markSignOut(): void {
  inThisPage = true;
  attempt(() => window.localStorage.setItem(KEY, '1'));
}

/** A session starts. */
export function clearSignOutMark(): void {
  inThisPage = false;
  attempt(() => window.localStorage.removeItem(KEY));
}

export function isSignedOutOnPurpose(): boolean {
  return inThisPage || attempt(() => window.localStorage.getItem(KEY)) === '1';
}

/** Without storage a session lives in its page only, and other tabs need not know. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
