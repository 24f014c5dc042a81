import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';

/** Flags under which Chromium runs headless as root and without a network. */
const FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the Chromium that `CHROMIUM_PATH` names, an installed one, or Playwright's own. */
export function openBrowser(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find((file) => file && existsSync(file));
  return chromium.launch({ args: FLAGS, ...(executablePath && { executablePath }) });
}
