import { prepareNamedFiles } from './named-files';
import { prepareAnswer } from './early-answers';
import { prepareProfile, prepareRead } from './prepare-read';
import { pageFor, readStartMemo, START_MEMO_KEY, type StartMemo } from './memo';
import { CONFIG_PATH, SESSION_KEY, STOPS_REQUEST, VERSION_REQUEST, VERSIONED_KEY } from './requests';
import { OFF_KEY } from './switch';
import { readStoredAccount, type StoredAccount } from './stored-account';

/**
 * Runs in the page's head and requests early what this start will probably need: always the configuration, and
 * whatever the last visit to this address needed. It only requests: nothing is stored, decided or run. If the early
 * start was off at the last visit, it does nothing.
 *
 * @param stored reads the browser's storage; null when empty or blocked
 */
export function preparePage(stored: (key: string) => string | null) {
  if (stored(OFF_KEY) !== null) return;
  // Not as a preload: WebKit would request it again.
  void prepareAnswer(CONFIG_PATH, {});
  if (stored(SESSION_KEY) !== null) prepareNamedFiles('account');
  const memo = readStartMemo(stored(START_MEMO_KEY));
  if (!memo) return;
  const isVersioned = stored(VERSIONED_KEY) === memo.registryUrl;
  void prepareAnswer(memo.registryUrl, {}, isVersioned ? VERSION_REQUEST : {});
  if (memo.stopsUrl !== undefined) void prepareAnswer(memo.stopsUrl, {}, STOPS_REQUEST);
  const account = readStoredAccount(stored(SESSION_KEY), Date.now());
  if (account) prepareProfile(memo.backend, account);
  prepareFirstScreen(memo, account);
}

/** What the first screen of the page at this address needed at the last visit. */
function prepareFirstScreen(memo: StartMemo, account: StoredAccount | null) {
  const page = pageFor(memo, location.pathname === '/' ? '/dashboard' : location.pathname);
  if (!page || !(account || page.isPublic)) return;
  void prepareAnswer(page.release, {});
  for (const file of page.files) {
    // The list of names that the release uses is read by code, which hashes it.
    if (file.url.endsWith('.json')) void prepareAnswer(file.url, {});
    else preparePreload(file.url, file.url.endsWith('.css') ? 'style' : 'script', file.integrity);
  }
  if (!account) return;
  const { userId, token } = account;
  for (const read of page.reads) {
    // Another account's addresses would return nothing.
    if (!read.path.includes('user_id=eq.') || read.path.includes(userId)) prepareRead(memo.backend, token, read);
  }
}

function preparePreload(href: string, as: 'script' | 'style', integrity: string) {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = as;
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.href = href;
  document.head.append(link);
}
