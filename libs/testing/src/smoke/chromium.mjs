/** Where a Chromium can be found on this machine. Free of dependencies: the bootstrap uses it before any is there. */
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

/** Executables inside one browser folder of Playwright's cache, by platform and age of the download. */
const IN_PLAYWRIGHT = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
];

function playwrightFolders() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    (process.platform === 'darwin'
      ? path.join(os.homedir(), 'Library/Caches/ms-playwright')
      : path.join(os.homedir(), '.cache/ms-playwright'));
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .map((name) => path.join(cache, name));
}

/** Path of a Chromium executable, or null: `CHROMIUM_PATH`, then an installed one, then Playwright's. */
export function findChromium() {
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...INSTALLED,
    ...playwrightFolders().flatMap((folder) => IN_PLAYWRIGHT.map((file) => path.join(folder, file))),
  ];
  return candidates.find((file) => file && existsSync(file)) ?? null;
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
