import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findTestChromium, TEST_FLAGS } from '../../libs/testing/src/smoke/chromium.mjs';
import { inParallel } from '../../tools/release/src/in-parallel';
import { ACCOUNTS, signInAs } from '../../tools/portal/src/harness/sign-in';
import type { World } from './world';

/** Pages that are worked on at the same time, and how long one may take on a busy machine. */
const AT_ONCE = 8;
const TIMEOUT_MS = 180_000;

/** Notes everything that a user, or the developer tools, would see as an error. */
function watch(page: Page, errors: string[]): void {
  const note = (text: string) => void errors.push(`${new URL(page.url()).pathname}: ${text}`);
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('response', (answer) => answer.status() >= 400 && note(`${answer.status()} ${answer.url()}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that leaves ends its own requests.
    if (!reason.includes('ERR_ABORTED')) note(`${reason} ${request.url()}`);
  });
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link');

/** Follows the menu by its number, and waits for the page behind it. */
async function follow(page: Page, number: number): Promise<void> {
  const links = menuOf(page);
  const link = links.nth(number % (await links.count()));
  const path = (await link.getAttribute('href')) ?? '/';
  await link.click();
  await page.waitForURL((url) => url.pathname.startsWith(path));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Pages of users who keep the portal open. */
export interface OpenPages {
  readonly errors: readonly string[];
  readonly pages: readonly Page[];
  /** Pages go on to another one without a reload: all, or every fifth of them, and so on. */
  goOn(every?: number): Promise<void>;
  /** Pages load the portal again. */
  reload(every: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens pages of both account types, half of each. */
export async function openPages({ machine }: World, count: number): Promise<OpenPages> {
  // Tabs share a few processes, as on a machine with little memory.
  const flags = [...CHROMIUM_FLAGS, ...TEST_FLAGS, '--renderer-process-limit=4'];
  flags.push(`--ignore-certificate-errors-spki-list=${machine.keyHash}`);
  const browser = await chromium.launch({ executablePath: findTestChromium() ?? undefined, args: flags });
  const errors: string[] = [];
  const pages: Page[] = [];
  let round = 0;
  const openIn = async (context: BrowserContext, email: string, share: number) => {
    const first = await context.newPage();
    watch(first, errors);
    await signInAs(first, machine.portal, email);
    pages.push(first);
    const others = Array.from({ length: share - 1 }, (_, number) => number);
    await inParallel(AT_ONCE, others, async (number) => {
      const page = await context.newPage();
      watch(page, errors);
      await page.goto(machine.portal);
      await menuOf(page).first().waitFor();
      await follow(page, number);
      pages.push(page);
    });
  };
  for (const { email } of ACCOUNTS) {
    const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
    context.setDefaultTimeout(TIMEOUT_MS);
    await openIn(context, email, count / ACCOUNTS.length).catch(async (error: unknown) => {
      await browser.close();
      throw error;
    });
  }
  return {
    errors,
    pages,
    async goOn(every = 1) {
      round += 1;
      const chosen = [...pages.entries()].filter(([index]) => (index + round) % every === 0);
      await inParallel(AT_ONCE, chosen, ([index, page]) => follow(page, index + round));
    },
    async reload(every) {
      const chosen = pages.filter((_, index) => index % every === 0);
      await inParallel(AT_ONCE, chosen, async (page) => {
        await page.reload();
        await page.getByRole('heading', { level: 1 }).first().waitFor();
      });
    },
    close: () => browser.close(),
  };
}

/** Opens the portal as both account types, every entry of the menu, and `/diagnose`. */
export async function lookAtPortal(world: World): Promise<void> {
  const opened = await openPages(world, ACCOUNTS.length);
  try {
    for (const page of opened.pages) {
      const entries = await menuOf(page).count();
      for (let number = 0; number < entries; number += 1) await follow(page, number);
      await page.goto(`${world.machine.portal}/diagnose`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    requireNone(opened.errors);
  } finally {
    await opened.close();
  }
}

/** Refuses errors that pages or clients have seen. */
export function requireNone(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`${errors.length} errors in pages:\n  ${[...new Set(errors)].join('\n  ')}`);
}
