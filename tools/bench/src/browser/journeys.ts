import type { Browser, BrowserContext, Page } from '@playwright/test';
import { brotliCompressSync } from 'node:zlib';
import { pageFor, readStartMemo, START_MEMO_KEY } from '@nemus/start';
import { UNLIMITED, type Conditions, type Limits } from './network';
import type { Variant } from './variants';
import { MeasuredPage, type VisitMeasure } from './visit';

export const ROLES = ['piw', 'institution'] as const;
export type Role = (typeof ROLES)[number];

const ACCOUNTS: Readonly<Record<Role, { email: string; password: string }>> = {
  piw: { email: 'demo.piw@nemus.example', password: 'nemus-demo-2026' },
  institution: { email: 'demo.institution@nemus.example', password: 'nemus-demo-2026' },
};

/** An area other than the dashboard's, by path and menu label. */
export const OTHER: Readonly<Record<Role, MenuEntry>> = {
  piw: ['/e-learning', 'E-Learning'],
  institution: ['/subscription', 'Abonnement'],
};

const CARD = '[aria-label="Kurse"] > li :is(a, button)';
/** Where courses are found, and what a person can do with the first one. */
export const CATALOGUE: Readonly<Record<Role, { path: string; element: string }>> = {
  piw: { path: '/seminar-catalog', element: CARD },
  institution: { path: '/course-bookings?ansicht=buchen', element: CARD },
};

export const DASHBOARD: MenuEntry = ['/dashboard', 'Dashboard'];
/** The logbook: a trainee's week, which begins with a form, and an institution's overview. */
const LOGBOOK: MenuEntry = ['/logbook', 'Logbuch'];
const WEEK_FIELD = 'form[aria-label="Eintrag"] :is(input, select)';

/**
 * How long a user takes from the first field to the button. Milliseconds; short for a password manager, and half of
 * typing.
 */
const TYPING_MS = 2_000;

/** How long the pointer rests on a menu entry before the click, and how long the button is down. Milliseconds. */
const HOVER_MS = 200;
const PRESS_MS = 80;

/**
 * When a page has recorded the needs of its next start: it writes them three times, the last time after 1.5 s for late
 * requests.
 */
const MEMO_MS = 2_500;

/** Requirements for a variant, regardless of its worker. */
type Program = Pick<Variant, 'name' | 'origin'>;

export type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A browser with empty or given storage. */
export function newContext(browser: Browser, storageState?: Storage): Promise<BrowserContext> {
  return browser.newContext({
    storageState,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 900 },
  });
}

/** What earlier visits leave in the browser's storage: those of the dashboard, and then of the catalogue. */
export interface Kept {
  readonly dashboard: Storage;
  readonly catalogue: Storage;
}

/** The browser's storage after sign-in, dashboard and catalogue: the state of a cold start. */
export async function keptAfterVisit(browser: Browser, variant: Program, role: Role): Promise<Kept> {
  const context = await newContext(browser);
  try {
    const measured = await MeasuredPage.open(context, UNLIMITED);
    await measured.visit(`${variant.origin}/auth`, 'sign-in');
    await signIn(measured, role);
    await measured.page.waitForTimeout(MEMO_MS);
    const dashboard = await context.storageState();
    insistOnReads(dashboard, variant);
    await measured.visit(`${variant.origin}${CATALOGUE[role].path}`, 'page', CATALOGUE[role].element);
    await measured.page.waitForTimeout(MEMO_MS);
    return { dashboard, catalogue: await context.storageState() };
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
export type MenuEntry = readonly [path: string, label: string];

/** Opens an area as people do: the pointer rests on its entry in the menu, then clicks. */
function openEntry(measured: MeasuredPage, [path, label]: MenuEntry, element?: string): Promise<VisitMeasure> {
  const act = async (page: Page) => {
    const entry = page.getByRole('navigation').getByRole('link', { name: label, exact: true }).first();
    await entry.hover();
    await page.waitForTimeout(HOVER_MS);
    await entry.click({ delay: PRESS_MS });
  };
  return measured.change(path, act, element);
}

/** A page with an empty HTTP cache, as `visit` opens it, and with what earlier visits have stored. */
async function fresh<Found>(
  browser: Browser,
  { stored, conditions }: { stored?: Storage; conditions: Limits },
  visit: (measured: MeasuredPage) => Promise<Found>,
): Promise<Found> {
  const context = await newContext(browser, stored);
  try {
    return await visit(await MeasuredPage.open(context, conditions));
  } finally {
    await context.close();
  }
}

/** Scripts as delivered (kilobytes of Brotli), as parsed (thousands of characters), and as executed (per cent). */
interface ScriptFigures {
  readonly brotli: number;
  readonly parsed: number;
  readonly executed: number;
}

/** The scripts of a cold dashboard: those that it requested until it was ready, and all until it was quiet. */
export function scriptsOf(
  browser: Browser,
  variant: Variant,
  stored: Storage,
): Promise<Readonly<Record<'ready' | 'quiet', ScriptFigures>>> {
  return fresh(browser, { stored, conditions: UNLIMITED }, async (measured) => {
    const { coverage } = measured.page;
    await coverage.startJSCoverage({ resetOnNavigation: false });
    await measured.visit(`${variant.origin}/dashboard`, 'page');
    const scripts = await coverage.stopJSCoverage();
    return { ready: figuresOf(scripts.filter(({ url }) => measured.isUntilReady(url))), quiet: figuresOf(scripts) };
  });
}

type Coverage = Awaited<ReturnType<Page['coverage']['stopJSCoverage']>>;

function figuresOf(scripts: Coverage): ScriptFigures {
  let [bytes, parsed, executed] = [0, 0, 0];
  for (const { source = '', functions } of scripts) {
    bytes += brotliCompressSync(source).length;
    parsed += source.length;
    const ran = new Uint8Array(source.length);
    const ranges = functions.flatMap((each) => each.ranges);
    // Inner ranges after those around them: they say more.
    ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    for (const { count, startOffset, endOffset } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    executed += ran.reduce((sum, each) => sum + each, 0);
  }
  return { brotli: bytes / 1_000, parsed: parsed / 1_000, executed: (100 * executed) / parsed };
}

/** What is visited, and how. */
interface Journey {
  readonly variant: Variant;
  readonly role: Role;
  readonly kept: Kept;
  readonly conditions: Conditions;
}

/** Measures occasions by name. */
type Measure = (browser: Browser, journey: Journey) => Promise<Readonly<Record<string, VisitMeasure>>>;

/** The very first visit: the sign-in page, then signing in. Storage and cache are empty. */
const firstVisit: Measure = (browser, { variant, role, conditions }) =>
  fresh(browser, { conditions }, async (measured) => {
    const page = await measured.visit(`${variant.origin}/auth`, 'sign-in');
    return { 'sign-in': page, 'after-sign-in': await signIn(measured, role) };
  });

/** The dashboard cold, then warm. */
const dashboards: Measure = async (browser, { variant, kept, conditions }) => {
  const context = await newContext(browser, kept.dashboard);
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
    return { cold, warm };
  } finally {
    await context.close();
  }
};

const catalogue: Measure = (browser, { variant, role, kept, conditions }) =>
  fresh(browser, { stored: kept.catalogue, conditions }, async (measured) => {
    const { path, element } = CATALOGUE[role];
    return { catalogue: await measured.visit(`${variant.origin}${path}`, 'page', element) };
  });

/** From a cold dashboard: a switch for the first time loads code. */
const switches: Measure = (browser, { variant, role, kept, conditions }) =>
  fresh(browser, { stored: kept.dashboard, conditions }, async (measured) => {
    await measured.visit(`${variant.origin}/dashboard`, 'page');
    const first = await openEntry(measured, OTHER[role]);
    await openEntry(measured, DASHBOARD);
    const later = await openEntry(measured, OTHER[role]);
    await openEntry(measured, DASHBOARD);
    const logbook = await openEntry(measured, LOGBOOK, role === 'piw' ? WEEK_FIELD : undefined);
    return { 'switch-first': first, 'switch-later': later, logbook };
  });

/** Each can be repeated alone. */
export const JOURNEYS = { 'first visit': firstVisit, dashboard: dashboards, catalogue, switches };
