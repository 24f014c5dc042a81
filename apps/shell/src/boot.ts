/**
 * Runs inside the page's head, before any other script (allowed by its hash). It asks at once for what the start will
 * need, so that the requests run beside each other instead of one after the other, and it speaks up when the portal's
 * own scripts do not arrive. It stores nothing, decides nothing and executes nothing that it requests: data reaches
 * the shell under the account's own token, files run after the shell has checked their release.
 */
import { prepareNamedFiles, preparePage, SESSION_KEY } from '@nemus/start';
import { GIVE_WAY_AGAIN_MS, START_MS } from '@nemus/start/limits';
import { NEW_PAGE } from '@nemus/start/worker';
import { FORM_ID, interceptSubmit } from './first-form/intercept-submit';
import { readCollapsed } from './frame/sidebar-cookie';
import { COLOR_SCHEME_KEY } from './ports/color-scheme-key';
import { isReadable, PATHS, publicPageAt } from './routing/paths';

/** When this tab was last loaded anew for a newer page. */
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

/** Which picture stands until the shell draws the page: nothing is known for certain, and nothing depends on it. */
function drawFirst() {
  const { dataset } = document.documentElement;
  if (readCollapsed(document.cookie)) dataset.sidebar = 'narrow';
  const picture = firstPicture(location.pathname.replace(/(.)\/+$/, '$1'), stored(SESSION_KEY) !== null);
  if (picture) dataset.start = picture;
  // The sign-in form works by itself; whatever else is shown has to be drawn.
  if (picture !== 'sign-in') prepareNamedFiles('view');
}

/** `sign-in` is the form itself, and only where it will stay; `card` is a card of which nothing is known yet. */
function firstPicture(path: string, hasSession: boolean): 'frame' | 'sign-in' | 'card' | null {
  if (!isReadable(path) || publicPageAt(path, '') !== null) return null;
  if (hasSession) return path === PATHS.auth ? 'card' : 'frame';
  // Other views and invitations stand in the query.
  return path === PATHS.invitation || (path === PATHS.auth && location.search !== '') ? 'card' : 'sign-in';
}

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
  setTimeout(() => {
    // A form that works, and that nobody has sent, is not taken from under whoever types.
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
 * A page from the device that is no longer the server's gives way to the new one, as long as nobody has done anything
 * in it. Here, since a page whose scripts are broken has to give way as well. What stands behind the path may count
 * once (links in mails): it is not asked for twice.
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

/** Not again and again, and not where nothing can be written down about it. */
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
