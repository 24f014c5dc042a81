import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/test';
import type { ReceivedEntry } from './fault-server';

const SUPPORT_ID = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/;

/** The card instead of the area `sound`. */
export function cardOf(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: '„Gesund“ kann gerade nicht angezeigt werden' });
}

/** The notice instead of the area `sound` when it was closed on purpose. */
export function closedNoticeOf(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: '„Gesund“ ist zurzeit abgeschaltet' });
}

/** Follows a link of the sidebar. */
export async function openArea(page: Page, label: 'Gesund' | 'Nachbar') {
  await page.getByRole('navigation').getByRole('link', { name: label, exact: true }).click();
}

/** The card names the area, says why, and has a support id: the result. */
export async function expectCard(page: Page, says: string): Promise<string> {
  const card = cardOf(page);
  await expect(card).toBeVisible({ timeout: 30_000 });
  await expect(card).toContainText(says);
  const supportId = card.getByText(SUPPORT_ID);
  await expect(supportId).toBeVisible();
  // Nothing of the area is left next to the card.
  await expect(page.locator('[data-remote="sound"]')).toHaveCount(0);
  return supportId.innerText();
}

/** The sidebar still opens another area, which works. */
export async function expectNeighbourWorks(page: Page) {
  await openArea(page, 'Nachbar');
  await expect(page.getByRole('heading', { level: 1, name: 'Nachbarbereich' })).toBeVisible();
}

/** Marks the document, so that a reload shows. */
export async function markDocument(page: Page) {
  await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
}

export async function expectSameDocument(page: Page) {
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
}

/**
 * Telemetry names area, version and team of the failure, its kind, and the card's support id; any id if the user saw
 * none.
 */
export async function expectFailureReported(
  entries: readonly ReceivedEntry[],
  version: string,
  kind: string,
  supportId: string | null,
) {
  const data = { kind, supportId: supportId ?? expect.stringMatching(SUPPORT_ID) };
  await expectReported(entries, version, 'area-failure', data);
}

/** Telemetry names area, version and team of the event. It is sent in several batches: the last may be on its way. */
export async function expectReported(
  entries: readonly ReceivedEntry[],
  version: string,
  name: string,
  data: Record<string, unknown> = {},
) {
  await expect
    .poll(() => entries)
    .toContainEqual(
      expect.objectContaining({
        name,
        remote: 'sound',
        version,
        team: 'fixtures',
        ...(Object.keys(data).length > 0 && { data: expect.objectContaining(data) }),
      }),
    );
}
