import { AxeBuilder } from '@axe-core/playwright';
import type { CDPSession, Page } from '@playwright/test';
import axe from 'axe-core';

/** Collects a browser's complaints: unhandled errors, console errors, violated security policies. */
export function collectComplaints(page: Page): { take: () => string[] } {
  let complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`unhandled error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  return {
    /** Complaints since the last call. */
    take: () => {
      const taken = complaints;
      complaints = [];
      return taken;
    },
  };
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Every rule; the unused list of passing elements is left out. */
const OPTIONS = { runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] } as const;

type Finding = Readonly<{ id: string; help: string; nodes: readonly { readonly target: readonly unknown[] }[] }>;

const sentenceOf = ({ id, help, nodes }: Finding) =>
  `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`;

/** Sessions whose isolated worlds contain axe. */
const sessions = new WeakMap<Page, CDPSession>();

/** Evaluated next to the page's scripts, in an isolated world: same document, separate variables. */
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

/** In one pass, for a page without frames; a later check of the same document already has axe. */
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
 * Findings of axe on the current page, by the rules of WCAG 2.2 AA; one sentence each.
 *
 * Every rule runs. axe runs in an isolated world (docs/testing.md): an area cannot replace it through
 * `window.axe`, and a second check of the same document does not load it again. Pages with frames are composed in a
 * second tab.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (page.frames().length === 1) return problemsInOnePass(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .analyze();
  return violations.map(sentenceOf);
}

/** Waits for a condition of Playwright; returns a sentence if it is not met. */
export async function problemUnless(what: string, wait: Promise<unknown>): Promise<string[]> {
  try {
    await wait;
    return [];
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [`${what}: ${reason}`];
  }
}
