import type { Browser, Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { CATALOGUE, DASHBOARD, newContext, OTHER, type MenuEntry, type Role, type Storage } from './journeys';
import { CONDITIONS } from './network';
import type { Variant } from './variants';
import { MeasuredPage } from './visit';

/** How often each is done. Every one is measured alone. */
const TIMES = 12;
/** Until what an interaction started is over, on the slow processor. Milliseconds. */
const REST_MS = 600;
/** The shortest duration that the browser reports; a shorter interaction counts as this. */
const SHORTEST_MS = 16;

/** Something that a person does again and again on a page. */
interface Interaction {
  readonly name: 'typing' | 'entry' | 'dialog' | 'ticking' | 'switching';
  readonly path: string;
  /** What has to be there first. */
  readonly element: string;
  /** What is clicked; with keys, once and unmeasured. */
  target(page: Page, time: number): Locator;
  /** What is typed, a key at a time. */
  readonly keys?: string;
  /** Escape leads back. */
  readonly closes?: boolean;
}

const menuEntry = (page: Page, [, label]: MenuEntry) =>
  page.getByRole('navigation').getByRole('link', { name: label, exact: true }).first();

const typing = (role: Role): Interaction => ({
  name: 'typing',
  ...CATALOGUE[role],
  target: (page) => page.getByRole('searchbox', { name: 'Kurse suchen' }),
  keys: 'schematherapie',
});

const switching = (role: Role): Interaction => ({
  name: 'switching',
  path: '/dashboard',
  element: 'main h1',
  target: (page, time) => menuEntry(page, time % 2 === 0 ? OTHER[role] : DASHBOARD),
});

export const INTERACTIONS: Readonly<Record<Role, readonly Interaction[]>> = {
  piw: [
    typing('piw'),
    {
      name: 'entry',
      path: '/logbook',
      element: 'form[aria-label="Eintrag"] button[type="submit"]',
      target: (page) => page.getByRole('button', { name: 'Eintrag speichern' }),
    },
    {
      name: 'dialog',
      ...CATALOGUE.piw,
      target: (page, time) => page.getByRole('link', { name: /^Details: / }).nth(time % 3),
      closes: true,
    },
    switching('piw'),
  ],
  institution: [
    typing('institution'),
    {
      name: 'dialog',
      path: '/dashboard',
      element: 'main h1',
      target: (page) => page.getByRole('button', { name: /^Suchen/ }).first(),
      closes: true,
    },
    {
      name: 'ticking',
      path: '/logbook/inbox',
      element: 'main input[type="checkbox"]',
      target: (page, time) => page.getByRole('checkbox').nth(time),
    },
    switching('institution'),
  ],
};

/** Thirty entries that wait; no sample account has as many. */
const INBOX = {
  next: null,
  entries: Array.from({ length: 30 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    user_id: `00000000-0000-4000-9000-${String(index % 5).padStart(12, '0')}`,
    trainee: `Person ${index % 5}`,
    week: '2026-11-23',
    done_on: '2026-11-24',
    category: 'practice',
    minutes: 50,
    note: `Gespräch ${index}`,
    submitted_at: '2026-11-25T08:00:00Z',
    as_deputy: false,
    ...Object.fromEntries(
      ['institution', 'competency', 'level', 'site', 'case', 'confirmer', 'corrects', 'certificate'].map((name) => [
        name,
        null,
      ]),
    ),
  })),
};

/** Records each interaction's longest event in the page. Serialised, so it uses no outer variables. */
function installRecorder() {
  const durations: number[] = [];
  Reflect.set(window, 'nemusDurations', durations);
  // The type is known to browsers, not to the compiler.
  const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (Reflect.get(entry, 'interactionId')) durations.push(entry.duration);
  }).observe(options);
}

/** Milliseconds of every time that an interaction was done, from the input to the next frame. */
export async function interact(
  browser: Browser,
  variant: Pick<Variant, 'origin'>,
  storage: Storage,
  { path, element, target, keys, closes = false }: Interaction,
): Promise<readonly number[]> {
  const context = await newContext(browser, storage);
  try {
    await context.route('**/rpc/nemus_sign_off_inbox*', (route) => route.fulfill({ json: INBOX }));
    const measured = await MeasuredPage.open(context, CONDITIONS.inp);
    const { page } = measured;
    await page.addInitScript(installRecorder);
    await measured.visit(`${variant.origin}${path}`, 'page', element);
    if (keys !== undefined) await target(page, 0).click();
    const found: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      // Found before, since finding it is work of the page; the pointer rests on it as a person's does.
      const place = keys === undefined ? await centreOf(target(page, time)) : null;
      if (place) await page.mouse.move(place.x, place.y);
      await page.waitForTimeout(REST_MS);
      await durations(page);
      if (place) await page.mouse.click(place.x, place.y);
      else await page.keyboard.press(keys?.charAt(time) ?? '');
      await page.waitForTimeout(REST_MS);
      found.push(Math.max(SHORTEST_MS, ...(await durations(page))));
      if (closes) await page.keyboard.press('Escape');
      if (closes) await page.waitForTimeout(REST_MS);
    }
    return found;
  } finally {
    await context.close();
  }
}

async function centreOf(target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${String(target)} is not visible.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Takes what was recorded since the last time, once everything is drawn. */
async function durations(page: Page): Promise<readonly number[]> {
  const found = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    const list: unknown = Reflect.get(window, 'nemusDurations');
    return Array.isArray(list) ? list.splice(0) : null;
  });
  return z.array(z.number()).parse(found);
}
