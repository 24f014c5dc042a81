/** Says that the session was ended on purpose; set before it leaves the storage, so that no tab takes it for expired. */
const KEY = 'nemus-signed-out';

let inThisPage = false;

/** Somebody signs out, here or in another tab. */
export function markSignOut(): void {
  inThisPage = true;
  attempt(() => window.localStorage.setItem(KEY, '1'));
}

/** A session begins. */
export function clearSignOutMark(): void {
  inThisPage = false;
  attempt(() => window.localStorage.removeItem(KEY));
}

export function isSignedOutOnPurpose(): boolean {
  return inThisPage || attempt(() => window.localStorage.getItem(KEY)) === '1';
}

/** Without storage a session lives in its page alone, and no other tab has to know. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
