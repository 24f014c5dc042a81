import type { Page } from '@playwright/test';
import { API_URL, PORTAL_URL } from '../environment';
import { expect, test, type DemoRole } from '../support/test';
import { faultsOf } from './cell';
import { wasExecuted } from './support/hostile';
import { chance, randomValue, type Chance } from './support/random';

const fault = faultsOf(test);

/** `NEMUS_FUZZ_SEED` repeats a run; it is printed when a run fails. */
const SEED = Number(process.env['NEMUS_FUZZ_SEED'] ?? 1);

const ROUTES = {
  piw: [
    '/dashboard',
    '/competencies',
    '/seminar-catalog',
    '/e-learning',
    '/appointments',
    '/profile',
    '/subscription',
    '/course/rechtliche-grundlagen',
    '/course/rechtliche-grundlagen/block-a',
    '/payment-success',
    '/trainee-portal',
    '/impressum',
    '/withdrawal',
  ],
  institution: [
    '/dashboard',
    '/piw-management',
    '/course-bookings',
    '/subscription',
    '/purchases',
    '/settings',
    '/settings/konto',
    '/profile',
    '/payment-success',
    '/book-seminars',
    '/reports',
    '/datenschutz',
  ],
} as const satisfies Readonly<Record<DemoRole, readonly [string, ...string[]]>>;

/** Parameters that some page knows. */
const PARAMETERS = [
  'suche',
  'kompetenz',
  'niveau',
  'kurs',
  'bereich',
  'ansicht',
  'schritt',
  'seite',
  'sortierung',
  'jahr',
  'art',
  'course',
  'session_id',
  'returnTo',
  'unbekannt',
] as const;

/** An address of the portal that somebody could have typed, or sent. */
function randomAddress(role: DemoRole, draw: Chance): string {
  const segment = () => encodeURIComponent(randomValue(draw).replaceAll('\0', ''));
  const base = draw.pick<string>(ROUTES[role]);
  const path = draw.next() < 0.3 ? `${base}/${segment()}` : base;
  const query = Array.from({ length: draw.below(4) }, () => {
    const value = randomValue(draw);
    // Half of them as a program writes them, half as they come.
    return `${draw.pick(PARAMETERS)}=${draw.next() < 0.5 ? encodeURIComponent(value) : value.replaceAll(/[#&\s]/g, '')}`;
  });
  const hash = draw.next() < 0.1 ? `#${segment()}` : '';
  return `${path}${query.length > 0 ? `?${query.join('&')}` : ''}${hash}`;
}

/** No fuzzing reaches the demo account's rows or a mailbox: whatever would change something is refused. */
async function refuseChanges(page: Page) {
  const json = { code: '22000', message: 'refused', error: { code: 'invalid_request', message: 'Nicht möglich.' } };
  await page.route(`${API_URL}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const reads = ['GET', 'HEAD', 'OPTIONS'].includes(route.request().method()) || pathname.includes('/rpc/');
    const headers = { 'access-control-allow-origin': '*' };
    return reads ? route.continue() : route.fulfill({ status: 400, json, headers });
  });
}

/** Goes there without loading the document anew, as a link or the back button does. */
const goInside = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** A heading stands there: the page itself, a not-found page, or a card. Never white. */
const expectHeading = (page: Page, why: string) =>
  expect(page.locator('h1, h2').first(), why).toBeAttached({ timeout: 10_000 });

/** Types into every field that is there, and sends it. */
async function fillAndSend(page: Page, draw: Chance) {
  const fields = page.locator(
    'input:visible:not([type=checkbox]):not([type=radio]):not([type=file]), textarea:visible',
  );
  const count = Math.min(await fields.count(), 6);
  for (let index = 0; index < count; index += 1) {
    const value = randomValue(draw).replaceAll('\0', '');
    // A date or number field takes no other text; a field may be gone after the one before it.
    await fields
      .nth(index)
      .fill(value, { timeout: 1_000 })
      .catch(() => undefined);
  }
  if (count > 0) await page.keyboard.press('Enter');
}

async function fuzz(page: Page, role: DemoRole, seed: number, rounds: number, open: () => Promise<void>) {
  const draw = chance(seed);
  await refuseChanges(page);
  await open();
  for (let round = 0; round < rounds; round += 1) {
    const address = randomAddress(role, draw);
    const why = `seed ${seed}, round ${round}: ${address}`;
    if (draw.next() < 0.02) await page.goto(address);
    else await goInside(page, address);
    await expectHeading(page, why);
    if (draw.next() < 0.15) {
      await fillAndSend(page, draw);
      await expectHeading(page, `${why}, after a form`);
    }
    // A page that navigates away from the portal has followed an address that it should not have.
    expect(new URL(page.url()).origin, why).toBe(PORTAL_URL);
  }
  expect(await wasExecuted(page)).toBe(false);
}

/** More of them for a search of an hour: `NEMUS_FUZZ_ROUNDS=1100`. */
const ROUNDS = Number(process.env['NEMUS_FUZZ_ROUNDS'] ?? 30);

for (const role of ['piw', 'institution'] as const) {
  fault(
    {
      group: 'Hostile input',
      target: `addresses and forms (${role})`,
      fault: `${ROUNDS} random ones`,
      sees: 'A page, the not-found page or a message at the field; never a white page, no unhandled error.',
      core: true,
    },
    async ({ page, openAs, complaints }) => {
      test.setTimeout(ROUNDS * 1_000 + 60_000);
      // What the refused changes are answered with, and functions that are asked for payments of nobody.
      complaints.expected(/Failed to load resource/);
      await fuzz(page, role, SEED, ROUNDS, () => openAs(role, '/dashboard'));
    },
  );
}
