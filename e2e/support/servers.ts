import type { BrowserContext } from '@playwright/test';

/**
 * Stops what the pages of a test talk to, once no page is left that could ask it for something. A page that is still
 * open asks on: for its icon, for a picture, for the registry after a while. Asked of a server that has just gone, that
 * would be an error in the console, and a finding about a page that did nothing wrong.
 *
 * @param context of the test; pages of other contexts that the test made are closed as well.
 * @param stop closes servers and removes what they served.
 */
export async function stopAfterPages(context: BrowserContext, stop: () => Promise<void>): Promise<void> {
  const contexts = context.browser()?.contexts() ?? [context];
  await Promise.all(contexts.flatMap((each) => each.pages()).map((page) => page.close()));
  await stop();
}
