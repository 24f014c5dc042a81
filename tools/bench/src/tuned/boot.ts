/**
 * Runs inside the head of the tuned monolith's page: requests the files of the page that this path will show, and beside
 * them profile and remembered reads, as the portal's own boot script does.
 */
import {
  isObject,
  pageFor,
  parsed,
  prepareProfile,
  prepareRead,
  readStartMemo,
  readStoredAccount,
  SESSION_KEY,
  START_MEMO_KEY,
  type StartMemo,
} from '@nemus/start';
import { interceptSubmit } from '../../../../apps/shell/bench/boot';
import type { StartFiles } from './start-files';

/** Replaced by the table when the page is written. */
const MARK: unknown = '__NEMUS_START_FILES__';

const path = location.pathname === '/' ? '/dashboard' : location.pathname;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function roleOf(session: string | null): string | null {
  const value = parsed(session);
  if (!isObject(value) || !isObject(value.user) || !isObject(value.user.user_metadata)) return null;
  return String(value.user.user_metadata.user_type);
}

function requestFiles(role: string) {
  // The table is written into the page together with this script.
  for (const [href, integrity] of (MARK as StartFiles)[role]?.[path] ?? []) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = href.endsWith('.css') ? 'style' : 'script';
    link.crossOrigin = 'anonymous';
    link.integrity = integrity;
    link.href = href;
    document.head.append(link);
  }
}

function requestData(memo: StartMemo) {
  const account = readStoredAccount(stored(SESSION_KEY), Date.now());
  if (!account) return;
  prepareProfile(memo.backend, account);
  for (const read of pageFor(memo, path)?.reads ?? []) prepareRead(memo.backend, account.token, read);
}

const chosen = stored('nemus.color-scheme');
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset['scheme'] = dark ? 'dark' : 'light';
// The same first picture as the portal's, and the same form in it.
const hasSession = stored(SESSION_KEY) !== null;
document.documentElement.dataset['start'] = !hasSession ? 'sign-in' : path === '/auth' ? 'card' : 'frame';
interceptSubmit();

const memo = readStartMemo(stored(START_MEMO_KEY));
if (memo) requestData(memo);
const role = roleOf(stored(SESSION_KEY));
if (role) requestFiles(role);
