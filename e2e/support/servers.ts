import type { BrowserContext } from '@playwright/test';

/**
 * Stops the servers of a test's pages, once no page is left to send requests. An open page keeps sending: for its icon,
 * an image, the registry. With a stopped server, that would log an error and fail a correct page.
 *
 * @param context of the test; pages of other contexts that the test made are closed as well.
 * @param stop closes servers and removes their files.
 */
export async function stopAfterPages(context: BrowserContext, stop: () => Promise<void>): Promise<void> {
  const contexts = context.browser()?.contexts() ?? [context];
  await Promise.all(contexts.flatMap((each) => each.pages()).map((page) => page.close()));
  await stop();
}
