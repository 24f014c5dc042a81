import { expect } from '../support/test';
import { test } from './own-store';

const OLD = 'Früherer Bereich';
const NEW = 'Gesunder Bereich';

for (const { role, heading } of [
  { role: 'piw', heading: NEW },
  { role: 'institution', heading: OLD },
] as const) {
  test(`a canary for trainees: ${role} gets "${heading}", also after a reload`, async ({ page, openAs, ownStore }) => {
    await ownStore.setCanary(ownStore.versions[1]);
    await ownStore.serveTo(page);
    await openAs(role, '/sound');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
}

test('a canary that cannot start gives way to the stable release, and both are reported', async ({
  page,
  openAs,
  ownStore,
  complaints,
}) => {
  complaints.expected(/broken on purpose|integrity|Failed to load resource|preload/i);
  const [stable, canary] = ownStore.versions;
  await ownStore.setCanary(canary);
  await ownStore.serveTo(page);
  // The canary's code arrives as something that the browser refuses.
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
