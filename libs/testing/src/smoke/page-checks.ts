import { AxeBuilder } from '@axe-core/playwright';
import type { CDPSession, Page } from '@playwright/test';
import axe from 'axe-core';

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

/** Every rule; what is left out is the list of every element that is in order, which nobody reads. */
const OPTIONS = { runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] } as const;

type Finding = Readonly<{ id: string; help: string; nodes: readonly { readonly target: readonly unknown[] }[] }>;

const sentenceOf = ({ id, help, nodes }: Finding) =>
  `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`;

/** Sessions whose worlds hold axe. */
const sessions = new WeakMap<Page, CDPSession>();

/** What is evaluated next to the page's scripts, in a world of its own: they share the document, and no variable. */
async function ownWorld(page: Page): Promise<(expression: string) => Promise<unknown>> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'nemus-axe',
  });
  return async (expression) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  };
}

/** In one pass, for a page without frames; a further look at the same document has axe already. */
async function problemsInOnePass(page: Page): Promise<string[]> {
  const evaluate = await ownWorld(page);
  if ((await evaluate('typeof axe')) !== 'object') await evaluate(`${axe.source}; undefined`);
  const found = await evaluate(
    `axe.run(document, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations.map(${sentenceOf.toString()}))`,
  );
  if (!Array.isArray(found)) throw new Error('axe: no answer');
  return found.map(String);
}

/**
 * Findings of axe on the page as it stands, by the rules of WCAG 2.2 AA; one sentence each.
 *
 * Every rule runs. axe lives in a world of its own (decision record 0155): what an area calls `window.axe` judges
 * nothing, and a second look at the same document does not load it again. Pages with frames are put together in a
 * second tab (0142).
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (page.frames().length === 1) return problemsInOnePass(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .analyze();
  return violations.map(sentenceOf);
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
