import { faultsOf } from './cell';
import { cardOf, expectCard, expectSameDocument, markDocument, openArea } from './support/area';
import { expect, test } from './support/fault-portal';

const fault = faultsOf(test);
const GONE = /Failed to load resource|Loading (CSS )?chunk|ChunkLoadError|net::ERR|MIME/i;

fault(
  {
    group: 'Deployment',
    target: 'area that is open',
    fault: 'gets a new release',
    sees: 'The open page goes on with what it has, parts that it loads later included; the next opening shows the new release.',
  },
  async ({ page, portal, openPortal }) => {
    await openPortal('piw', '/sound');
    await markDocument(page);
    await portal.promote('sound-faulty');
    await page.getByRole('button', { name: 'Mehr' }).click();
    await expect(page.getByText('Einzelheiten')).toBeVisible();
    await openArea(page, 'Nachbar');
    await expect(page.getByRole('heading', { level: 1, name: 'Nachbarbereich' })).toBeVisible();
    await openArea(page, 'Gesund');
    await expect(page.getByRole('heading', { level: 1, name: 'Neuer Bereich' })).toBeVisible();
    await expectSameDocument(page);
  },
);

fault(
  {
    group: 'Deployment',
    target: 'area that is open',
    fault: 'gets a new release, and the files of the old one are gone',
    sees: 'Card „Gesund“ when a part has to be loaded that is gone; „Erneut versuchen“ shows the new release without a reload.',
    core: true,
  },
  async ({ page, portal, openPortal, complaints }) => {
    complaints.expected(GONE);
    await openPortal('piw', '/sound');
    await markDocument(page);
    await portal.promote('sound-faulty');
    await portal.store.break(new RegExp(`/releases/sound/(${portal.versions.sound}|by-content)/`), '404');
    await page.getByRole('button', { name: 'Mehr' }).click();
    await expectCard(page, 'Ein Teil des Bereichs konnte nicht nachgeladen werden.');
    await cardOf(page).getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Neuer Bereich' })).toBeVisible();
    await expectSameDocument(page);
  },
);

fault(
  {
    group: 'Deployment',
    target: 'portal that is open',
    fault: 'is deployed anew, and its old files are gone',
    sees: '„Diese Seite kann gerade nicht angezeigt werden“ for a page of the portal itself that was not loaded yet; „Erneut versuchen“ loads the new portal there. Areas go on.',
  },
  async ({ page, portal, openPortal, complaints }) => {
    complaints.expected(GONE);
    await openPortal('piw', '/neighbour');
    await page.route(`${portal.origin}/assets/**`, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.getByRole('link', { name: 'Impressum' }).click();
    await expect(page.getByText('Diese Seite kann gerade nicht angezeigt werden')).toBeVisible();
    await openArea(page, 'Gesund');
    await expect(page.getByRole('heading', { level: 1, name: 'Gesunder Bereich' })).toBeVisible();
    await page.getByRole('link', { name: 'Impressum' }).click();
    await page.unroute(`${portal.origin}/assets/**`);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible();
  },
);

for (const [name, how] of [
  ['are gone', 'gone'],
  ['never come', 'hung'],
] as const) {
  fault(
    {
      group: 'Deployment',
      target: "portal's own scripts, at the start",
      fault: name,
      sees:
        how === 'gone'
          ? '„Das Portal konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.“ with „Erneut versuchen“.'
          : '„Das Laden dauert ungewöhnlich lange. Bitte prüfen Sie Ihre Verbindung.“ with „Erneut versuchen“, after 15 seconds. Once the scripts come, the portal starts by itself.',
      core: how === 'gone',
    },
    async ({ page, portal, complaints }) => {
      complaints.expected(GONE);
      await page.clock.install();
      await page.route(`${portal.origin}/assets/*.js`, (route) =>
        how === 'gone' ? route.fulfill({ status: 404, body: 'Not found' }) : undefined,
      );
      await page.goto(`${portal.origin}/auth`, { waitUntil: 'commit' });
      await expect(page.getByText('Nemus wird geladen …').or(page.getByText(/Verbindung/))).toBeAttached();
      if (how === 'hung') await page.clock.fastForward('00:20');
      await expect(
        page.getByText(how === 'gone' ? /Das Portal konnte nicht geladen werden/ : /dauert ungewöhnlich lange/),
      ).toBeVisible();
      const retry = page.getByRole('link', { name: 'Erneut versuchen' });
      await expect(retry).toBeVisible();
      await page.unroute(`${portal.origin}/assets/*.js`);
      // Hung scripts continue as soon as they are released, and the portal starts without the user's help.
      if (how === 'gone') await retry.click();
      await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
    },
  );
}
