/** Finds a Chromium on this machine. Without dependencies: the bootstrap uses it before they are installed. */
import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The headless shell of Chromium: the same engine, at a fraction of the processor time per page. */
const INSTALLED_SHELLS = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell'];

/** Executables inside a browser folder of Playwright's cache, by platform and age of the download. */
const IN_PLAYWRIGHT = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
];

/** The same for Playwright's headless shell. */
const SHELLS_IN_PLAYWRIGHT = [
  'chrome-linux/headless_shell',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-mac/headless_shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
];

/** Executables of Playwright's downloads of one kind. */
function inPlaywright(kind, files) {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    (process.platform === 'darwin'
      ? path.join(os.homedir(), 'Library/Caches/ms-playwright')
      : path.join(os.homedir(), '.cache/ms-playwright'));
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => name.startsWith(`${kind}-`) && /-\d+$/.test(name))
    .flatMap((name) => files.map((file) => path.join(cache, name, file)));
}

const firstOf = (candidates) => candidates.find((file) => file && existsSync(file)) ?? null;

/** Path of a headless shell, or null: an installed one, then Playwright's. */
export function findHeadlessShell() {
  return firstOf([...INSTALLED_SHELLS, ...inPlaywright('chromium_headless_shell', SHELLS_IN_PLAYWRIGHT)]);
}

/**
 * Path of a full Chromium, as users have it, or null: `CHROMIUM_PATH`, then an installed one, then Playwright's. For
 * measurements; falls back to the headless shell.
 */
export function findChromium() {
  return (
    firstOf([process.env.CHROMIUM_PATH, ...INSTALLED, ...inPlaywright('chromium', IN_PLAYWRIGHT)]) ??
    findHeadlessShell()
  );
}

/** Path of the Chromium for tests, or null: `CHROMIUM_PATH`, then a headless shell, then any. */
export function findTestChromium() {
  return firstOf([process.env.CHROMIUM_PATH]) ?? findHeadlessShell() ?? findChromium();
}

/**
 * Flags under which Chromium runs headless as root and in closed networks: no sandbox when root, and none of the
 * background connections that would only fail.
 */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Flags for tests: V8 runs without its optimising compilers. A test page lives for seconds, in which they do not pay
 * off (docs/testing.md). Not for measurements.
 */
export const TEST_FLAGS = ['--js-flags=--no-opt,--no-maglev'];
