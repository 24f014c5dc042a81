/**
 * Runs inside the page's head, before any other script (allowed by its hash). It requests what the start will need, so
 * that the requests run in parallel, and shows a message when the portal's own scripts do not arrive. It stores,
 * decides and executes nothing: data reaches the shell with the account's own token, files run after the shell has
 * checked their release.
 */
import { OFF_KEY, prepareNamedFiles, preparePage, readStoredAccount, SESSION_KEY } from '@nemus/start';
import { GIVE_WAY_AGAIN_MS, START_MS } from '@nemus/start/limits';
import { NEW_PAGE } from '@nemus/start/worker';
import { FORM_ID, interceptSubmit } from './first-form/intercept-submit';
import { readCollapsed } from './frame/sidebar-cookie';
import { COLOR_SCHEME_KEY } from './browser/color-scheme-key';
import { isReadable, PATHS, publicPageAt } from './routing/paths';

/** When this tab was last reloaded for a newer page. */
const GAVE_WAY_KEY = 'nemus.gave-way';

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function setScheme() {
  const chosen = stored(COLOR_SCHEME_KEY);
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
}

/** Which picture is shown until the shell renders: a guess that nothing depends on. */
function drawFirst() {
  const { dataset } = document.documentElement;
  if (readCollapsed(document.cookie)) dataset.sidebar = 'narrow';
  const picture = firstPicture(location.pathname.replace(/(.)\/+$/, '$1'), stored(SESSION_KEY) !== null);
  // A browser that is too old gets the sentence instead (`libs/build/src/floor-script.ts`).
  if (picture && dataset.old === undefined) dataset.start = picture;
  // It signs in, and renews what has expired.
  if (readStoredAccount(stored(SESSION_KEY), Date.now()) === null) prepareNamedFiles('visitor');
  // The sign-in form works without the renderer; every other view needs it.
  if (picture !== 'sign-in') prepareNamedFiles('view');
  // Nearly every other page leads a visitor to the sign-in.
  if (picture === 'card' && stored(SESSION_KEY) === null) prepareNamedFiles('sign-in');
}

/** `sign-in` is the form itself, only when it will stay; `card` is a neutral card. */
function firstPicture(path: string, hasSession: boolean): 'frame' | 'sign-in' | 'card' | null {
  if (!isReadable(path) || publicPageAt(path, '') !== null) return null;
  if (hasSession) return path === PATHS.auth ? 'card' : 'frame';
  // Other views and invitations are in the query.
  if (path === PATHS.auth) return location.search === '' ? 'sign-in' : 'card';
  if (path === PATHS.start || path === PATHS.home) return 'sign-in';
  // The registry says whether this is a public route, and the account's code reads it.
  if (path !== PATHS.invitation && stored(OFF_KEY) === null) prepareNamedFiles('account');
  return 'card';
}

/** Explains why nothing loads, and offers a retry; not over a rendered portal. */
function explainStart(sentence: string) {
  const text = document.getElementById('start-text');
  const again = document.getElementById('start-again');
  // A browser that is too old has its own sentence.
  if (!text || !again || document.documentElement.dataset.old !== undefined) return;
  text.textContent = sentence;
  again.hidden = false;
  // The message replaces anything rendered before the portal.
  delete document.documentElement.dataset.start;
}

/** A script of the portal that is lost or late leaves an empty page. */
function explainLostScripts() {
  setTimeout(() => {
    // A working form that was not sent is not replaced while the user types.
    const { ready, sent } = document.getElementById(FORM_ID)?.dataset ?? {};
    if (ready !== undefined && sent === undefined) return;
    explainStart('Das Laden dauert ungewöhnlich lange. Bitte prüfen Sie Ihre Verbindung.');
  }, START_MS);
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || !target.src.startsWith(`${location.origin}/`)) return;
      explainStart('Das Portal konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.');
    },
    true,
  );
}

/**
 * Reloads a cached page that differs from the server's, as long as the user has done nothing in it. Done here, so that
 * it works for a page with broken scripts. An address may be valid only once (links in mails): it is not requested
 * twice.
 */
function giveWay() {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!container?.controller || location.search + location.hash !== '') return;
  let used = false;
  const use = () => (used = true);
  for (const type of ['pointerdown', 'keydown', 'input']) addEventListener(type, use, true);
  container.addEventListener('message', ({ data }) => {
    if (data === NEW_PAGE && !used && mayGiveWay()) location.reload();
  });
  container.startMessages();
}

/** Not repeatedly, and not without storage to remember it. */
function mayGiveWay(): boolean {
  try {
    const last = Number(sessionStorage.getItem(GAVE_WAY_KEY));
    sessionStorage.setItem(GAVE_WAY_KEY, String(Date.now()));
    return Date.now() - last > GIVE_WAY_AGAIN_MS;
  } catch {
    return false;
  }
}

giveWay();
setScheme();
interceptSubmit();
drawFirst();
preparePage(stored);
explainLostScripts();
