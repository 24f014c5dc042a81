/** Runs inside the head of the tuned monolith's page: requests the files of the page that this path will show. */
import { ROLE_KEY } from './role-key';
import type { StartFiles } from './start-files';

/** Replaced by the table when the page is written. */
const MARK: unknown = '__NEMUS_START_FILES__';

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const chosen = stored('nemus.color-scheme');
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset['scheme'] = dark ? 'dark' : 'light';

const role = stored(ROLE_KEY);
const path = location.pathname === '/' ? '/dashboard' : location.pathname;
// The table is written into the page together with this script.
const files = role === null ? [] : ((MARK as StartFiles)[role]?.[path] ?? []);
for (const [href, integrity] of files) {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.href = href;
  document.head.append(link);
}
