import type { Browser, Page } from '@playwright/test';
import { signInAs } from '../sign-in';

/** A page on which something is typed before its sources change. */
export interface TypedPage {
  readonly email: string;
  readonly path: string;
  /** Label of a field. */
  readonly field: string;
  readonly typed: string;
}

/** What a page has kept over a change of its sources. */
export interface Kept {
  /** The document was kept. */
  readonly sameDocument: boolean;
  /** The field was kept, with its text. */
  readonly typed: boolean;
}

/** An open page that can detect a reload. */
export interface OpenPage {
  readonly page: Page;
  /** Types lost text again, and makes the current page the one to compare with. */
  type(): Promise<void>;
  kept(): Promise<Kept>;
}

/** Opens a page of a demo account and types into its field. */
export async function openTypedPage(browser: Browser, portal: string, wanted: TypedPage): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'de-DE' });
  const page = await context.newPage();
  await signInAs(page, portal, wanted.email);
  await page.goto(`${portal}${wanted.path}`);
  const field = page.getByLabel(wanted.field, { exact: true });
  const type = async () => {
    await field.fill(wanted.typed);
    await field.evaluate((element) => {
      Reflect.set(window, 'ofBefore', true);
      Reflect.set(element, 'ofBefore', true);
    });
  };
  await type();
  return {
    page,
    type,
    kept: async () => ({
      sameDocument: await page.evaluate(() => Reflect.has(window, 'ofBefore')),
      typed: await field.evaluate(
        (element, typed) => Reflect.has(element, 'ofBefore') && Reflect.get(element, 'value') === typed,
        wanted.typed,
      ),
    }),
  };
}

/**
 * Resolves when a page shows a state. After a reload the page is asked again.
 *
 * @param isSeen JavaScript. As text, since the TypeScript loader names inner functions with a helper that pages do not
 *   have.
 */
export async function whenSeen(page: Page, isSeen: string): Promise<void> {
  const look = `new Promise((resolve) => {
    const look = () => {
      let seen = false;
      try { seen = ${isSeen}; } catch { /* Not drawn yet. */ }
      if (seen) resolve();
      else requestAnimationFrame(look);
    };
    look();
  })`;
  for (;;) {
    try {
      await page.evaluate(look);
      return;
    } catch (error) {
      if (!/context was destroyed|navigat/i.test(String(error))) throw error;
      await page.waitForLoadState('domcontentloaded');
    }
  }
}
