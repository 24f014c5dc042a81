/**
 * Runs inside the page's head, before any other script (allowed by its hash). It asks at once for what the start will
 * need, so that the requests run beside each other instead of one after the other, and it speaks up when the portal's
 * own scripts do not arrive. It stores nothing, decides nothing and executes nothing that it requests.
 */
import { CONFIG_PATH } from './config/config-path';
import { COLOR_SCHEME_KEY } from './ports/color-scheme-key';
import { filesFor, readStartMemo, START_MEMO_KEY } from './start/start-memo';

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

function requestEarly() {
  request(CONFIG_PATH, 'fetch');
  const memo = readStartMemo(stored(START_MEMO_KEY));
  if (!memo) return;
  request(memo.registryUrl, 'fetch');
  const path = location.pathname === '/' ? '/dashboard' : location.pathname;
  for (const { url, integrity } of filesFor(memo, path)) {
    request(url, url.endsWith('.css') ? 'style' : 'script', integrity);
  }
}

/** A script of the portal itself that is lost leaves an empty page: say so, and offer another try. */
function explainLostScripts() {
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || !target.src.startsWith(`${location.origin}/`)) return;
      const text = document.getElementById('start-text');
      const again = document.getElementById('start-again');
      if (text) text.textContent = 'Das Portal konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.';
      if (again) again.hidden = false;
    },
    true,
  );
}

setScheme();
requestEarly();
explainLostScripts();
