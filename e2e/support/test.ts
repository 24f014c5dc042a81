import { expect, test as base, type Page } from '@playwright/test';
import { accessibilityProblems } from '@nemus/testing/smoke';
import { z } from 'zod';
import { API_URL } from '../environment';
import { publishableKey } from './publishable-key';
import { reportViolations, VIOLATION } from './violations';

/** Accounts of the seed. */
export const DEMO = {
  piw: { email: 'demo.piw@nemus.example', password: 'nemus-demo-2026' },
  institution: { email: 'demo.institution@nemus.example', password: 'nemus-demo-2026' },
  /** Runs the local portal's releases; a trainee otherwise. */
  operator: { email: 'demo.betrieb@nemus.example', password: 'nemus-demo-2026' },
  /** Only confirms logbook entries. */
  supervision: { email: 'demo.supervision@nemus.example', password: 'nemus-demo-2026' },
} as const;
export type DemoAccount = keyof typeof DEMO;
/** Account types, each with its demo account. */
export type DemoRole = Extract<DemoAccount, 'piw' | 'institution'>;

/** The browser's complaints during a test. */
export interface Complaints {
  readonly messages: string[];
  /** Declares a complaint that the test provokes on purpose. */
  expected(pattern: RegExp): void;
}

/** Additional fixtures of a test. */
export interface PortalFixtures {
  readonly complaints: Complaints;
  /** Signs in through the form, as a person would; ends on the page that was wanted. */
  readonly signInAs: (role: DemoAccount, path?: string) => Promise<void>;
  /** Opens a page with an existing session: faster, for tests about the page. */
  readonly openAs: (role: DemoAccount, path: string) => Promise<void>;
}

export interface WorkerFixtures {
  /** Sessions of the demo accounts as the browser stores them, one sign-in each. */
  readonly storedSession: (role: DemoAccount) => Promise<string>;
}

/** Requests a demo account's session from the auth service. */
export async function requestSession(role: DemoAccount): Promise<string> {
  const key = await publishableKey();
  const answer = await fetch(`${API_URL}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key, 'Content-Type': 'application/json' },
    body: JSON.stringify(DEMO[role]),
  });
  if (!answer.ok) throw new Error(`Signing in as ${role} failed: ${answer.status} ${await answer.text()}`);
  return answer.text();
}

const tokenSchema = z.object({ access_token: z.string() });

/** Whether a session is valid: a test may have ended its worker's one, and an ended one is signed out at once. */
async function isOpen(session: string): Promise<boolean> {
  const { access_token: token } = tokenSchema.parse(JSON.parse(session));
  const answer = await fetch(`${API_URL}/auth/v1/user`, {
    headers: { apikey: await publishableKey(), authorization: `Bearer ${token}` },
  });
  return answer.ok;
}

/**
 * Every test fails on an unhandled error, a console error or a policy report, enforced or report-only, unless it
 * declares beforehand that it provokes one.
 */
export const test = base.extend<PortalFixtures, WorkerFixtures>({
  complaints: [
    async ({ context, page }, use) => {
      const messages: string[] = [];
      const expectedPatterns: RegExp[] = [];
      await context.addInitScript(reportViolations, VIOLATION);
      // In every page of the test, also in a tab that the page opened.
      context.on('console', (message) => {
        if (message.text().startsWith(VIOLATION)) messages.push(message.text());
      });
      page.on('pageerror', (error) => messages.push(`page error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') messages.push(`console: ${message.text()} (${message.location().url})`);
      });
      await use({ messages, expected: (pattern) => expectedPatterns.push(pattern) });
      const unexpected = messages.filter((message) => !expectedPatterns.some((pattern) => pattern.test(message)));
      expect(unexpected).toEqual([]);
      // The page's last requests may still be in a test's route: not a failure.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
    { auto: true },
  ],
  signInAs: async ({ page }, use) => {
    await use(async (role, path = '/') => {
      await page.goto(path === '/' ? '/auth' : path);
      await signIn(page, DEMO[role].email, DEMO[role].password);
      await expect(page).not.toHaveURL(/\/auth/);
      await expectPageReady(page);
    });
  },
  openAs: async ({ page, storedSession }, use) => {
    await use(async (role, path) => {
      const session = await storedSession(role);
      await page.addInitScript((stored) => {
        if (location.protocol.startsWith('http')) localStorage.setItem('nemus-auth', stored);
      }, session);
      await page.goto(path);
      await expectPageReady(page);
    });
  },
  storedSession: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const sessions = new Map<DemoAccount, Promise<string>>();
      await use(async (role) => {
        const kept = await sessions.get(role);
        if (kept !== undefined && (await isOpen(kept))) return kept;
        const session = requestSession(role);
        sessions.set(role, session);
        return session;
      });
    },
    { scope: 'worker' },
  ],
});
export { expect };

/** Fills and sends the sign-in form that is on the screen. */
export async function signIn(page: Page, email: string, password: string) {
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
}

/**
 * The area is shown and has loaded: one heading, no skeleton. The heading is found by its element: a page whose address
 * opens a dialog hides it from assistive technology, and thus from a lookup by role.
 */
export async function expectPageReady(page: Page) {
  // Until the portal is drawn, the heading is that of the page's own form.
  await expect(page.locator('#start')).toHaveCount(0);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/**
 * No finding of axe on the current page, by the rules of WCAG 2.2 AA. A dialog that is fading in has pale text for a
 * moment: the check waits for all finite animations.
 */
export async function expectAccessible(page: Page) {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  expect(await accessibilityProblems(page)).toEqual([]);
}

/**
 * No horizontal overflow: the page can be read without scrolling in two directions. Elements that measure themselves
 * may need a moment.
 */
export async function expectNoSidewaysScroll(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
}
