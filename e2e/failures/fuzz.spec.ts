import type { Page } from '@playwright/test';
import { PORTAL_URL } from '../environment';
import { expect, test } from '../support/test';
import { faultsOf } from './cell';
import { linkedAddresses, portalRoutes, randomAddress, type Walker } from './support/fuzz-addresses';
import { wasExecuted } from './support/hostile';
import { chance, randomValue, type Chance } from './support/random';

const fault = faultsOf(test);

/** Calls of the database that change nothing. */
const READING_CALLS = /\/rpc\/nemus_(institution_overview|leaderboard|report_release|release_\w+)$/;

/** Fuzzing never reaches the demo account's rows or a mailbox: every change is refused. */
async function refuseChanges(page: Page) {
  const json = { code: '22000', message: 'refused', error: { code: 'invalid_request', message: 'Nicht möglich.' } };
  await page.route(/\/(auth|functions|rest|storage)\/v1\//, (route) => {
    const { pathname } = new URL(route.request().url());
    const reads = ['GET', 'HEAD'].includes(route.request().method()) || READING_CALLS.test(pathname);
    return reads ? route.continue() : route.fulfill({ status: 400, json });
  });
}

/** Navigates without reloading the document, as a link or the back button does. */
const goInside = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** A heading is shown: the page itself, a not-found page, or a card. Never a blank page. */
const expectHeading = (page: Page, why: string) =>
  expect(page.locator('h1, h2').first(), why).toBeAttached({ timeout: 10_000 });

/** Types into the current fields, and submits them: with Enter, or with the form's own button. */
async function fillAndSend(page: Page, draw: Chance) {
  const fields = page.locator(
    'input:visible:enabled:not([type=checkbox]):not([type=radio]):not([type=file]), textarea:visible:enabled',
  );
  const count = Math.min(await fields.count(), 6);
  for (let index = 0; index < count; index += 1) {
    const value = randomValue(draw).replaceAll('\0', '');
    // A date or number field accepts no other text; a field may disappear after the previous one.
    await fields
      .nth(index)
      .fill(value, { timeout: 500 })
      .catch(() => undefined);
  }
  if (count === 0) return;
  if (draw.next() < 0.5) return page.keyboard.press('Enter');
  await page
    .locator('button[type=submit]:visible:enabled')
    .first()
    .click({ timeout: 500 })
    .catch(() => undefined);
}

/** Walks; ends on a page of the portal after every address, and after every form. */
async function walk(page: Page, walker: Walker, seed: number, rounds: number) {
  const draw = chance(seed);
  const routes = await portalRoutes();
  // First every route in turn, then those and the links as chance has it.
  const known = [...routes, ...(await linkedAddresses(page, walker))];
  await refuseChanges(page);
  for (let round = 0; round < rounds; round += 1) {
    const address = randomAddress(draw, known[round < routes.length ? round : draw.below(known.length)] ?? '/');
    const why = `seed ${seed}, round ${round}: ${address}`;
    if (draw.next() < 0.05) await page.goto(address);
    else await goInside(page, address);
    await expectHeading(page, why);
    if (draw.next() < 0.25) {
      await fillAndSend(page, draw);
      await expectHeading(page, `${why}, after a form`);
    }
    // A page that navigates away from the portal has followed an address that it should not have.
    expect(new URL(page.url()).origin, why).toBe(PORTAL_URL);
  }
  expect(await wasExecuted(page)).toBe(false);
}

/** Other seeds search elsewhere: this one is added to all of them. */
const SEED = Number(process.env['NEMUS_FUZZ_SEED'] ?? 0);

/**
 * Rounds of every part, each with its own seed: 2,110 in all, in parallel parts of a minute or two. The first part of
 * each is small.
 */
const PARTS: Readonly<Record<Walker, readonly number[]>> = {
  piw: [30, 125, 125, 125, 125, 125, 125, 125],
  institution: [30, 125, 125, 125, 125, 125, 125, 125],
  'signed out': [30, 100, 100],
  operator: [70],
};
const WALKERS = ['piw', 'institution', 'signed out', 'operator'] as const satisfies readonly Walker[];

for (const [position, walker] of WALKERS.entries()) {
  for (const [part, rounds] of PARTS[walker].entries()) {
    const seed = 100 * position + part + 1 + SEED;
    fault(
      {
        group: 'Hostile input',
        target: `addresses and forms (${walker})`,
        fault: `${rounds} random ones, part ${part + 1}`,
        sees: 'A page, the sign-in, the not-found page or a message at the field; never a white page, no unhandled error.',
      },
      async ({ page, openAs, complaints }) => {
        test.setTimeout(rounds * 2_000 + 60_000);
        // Answers of refused changes, and functions that are called for unknown payments.
        complaints.expected(/Failed to load resource/);
        if (walker !== 'signed out') await openAs(walker, '/dashboard');
        await walk(page, walker, seed, rounds);
      },
    );
  }
}
