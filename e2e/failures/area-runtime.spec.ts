import type { Page } from '@playwright/test';
import { faultsOf } from './cell';
import {
  cardOf,
  expectNeighbourWorks,
  expectReported,
  expectSameDocument,
  markDocument,
  openArea,
} from './support/area';
import { expect, test, type FixtureRelease } from './support/fault-portal';

const fault = faultsOf(test);
const THROWN = /This release throws on purpose/;

/** The area is shown and usable. */
async function expectAreaWorks(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: 'Neuer Bereich' })).toBeVisible();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByText('Weiter gegangen')).toBeVisible();
  await expect(cardOf(page)).toHaveCount(0);
}

test.use({ releases: ['neighbour', 'sound', 'sound-faulty'] satisfies FixtureRelease[] });

for (const { id, name, kind } of [
  { id: 'promise', name: 'rejects a promise that is not awaited', kind: 'unhandled-rejection' },
  { id: 'text promise', name: 'rejects a promise with something that is no error', kind: 'unhandled-rejection' },
  { id: 'timer', name: 'throws in a timer', kind: 'uncaught-error' },
  { id: 'event handler', name: 'throws in an event handler', kind: 'uncaught-error' },
]) {
  fault(
    {
      group: 'Areas',
      target: 'code of a new release',
      fault: name,
      sees: 'The area as it was, without a card: nothing of it is lost. Sidebar and the area beside it work. Telemetry names area, version and team.',
    },
    async ({ page, portal, openPortal, leaveAndReadTelemetry, complaints }) => {
      complaints.expected(THROWN);
      await page.addInitScript((chosen) => Reflect.set(globalThis, 'nemusFault', chosen), id);
      await openPortal('piw', '/neighbour');
      await markDocument(page);
      const thrown = page.waitForEvent('pageerror');
      await openArea(page, 'Gesund');
      await expect(page.getByRole('heading', { level: 1, name: 'Neuer Bereich' })).toBeVisible();
      if (id === 'event handler') {
        await page.getByRole('button', { name: 'Weiter' }).click();
        await expect.poll(() => complaints.messages).toContainEqual(expect.stringMatching(THROWN));
        await page.evaluate(() => Reflect.deleteProperty(globalThis, 'nemusFault'));
      }
      await thrown;
      await expectAreaWorks(page);
      await expectNeighbourWorks(page);
      await openArea(page, 'Gesund');
      await expectAreaWorks(page);
      await expectSameDocument(page);
      await expectReported(await leaveAndReadTelemetry(), portal.versions['sound-faulty'], kind);
    },
  );
}

for (const { id, name } of [
  { id: 'hang in unmount', name: 'hangs in unmount' },
  { id: 'unmount', name: 'throws in unmount' },
]) {
  fault(
    {
      group: 'Areas',
      target: 'code of a new release',
      fault: name,
      sees: 'Nothing: the next area is there at once, and this one again when it is opened again. Telemetry names area, version and team.',
    },
    async ({ page, portal, openPortal, leaveAndReadTelemetry }) => {
      await page.addInitScript((chosen) => Reflect.set(globalThis, 'nemusFault', chosen), id);
      await page.clock.install();
      await openPortal('piw', '/sound');
      await markDocument(page);
      await expectAreaWorks(page);
      await expectNeighbourWorks(page);
      await expect(page.locator('[data-remote="sound"]')).toHaveCount(0);
      await openArea(page, 'Gesund');
      await expectAreaWorks(page);
      await expectNeighbourWorks(page);
      // A hanging area is given up in the end, and reported as such.
      await page.clock.runFor('00:05');
      await expect(page.getByRole('heading', { level: 1, name: 'Nachbarbereich' })).toBeVisible();
      await expectSameDocument(page);
      await expectReported(await leaveAndReadTelemetry(), portal.versions['sound-faulty'], 'area-trouble', {
        kind: id === 'unmount' ? 'execution' : 'timeout',
      });
    },
  );
}

fault(
  {
    group: 'Areas',
    target: 'code of a new release',
    fault: 'keeps the main thread for itself for a while',
    sees: 'A page that does not answer for that while; what was clicked meanwhile happens then, and sidebar, area and the area beside it work. Telemetry names area, version and team.',
    core: true,
  },
  async ({ page, portal, openPortal, leaveAndReadTelemetry }) => {
    await page.addInitScript((chosen) => Reflect.set(globalThis, 'nemusFault', chosen), 'flood');
    await openPortal('piw', '/neighbour');
    await markDocument(page);
    await openArea(page, 'Gesund');
    await expectAreaWorks(page);
    await expectNeighbourWorks(page);
    await expectSameDocument(page);
    await expectReported(await leaveAndReadTelemetry(), portal.versions['sound-faulty'], 'main-thread-blocked');
  },
);

fault(
  {
    group: 'Areas',
    target: 'code of a new release',
    fault: 'keeps the main thread for itself while the next area loads, longer than that may take',
    sees: 'A page that does not answer for that while, then the next area without a card: it does not pay for the other one.',
  },
  async ({ page, portal, openPortal, leaveAndReadTelemetry }) => {
    await page.addInitScript((chosen) => Reflect.set(globalThis, 'nemusFault', chosen), 'flood after leaving');
    await openPortal('piw', '/sound');
    await markDocument(page);
    await expectAreaWorks(page);
    await portal.store.break(/\/releases\/neighbour\//, 'slow');
    await openArea(page, 'Nachbar');
    await expect(page.getByRole('heading', { level: 1, name: 'Nachbarbereich' })).toBeVisible({ timeout: 40_000 });
    await expectSameDocument(page);
    const entries = await leaveAndReadTelemetry();
    await expectReported(entries, portal.versions['sound-faulty'], 'main-thread-blocked');
    expect(entries.filter(({ name }) => name === 'area-failure')).toEqual([]);
  },
);

fault(
  {
    group: 'Areas',
    target: 'code of a new release',
    fault: 'throws over and over',
    sees: 'The area as it was, without a card; sidebar and the area beside it work. Telemetry says how often, and is not flooded.',
  },
  async ({ page, portal, openPortal, leaveAndReadTelemetry, complaints }) => {
    complaints.expected(THROWN);
    await page.addInitScript((chosen) => Reflect.set(globalThis, 'nemusFault', chosen), 'throw over and over');
    await openPortal('piw', '/sound');
    await expect.poll(() => complaints.messages.length).toBeGreaterThan(100);
    await expectAreaWorks(page);
    await expectNeighbourWorks(page);
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'nemusFault'));
    const entries = await leaveAndReadTelemetry();
    await expectReported(entries, portal.versions['sound-faulty'], 'uncaught-error', { times: 100 });
    expect(entries.filter(({ name }) => name === 'uncaught-error').length).toBeLessThan(10);
  },
);
