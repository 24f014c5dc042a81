import type { Browser, Page } from '@playwright/test';
import { signInAs } from '../sign-in';

/** What one account saw. */
export interface Walk {
  /** Addresses of the pages that were opened. */
  readonly opened: readonly string[];
  /** What a person, or the browser, would complain about. */
  readonly complaints: readonly string[];
}

/** Heading of an area that cannot be shown. */
export const FAILED = /kann gerade nicht angezeigt werden/;

/** Opens a page and waits until it is drawn. @returns its heading */
export async function openPage(page: Page, address: string): Promise<string> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  return page.locator('h1').first().innerText();
}

/** Every page that menu and page navigation of the account lead to, each once. */
export async function walkAs(browser: Browser, portal: string, email: string): Promise<Walk> {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));

  await signInAs(page, portal, email);
  const opened = new Set<string>();
  const waiting = [new URL(page.url()).pathname];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (opened.has(next)) continue;
    opened.add(next);
    // One page after the other, as a person opens them.
    /* oxlint-disable no-await-in-loop */
    const heading = await openPage(page, `${portal}${next}`);
    if (FAILED.test(heading)) complaints.push(`${next}: ${heading}`);
    const { pathname } = new URL(page.url());
    if (pathname !== next && next !== '/') complaints.push(`${next}: led to ${pathname}`);
    const links = await page.locator('nav a').evaluateAll((all) =>
      all.flatMap((link) => {
        const { origin, pathname: path } = new URL(link.getAttribute('href') ?? '', document.baseURI);
        return origin === location.origin ? [path] : [];
      }),
    );
    /* oxlint-enable no-await-in-loop */
    waiting.push(...links);
  }
  await context.close();
  return { opened: [...opened], complaints };
}
