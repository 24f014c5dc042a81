import type { Page } from '@playwright/test';
import { readFigures, tellEntries } from '@nemus/release';
import { expect, type DemoRole } from '../../support/test';
import { loginOf } from '../../support/session';
import { test } from './own-store';

const OLD = 'Früherer Bereich';
const NEW = 'Gesunder Bereich';

for (const { role, heading } of [
  { role: 'piw', heading: NEW },
  { role: 'institution', heading: OLD },
] as const) {
  const title = `a canary for trainees: ${role} gets "${heading}", also after a reload`;
  test(title, { tag: '@soak' }, async ({ page, openAs, ownStore }) => {
    await ownStore.setCanary(ownStore.versions[1]);
    await ownStore.serveTo(page);
    await openAs(role, '/sound');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
}

const BROKEN = 'a canary that cannot start gives way to the stable release, and both are reported';
test(BROKEN, { tag: '@soak' }, async ({ page, openAs, ownStore, complaints }) => {
  complaints.expected(/broken on purpose|integrity|Failed to load resource|preload/i);
  const [stable, canary] = ownStore.versions;
  await ownStore.setCanary(canary);
  await ownStore.serveTo(page);
  // The canary's code arrives in a form that the browser refuses.
  await page.route(`**/releases/sound/${canary}/*.js*`, (route) =>
    route.fulfill({
      body: 'throw new Error("broken on purpose")',
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  const reported = page.waitForRequest((request) => request.url().endsWith('/rpc/nemus_report_release'));
  await openAs('piw', '/sound');
  await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();

  const request = await reported;
  expect((await request.response())?.status()).toBe(204);
  expect(request.postDataJSON()).toEqual({
    p_environment: 'local',
    p_reports: [
      { remote: 'sound', version: canary, outcome: 'failed', failure: 'integrity' },
      {
        remote: 'sound',
        version: stable,
        outcome: 'ready',
        load_ms: expect.any(Number),
        mount_ms: expect.any(Number),
      },
    ],
  });
});

/** Opens the broken canary; resolves when the browser's report has arrived. */
async function meetCanary(page: Page, open: () => Promise<void>) {
  const reported = page.waitForResponse(
    (answer) => answer.url().endsWith('/rpc/nemus_report_release') && answer.status() === 204,
  );
  await open();
  await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();
  await reported;
}

test(
  'a canary that throws for users halts, and says why',
  { tag: '@soak' },
  async ({ page, browser, openAs, storedSession, ownStore, complaints }) => {
    complaints.expected(/on purpose/);
    const canary = await ownStore.publish('sound-throwing');
    const bound = { failureRate: 0.1, minimumAccounts: 2 };
    await ownStore.setCanary(canary, { cohorts: ['piw', 'institution'], bound });
    // The operator of a folder store says which releases it names; the demo accounts are old enough to count.
    const operator = await loginOf('operator', storedSession);
    await tellEntries(operator, 'local', await ownStore.entries());
    const figures = () => readFigures(operator, 'local');

    await ownStore.serveTo(page);
    await meetCanary(page, () => openAs('piw', '/sound'));
    await ownStore.judge(await figures());
    // One account is not enough to judge by.
    expect(await ownStore.tell('status', 'sound')).not.toContain('stopped by itself');

    const other = await browser.newPage();
    const role: DemoRole = 'institution';
    await other.addInitScript((stored) => localStorage.setItem('nemus-auth', stored), await storedSession(role));
    await ownStore.serveTo(other);
    await meetCanary(other, async () => void (await other.goto('/sound')));
    await other.close();
    await ownStore.judge(await figures());

    expect(await ownStore.tell('status', 'sound')).toMatch(
      new RegExp(`canary stopped by itself +${canary} at .+: 2 of 2 accounts failed \\(stable release: 0 of \\d\\)`),
    );
    expect(await ownStore.tell('history', 'sound', '--limit', '1')).toMatch(
      new RegExp(`portal +canary-halt +sound +${canary} for 0 % -> - +2 of 2 accounts failed`),
    );

    // From the next navigation on it is no longer requested.
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();
    expect(requested.filter((url) => url.includes(canary))).toEqual([]);
  },
);
