import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Collects what a browser complains about: unhandled errors, console errors, violated security policies. */
export function collectComplaints(page: Page): { take: () => string[] } {
  let complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`unhandled error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  return {
    /** What was collected since the last call. */
    take: () => {
      const taken = complaints;
      complaints = [];
      return taken;
    },
  };
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Findings of axe on the page as it stands, by the rules of WCAG 2.2 AA; one sentence each.
 *
 * Every rule runs. What is left out is what nobody reads and what took most of the time: the list of every element that
 * is in order, and a second tab in which results of frames are put together (a page without frames has one result;
 * decision record 0142). axe is loaded for each look: what an area calls `window.axe` judges nothing.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode(page.frames().length === 1)
    .analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  );
}

/** Waits until a condition of Playwright holds; a sentence when it does not. */
export async function problemUnless(what: string, wait: Promise<unknown>): Promise<string[]> {
  try {
    await wait;
    return [];
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [`${what}: ${reason}`];
  }
}
