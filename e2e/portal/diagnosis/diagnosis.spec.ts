import { expect, expectAccessible, expectNoSidewaysScroll } from '../../support/test';
import { test } from '../releases/own-store';

const OLD = 'Früherer Bereich';

test('shows what this browser runs, its source, and what failed', async ({ page, openAs, ownStore, complaints }) => {
  complaints.expected(/broken on purpose|integrity|Failed to load resource|preload/i);
  const [stable, canary] = ownStore.versions;
  await ownStore.setCanary(canary);
  await ownStore.serveTo(page);
  await page.route(`**/releases/sound/${canary}/*.js*`, (route) =>
    route.fulfill({
      body: 'throw new Error("broken on purpose")',
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await openAs('operator', '/diagnose');
  const areas = page.getByRole('table', { name: 'Liste der Bereiche' });
  await expect(areas.getByRole('row', { name: /Gesund.*Canary.*Noch nicht geöffnet/ })).toContainText(canary);
  await expect(page.getByText('Keine Störungen')).toBeVisible();

  await page.getByRole('link', { name: 'Gesund', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();
  await page.getByRole('link', { name: 'Diagnose', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Diagnose' })).toBeFocused();
  const row = areas.getByRole('row', { name: /Gesund.*Freigabe/ });
  await expect(row).toContainText(stable);
  await expect(row).toContainText(/\d\sms/);
  const failure = page.getByRole('table', { name: 'Liste der Störungen' }).getByRole('row', { name: /sound/ });
  await expect(failure).toContainText(canary);
  await expect(failure).toContainText('integrity');
  await expect(failure).toContainText(/[A-Z2-9]{4}-[A-Z2-9]{4}/);
  await expect(page.getByRole('region', { name: 'Verzeichnis' })).toContainText(/Revision\s*2/);
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('list', { name: 'Liste der Bereiche' })).toContainText('Gesund');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('costs other accounts nothing, and shows them nothing', async ({ page, openAs, ownStore }) => {
  await ownStore.serveTo(page);
  const asked: string[] = [];
  const scripts: string[] = [];
  page.on('response', (response) => {
    asked.push(response.url());
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  await openAs('piw', '/sound');
  await expect(page.getByRole('link', { name: 'Diagnose' })).toHaveCount(0);
  expect(asked.filter((url) => /override|rights/.test(url))).toEqual([]);
  // Its code is in a separate file: a sentence of the page is in nothing that was loaded.
  const own = scripts.filter((url) => new URL(url).pathname.startsWith('/assets/'));
  const loaded = (await Promise.all(own.map(async (url) => (await page.request.get(url)).text()))).join('');
  expect(loaded).toContain('Das Portal ist gerade nur eingeschränkt erreichbar');
  expect(loaded).not.toContain('Umleitung starten');

  await page.goto('/diagnose');
  await expect(page.getByText('Diese Seite ist für Ihr Konto nicht freigegeben')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Diagnose' })).toHaveCount(0);
  await expectAccessible(page);
});
