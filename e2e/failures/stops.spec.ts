import { faultsOf } from './cell';
import { closedNoticeOf, expectNeighbourWorks } from './support/area';
import { expect, test, type FaultPortal } from './support/fault-portal';

const fault = faultsOf(test);
const STOPS = /\.stops\.json/;
const REASON = 'Der Betrieb prüft diesen Bereich.';
const WITHHELD = /Failed to load resource|net::ERR/i;
const NOTICE = 'Notice „Gesund“ ist zurzeit abgeschaltet with the reason that the operator gives. The others work.';

fault(
  {
    group: 'Registry',
    target: 'area',
    fault: 'is stopped by an operator, and its entry says that it is on',
    sees: NOTICE,
  },
  async ({ page, portal, openPortal }) => {
    await portal.stop(REASON);
    await openPortal('piw', '/sound');
    await expect(closedNoticeOf(page)).toContainText(REASON);
    await expectNeighbourWorks(page);
  },
);

/** Ways in which a list that stops nothing, or none at all, comes instead of the one that this browser has seen. */
const LATER: readonly { name: string; cause: (portal: FaultPortal, before: string) => Promise<void> }[] = [
  { name: 'is not there (404)', cause: ({ store }) => store.break(STOPS, '404') },
  { name: 'is never answered', cause: ({ store }) => store.break(STOPS, 'hung') },
  { name: 'is older than one that was seen', cause: (portal, before) => portal.writeStopList(before) },
  {
    name: 'was changed by a stranger',
    cause: async (portal) =>
      portal.writeStopList((await portal.readStopList()).replace(/"areas": \[.*?\]/s, '"areas": []')),
  },
];

for (const { name, cause } of LATER) {
  fault(
    {
      group: 'Registry',
      target: 'stop list, at a further visit',
      fault: name,
      sees: `What was stopped stays so: ${NOTICE}`,
    },
    async ({ page, portal, openPortal, complaints }) => {
      complaints.expected(WITHHELD);
      const before = await portal.readStopList();
      await portal.stop(REASON);
      await openPortal('piw', '/sound');
      await expect(closedNoticeOf(page)).toContainText(REASON);
      await cause(portal, before);
      await page.reload();
      await expect(closedNoticeOf(page)).toContainText(REASON, { timeout: 20_000 });
      await expectNeighbourWorks(page);
    },
  );
}

fault(
  {
    group: 'Registry',
    target: 'stop list, at the first visit',
    fault: 'is not there (404)',
    sees: 'Menu and areas as the registry has them, and no word about it; telemetry and /diagnose have it.',
  },
  async ({ page, portal, openPortal, complaints, leaveAndReadTelemetry }) => {
    complaints.expected(WITHHELD);
    await portal.store.break(STOPS, '404');
    await openPortal('operator', '/diagnose');
    const stops = page.getByRole('region', { name: 'Verzeichnis' });
    await expect(stops).toContainText('Keine gültige Liste zu bekommen, und dieser Browser kennt keine frühere.');
    await page.getByRole('link', { name: 'Gesund', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Gesunder Bereich' })).toBeVisible();
    expect((await leaveAndReadTelemetry()).map((entry) => entry.name)).toContain('stop-list-unusable');
  },
);
