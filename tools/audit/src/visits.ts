import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../libs/testing/src/smoke/chromium.mjs';
import { freePorts } from '../../portal/src/serve/free-ports';
import type { AuditedPage } from './pages';

const PASSWORD = 'nemus-demo-2026';
/** Address of the keeper of a browser's session, by account. */
const EMAILS = { piw: 'demo.piw@nemus.example', institution: 'demo.institution@nemus.example' } as const;

/** A browser of one account, with its DevTools open for Lighthouse. */
export interface Visit {
  readonly port: number;
  /** The document of a page once nothing loads any more. */
  documentOf(address: string): Promise<string>;
}

/** Opens a browser, signs in if the page is for an account, and closes it after `look`. */
export async function visitAs<T>(
  account: AuditedPage['account'],
  portal: string,
  look: (visit: Visit) => Promise<T>,
): Promise<T> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'nemus-audit-profile-'));
  const [port = 0] = await freePorts(1);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? undefined,
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 860 },
  });
  try {
    if (account !== null) await signIn(context, portal, EMAILS[account]);
    return await look({ port, documentOf: (address) => readDocument(context, `${portal}${address}`) });
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function signIn(context: BrowserContext, portal: string, email: string) {
  const page = await context.newPage();
  await page.goto(`${portal}/auth`);
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL(`${portal}/dashboard`);
  await page.close();
}

async function readDocument(context: BrowserContext, address: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.waitForLoadState('networkidle');
  const text = await page.content();
  await page.close();
  return text;
}
