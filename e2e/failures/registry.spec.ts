import type { Page } from '@playwright/test';
import { faultsOf } from './cell';
import { closedNoticeOf, expectNeighbourWorks, openArea } from './support/area';
import { expect, test, type FaultPortal, type FixtureRelease } from './support/fault-portal';

const fault = faultsOf(test);
const REGISTRY = /\/registry\//;
const STALE = 'Das Portal ist gerade nur eingeschränkt erreichbar. Sie sehen den letzten bekannten Stand.';
const LEFT_OUT = 'Ein Bereich fehlt gerade, weil seine Freigabe nicht geprüft werden konnte.';
const MISSING = 'Das Portal ist gerade nur eingeschränkt erreichbar';
const WITHHELD = /Failed to load resource|net::ERR|preload/i;
const DAY = 86_400_000;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Ways in which the document as a whole cannot be used. */
const UNUSABLE: readonly { name: string; cause: (portal: FaultPortal) => Promise<void>; core?: true }[] = [
  { name: 'is not there (404)', cause: ({ store }) => store.break(REGISTRY, '404') },
  { name: 'is answered with 500', cause: ({ store }) => store.break(REGISTRY, '500'), core: true },
  { name: 'cannot be reached', cause: ({ store }) => store.break(REGISTRY, 'refused') },
  { name: 'is never answered', cause: ({ store }) => store.break(REGISTRY, 'hung') },
  { name: 'is cut off in the middle', cause: ({ store }) => store.break(REGISTRY, 'cut') },
  { name: 'is an HTML page', cause: ({ store }) => store.break(REGISTRY, 'html') },
  {
    name: 'has a newer schema',
    cause: async (portal) => portal.writeRegistry((await portal.readRegistry()).replace('"schema": 1', '"schema": 2')),
  },
  {
    name: 'has expired',
    cause: async (portal) =>
      portal.writeRegistry(
        (await portal.readRegistry()).replace(/"expiresAt": "[^"]+"/, '"expiresAt": "2020-01-01T00:00:00.000Z"'),
      ),
  },
  {
    name: 'is that of another environment',
    cause: async (portal) =>
      portal.writeRegistry((await portal.readRegistry()).replace('"environment": "local"', '"environment": "other"')),
  },
];

for (const { name, cause, core = false } of UNUSABLE) {
  // Requests while the store is down are answered from the browser's own copy; files of areas come from the store.
  const areaComes = name !== 'cannot be reached';
  fault(
    {
      group: 'Registry',
      target: 'registry, at a further visit',
      fault: name,
      sees: `Menu and areas of the last good registry, and „${STALE}“${areaComes ? '' : ' Areas themselves cannot be fetched and show their card.'}`,
      core,
    },
    async ({ page, portal, openPortal, complaints }) => {
      complaints.expected(WITHHELD);
      await openPortal('piw', '/neighbour');
      await expect(heading(page, 'Nachbarbereich')).toBeVisible();
      await cause(portal);
      await page.reload();
      await expect(page.getByText(STALE)).toBeVisible();
      if (areaComes) {
        await expect(heading(page, 'Nachbarbereich')).toBeVisible();
        await openArea(page, 'Gesund');
        await expect(heading(page, 'Gesunder Bereich')).toBeVisible();
      } else {
        await expect(page.getByRole('alert').filter({ hasText: '„Nachbar“' })).toBeVisible({ timeout: 30_000 });
      }
    },
  );

  fault(
    {
      group: 'Registry',
      target: 'registry, at the first visit',
      fault: name,
      sees: `A page that says „${MISSING}“; „Erneut versuchen“ leads on without a reload once it is back.`,
    },
    async ({ page, portal, openPortal, complaints }) => {
      complaints.expected(WITHHELD);
      const sound = await portal.readRegistry();
      await cause(portal);
      await openPortal('piw', '/neighbour', { ready: false });
      await expect(page.getByText(MISSING)).toBeVisible({ timeout: 30_000 });
      await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible();
      await portal.store.heal();
      await portal.writeRegistry(sound);
      await page.getByRole('button', { name: 'Erneut versuchen' }).click();
      await expect(heading(page, 'Nachbarbereich')).toBeVisible();
    },
  );
}

fault(
  {
    group: 'Registry',
    target: 'registry',
    fault: 'is answered slowly',
    sees: 'At a further visit and at the first one: the page a moment later, and nothing else.',
  },
  async ({ page, portal, openPortal }) => {
    await portal.store.break(REGISTRY, 'slow');
    await openPortal('piw', '/neighbour');
    await expect(heading(page, 'Nachbarbereich')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Nachbarbereich')).toBeVisible();
    await expect(page.getByText(STALE)).toHaveCount(0);
  },
);

test.describe('an entry', () => {
  test.use({ releases: ['neighbour', 'sound-before'] satisfies FixtureRelease[] });

  fault(
    {
      group: 'Registry',
      target: 'entry of an area',
      fault: 'is older than one that was seen',
      sees: 'What was accepted before; the old release does not come back.',
    },
    async ({ page, portal, openPortal }) => {
      const before = await portal.readRegistry();
      await portal.promote('sound');
      await openPortal('piw', '/sound');
      await expect(heading(page, 'Gesunder Bereich')).toBeVisible();
      await portal.writeRegistry(before);
      await page.reload();
      await expect(heading(page, 'Gesunder Bereich')).toBeVisible();
    },
  );

  fault(
    {
      group: 'Registry',
      target: 'entry of an area, at a further visit',
      fault: 'is signed by a stranger',
      sees: 'What was accepted before, and no word about it.',
    },
    async ({ page, portal, openPortal }) => {
      await openPortal('piw', '/sound');
      await expect(heading(page, 'Früherer Bereich')).toBeVisible();
      await portal.writeRegistry((await portal.readRegistry()).replaceAll('"Gesund"', '"Nicht vom Team"'));
      await page.reload();
      await expect(heading(page, 'Früherer Bereich')).toBeVisible();
      await expect(page.getByText('Nicht vom Team')).toHaveCount(0);
      await expect(page.getByText(LEFT_OUT)).toHaveCount(0);
    },
  );

  fault(
    {
      group: 'Registry',
      target: 'entry of an area, at the first visit',
      fault: 'is signed by a stranger',
      sees: `The area is left out: „${LEFT_OUT}“ The others work.`,
    },
    async ({ page, portal, openPortal }) => {
      await portal.writeRegistry((await portal.readRegistry()).replaceAll('"Gesund"', '"Nicht vom Team"'));
      await openPortal('piw', '/neighbour');
      await expect(page.getByText(LEFT_OUT)).toBeVisible();
      await expect(page.getByRole('link', { name: /Gesund|Nicht vom Team/ })).toHaveCount(0);
      await expect(heading(page, 'Nachbarbereich')).toBeVisible();
    },
  );

  fault(
    {
      group: 'Registry',
      target: 'entry of an area, at the first visit',
      fault: 'has expired',
      sees: `The area is left out: „${LEFT_OUT}“ The others work.`,
    },
    async ({ page, portal, openPortal }) => {
      await portal.promote('sound', 1e-6);
      await portal.writeRegistry(
        (await portal.readRegistry()).replace(
          /"expiresAt": "[^"]+"/,
          `"expiresAt": "${new Date(Date.now() + DAY).toISOString()}"`,
        ),
      );
      await openPortal('piw', '/neighbour');
      await expect(page.getByText(LEFT_OUT)).toBeVisible();
      await expect(heading(page, 'Nachbarbereich')).toBeVisible();
    },
  );

  test.describe('without its key', () => {
    const stranger = { id: 'k-0123456789abcdef', publicKey: `${'A'.repeat(87)}=` };
    test.use({ config: { trustedKeys: { other: { keys: [stranger], routes: [] } } } });

    fault(
      {
        group: 'Registry',
        target: 'entry of an area',
        fault: 'is signed with a key that the portal does not pin',
        sees: `The area is left out: „${LEFT_OUT}“`,
      },
      async ({ page, openPortal }) => {
        await openPortal('piw', '/sound');
        await expect(page.getByText(LEFT_OUT)).toBeVisible();
        await expect(heading(page, 'Früherer Bereich')).toHaveCount(0);
      },
    );
  });

  fault(
    {
      group: 'Registry',
      target: 'area',
      fault: 'is switched off by its team',
      sees: 'Notice „Gesund“ ist zurzeit abgeschaltet with the reason that the team gives; its menu entry says so. The others work.',
    },
    async ({ page, portal, openPortal }) => {
      await portal.switchOff('Wartung bis 18 Uhr.');
      await openPortal('piw', '/sound');
      await expect(closedNoticeOf(page)).toContainText('Wartung bis 18 Uhr.');
      await expect(closedNoticeOf(page)).toContainText('nicht digital unterschrieben');
      await expect(page.getByRole('link', { name: 'Gesund, zurzeit abgeschaltet' })).toBeVisible();
      await expectNeighbourWorks(page);
    },
  );
});

const START_FAILED = 'Das Portal kann nicht starten';
const CONFIG_FAULTS: readonly {
  name: string;
  answer: { status?: number; body: string } | 'refused' | 'hung';
  core?: true;
}[] = [
  { name: 'is not there (404)', answer: { status: 404, body: 'Not found' } },
  { name: 'is answered with 500', answer: { status: 500, body: 'Failed' } },
  { name: 'cannot be reached', answer: 'refused' },
  { name: 'is never answered', answer: 'hung' },
  { name: 'is cut off in the middle', answer: { body: '{"environment": "loc' } },
  { name: 'is an HTML page', answer: { body: '<!doctype html><h1>Anmeldung</h1>' }, core: true },
  { name: 'lacks what the portal needs', answer: { body: '{"environment": "local"}' } },
];

for (const { name, answer, core = false } of CONFIG_FAULTS) {
  fault(
    {
      group: 'Configuration',
      target: 'config.json',
      fault: name,
      sees: `A page that says „${START_FAILED}“, with what the operator needs; „Erneut versuchen“ starts the portal once it is back.`,
      core,
    },
    async ({ page, portal, openPortal, complaints }) => {
      complaints.expected(/Failed to load resource|net::ERR|config\.json|preload/i);
      let broken = true;
      await page.clock.install();
      await page.route(`${portal.origin}/config.json`, (route) => {
        if (!broken) return route.continue();
        if (answer === 'hung') return undefined;
        if (answer === 'refused') return route.abort('connectionrefused');
        return route.fulfill({ contentType: 'application/json', ...answer });
      });
      const opened = openPortal('piw', '/neighbour');
      await expect(heading(page, START_FAILED)).toBeVisible({ timeout: 25_000 });
      await opened;
      await page.getByText('Angaben für den Betrieb').click();
      await expect(page.getByText(/config\.json/).first()).toBeVisible();
      broken = false;
      await page.getByRole('button', { name: 'Erneut versuchen' }).click();
      await expect(heading(page, 'Nachbarbereich')).toBeVisible();
    },
  );
}
