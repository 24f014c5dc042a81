import type { Browser, BrowserContext } from '@playwright/test';
import { pageFor, readStartMemo, START_MEMO_KEY } from '@nemus/start';
import type { Conditions } from './network';
import type { Variant } from './variants';
import { MeasuredPage, type VisitMeasure } from './visit';

export const ROLES = ['piw', 'institution'] as const;
export type Role = (typeof ROLES)[number];

const ACCOUNTS: Readonly<Record<Role, { email: string; password: string }>> = {
  piw: { email: 'demo.piw@nemus.example', password: 'nemus-demo-2026' },
  institution: { email: 'demo.institution@nemus.example', password: 'nemus-demo-2026' },
};

/** An area other than the dashboard's, by path and menu label. */
const OTHER: Readonly<Record<Role, MenuEntry>> = {
  piw: ['/e-learning', 'E-Learning'],
  institution: ['/subscription', 'Abonnement'],
};

/**
 * How long a user takes from the first field to the button. Milliseconds; short for a password manager, and half of
 * typing.
 */
const TYPING_MS = 2_000;

/** How long the pointer rests on a menu entry before the click. Milliseconds. */
const HOVER_MS = 200;

/**
 * When a page has recorded the needs of its next start: it writes them three times, the last time after 1.5 s for late
 * requests.
 */
const MEMO_MS = 2_500;

/** Requirements for a variant, regardless of its worker. */
type Program = Pick<Variant, 'name' | 'origin'>;

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A browser with empty or given storage. */
function newContext(browser: Browser, storageState?: Storage): Promise<BrowserContext> {
  return browser.newContext({
    storageState,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 900 },
  });
}

/** The browser's storage after sign-in and dashboard: the state of a cold start. */
export async function keptAfterVisit(browser: Browser, variant: Program, role: Role): Promise<Storage> {
  const context = await newContext(browser);
  try {
    const measured = await MeasuredPage.open(context, { name: 'fast', label: '', network: null, cpu: 1 });
    await measured.visit(`${variant.origin}/auth`, 'sign-in');
    await signIn(measured, role);
    await measured.page.waitForTimeout(MEMO_MS);
    const kept = await context.storageState();
    insistOnReads(kept, variant);
    return kept;
  } finally {
    await context.close();
  }
}

/** A program without early requests would not match its column's name. */
function insistOnReads({ origins }: Storage, { name }: Program) {
  const items = origins.flatMap(({ localStorage }) => localStorage);
  const memo = readStartMemo(items.find((item) => item.name === START_MEMO_KEY)?.value ?? null);
  if (!memo || (pageFor(memo, '/dashboard')?.reads ?? []).length === 0) {
    throw new Error(`"${name}" has not remembered what its dashboard reads.`);
  }
}

/** Signs in on the sign-in page, and waits for the dashboard. */
function signIn(measured: MeasuredPage, role: Role): Promise<VisitMeasure> {
  const { email, password } = ACCOUNTS[role];
  return measured.change('/dashboard', async (page) => {
    await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await page.waitForTimeout(TYPING_MS);
    await page.getByRole('button', { name: 'Anmelden' }).click();
  });
}

/** Path and label of a menu entry. */
type MenuEntry = readonly [path: string, label: string];

/** Opens an area as people do: the pointer rests on its entry in the menu, then clicks. */
function openEntry(measured: MeasuredPage, [path, label]: MenuEntry): Promise<VisitMeasure> {
  return measured.change(path, async (page) => {
    const entry = page.getByRole('navigation').getByRole('link', { name: label, exact: true }).first();
    await entry.hover();
    await page.waitForTimeout(HOVER_MS);
    await entry.click();
  });
}

/** The very first visit: the sign-in page, then signing in. Storage and cache are empty. */
export async function firstVisit(browser: Browser, variant: Variant, role: Role, conditions: Conditions) {
  const context = await newContext(browser);
  try {
    const measured = await MeasuredPage.open(context, conditions);
    const page = await measured.visit(`${variant.origin}/auth`, 'sign-in');
    const dashboard = await signIn(measured, role);
    return { page, dashboard };
  } finally {
    await context.close();
  }
}

/** The dashboard with an empty HTTP cache and what an earlier visit has stored. */
export async function coldVisit(
  browser: Browser,
  variant: Variant,
  stored: Storage,
  conditions: Conditions,
): Promise<VisitMeasure> {
  const context = await newContext(browser, stored);
  try {
    const measured = await MeasuredPage.open(context, conditions);
    return await measured.visit(`${variant.origin}/dashboard`, 'page');
  } finally {
    await context.close();
  }
}

/**
 * The dashboard cold, then warm; an area that was not open yet, and again.
 */
export async function wholeVisit(
  browser: Browser,
  variant: Variant,
  { role, stored, conditions }: { role: Role; stored: Storage; conditions: Conditions },
) {
  const context = await newContext(browser, stored);
  try {
    const first = await MeasuredPage.open(context, conditions);
    const cold = await first.visit(`${variant.origin}/dashboard`, 'page');
    if (variant.worker) await first.workerInstalled();
    await first.page.close();
    // The second visit fills the browser's cache of compiled code, and the worker's of what an area needs; the third is
    // what a person has every day.
    const second = await MeasuredPage.open(context, conditions);
    await second.visit(`${variant.origin}/dashboard`, 'page');
    if (variant.worker) await second.workerHasStored();
    await second.page.close();
    const third = await MeasuredPage.open(context, conditions);
    const warm = await third.visit(`${variant.origin}/dashboard`, 'page');
    if (variant.worker) third.insistOnWorker();
    else third.insistOnCache();
    await third.page.close();

    // Areas with an empty cache: a switch for the first time loads code.
    const fresh = await newContext(browser, stored);
    try {
      const measured = await MeasuredPage.open(fresh, conditions);
      await measured.visit(`${variant.origin}/dashboard`, 'page');
      const switchFirst = await openEntry(measured, OTHER[role]);
      await openEntry(measured, ['/dashboard', 'Dashboard']);
      const switchLater = await openEntry(measured, OTHER[role]);
      return { cold, warm, switchFirst, switchLater };
    } finally {
      await fresh.close();
    }
  } finally {
    await context.close();
  }
}
