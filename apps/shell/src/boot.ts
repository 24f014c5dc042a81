/**
 * Runs inside the page's head, before any other script (allowed by its hash). It asks at once for what the start will
 * need, so that the requests run beside each other instead of one after the other, and it speaks up when the portal's
 * own scripts do not arrive. It stores nothing, decides nothing and executes nothing that it requests: data reaches
 * the shell under the account's own token, files run after the shell has checked their release.
 */
import { profilePath, PROFILE_HEADERS, STORAGE_KEY } from '@nemus/session/early';
import { CONFIG_PATH } from './config/config-path';
import { readCollapsed } from './frame/sidebar-cookie';
import { COLOR_SCHEME_KEY } from './ports/color-scheme-key';
import { VERSION_REQUEST, VERSIONED_KEY } from './registry/registry-version';
import { STOPS_REQUEST } from './registry/stops-request';
import { PATHS, publicPageAt } from './routing/paths';
import { requestAccountFiles } from './start/account-files';
import { askEarly } from './start/early-answers';
import { pageFor, readStartMemo, START_MEMO_KEY, type StartMemo } from './start/start-memo';
import { readStoredAccount, type StoredAccount } from './start/stored-account';

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function request(href: string, as: 'fetch' | 'script' | 'style', integrity?: string) {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = as;
  link.crossOrigin = 'anonymous';
  if (integrity) link.integrity = integrity;
  link.href = href;
  document.head.append(link);
}

function setScheme() {
  const chosen = stored(COLOR_SCHEME_KEY);
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
}

/** Which picture stands until the shell draws the page: nothing is known for certain, and nothing depends on it. */
function drawFirst() {
  const { dataset } = document.documentElement;
  const path = location.pathname.replace(/(.)\/+$/, '$1');
  const page = publicPageAt(path, '');
  if (readCollapsed(document.cookie)) dataset.sidebar = 'narrow';
  if (page !== null) return;
  dataset.start = stored(STORAGE_KEY) !== null && path !== PATHS.auth ? 'frame' : 'sign-in';
}

function requestEarly() {
  request(CONFIG_PATH, 'fetch');
  if (stored(STORAGE_KEY) !== null) requestAccountFiles();
  const memo = readStartMemo(stored(START_MEMO_KEY));
  if (!memo) return;
  const isVersioned = stored(VERSIONED_KEY) === memo.registryUrl;
  askEarly(memo.registryUrl, {}, isVersioned ? VERSION_REQUEST : {});
  if (memo.stopsUrl !== undefined) askEarly(memo.stopsUrl, {}, STOPS_REQUEST);
  const account = readStoredAccount(stored(STORAGE_KEY), Date.now());
  if (account) requestPage(memo, account);
}

/** What the first screen of the page at this address was made of at the last visit. */
function requestPage(memo: StartMemo, { userId, token }: StoredAccount) {
  const { url, publishableKey } = memo.backend;
  const read = (path: string, headers: Readonly<Record<string, string>>) =>
    askEarly(`${url}/rest/v1/${path}`, { ...headers, apikey: publishableKey, authorization: `Bearer ${token}` });
  read(profilePath(userId), PROFILE_HEADERS);
  const page = pageFor(memo, location.pathname === '/' ? '/dashboard' : location.pathname);
  if (!page) return;
  askEarly(page.release, {});
  for (const file of page.files) request(file.url, file.url.endsWith('.css') ? 'style' : 'script', file.integrity);
  for (const { path, headers } of page.reads) {
    // Another account's addresses would be answered with nothing.
    if (!path.includes('user_id=eq.') || path.includes(userId)) read(path, headers);
  }
}

/** How long the start may take before the page says that something is wrong, in milliseconds. */
const START_PATIENCE = 15_000;

/** Says why nothing comes, and offers another try; not over a portal that stands there. */
function explainStart(sentence: string) {
  const text = document.getElementById('start-text');
  const again = document.getElementById('start-again');
  if (!text || !again) return;
  text.textContent = sentence;
  again.hidden = false;
  // Whatever was drawn ahead of the portal gives way to the sentence.
  delete document.documentElement.dataset.start;
}

/** A script of the portal itself that is lost, or that does not come, leaves an empty page. */
function explainLostScripts() {
  setTimeout(
    () => explainStart('Das Laden dauert ungewöhnlich lange. Bitte prüfen Sie Ihre Verbindung.'),
    START_PATIENCE,
  );
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || !target.src.startsWith(`${location.origin}/`)) return;
      explainStart('Das Portal konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.');
    },
    true,
  );
}

setScheme();
drawFirst();
requestEarly();
explainLostScripts();
