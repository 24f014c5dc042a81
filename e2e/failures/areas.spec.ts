import { faultsOf } from './cell';
import {
  cardOf,
  expectCard,
  expectFailureReported,
  expectNeighbourWorks,
  expectSameDocument,
  markDocument,
  openArea,
} from './support/area';
import { expect, test, type FixtureRelease } from './support/fault-portal';

const fault = faultsOf(test);

/** Failures in a release's code, and their symptoms. */
const CODE_FAULTS: readonly {
  /** As the fixture `sound-faulty` knows it. */
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly says: string;
  /** The fault needs a click. */
  readonly click?: true;
  readonly core?: true;
}[] = [
  {
    id: 'evaluation',
    name: 'throws while it is evaluated',
    kind: 'execution',
    says: 'Der Bereich konnte nicht gestartet werden.',
  },
  {
    id: 'bootstrap',
    name: 'throws in bootstrap',
    kind: 'execution',
    says: 'Der Bereich konnte nicht gestartet werden.',
  },
  { id: 'mount', name: 'throws in mount', kind: 'execution', says: 'Der Bereich konnte nicht gestartet werden.' },
  {
    id: 'first render',
    name: 'throws in its first render',
    kind: 'render',
    says: 'Im Bereich ist ein Fehler aufgetreten.',
  },
  {
    id: 'later render',
    name: 'throws in a later render',
    kind: 'render',
    says: 'Im Bereich ist ein Fehler aufgetreten.',
    click: true,
    core: true,
  },
  { id: 'effect', name: 'throws in an effect', kind: 'render', says: 'Im Bereich ist ein Fehler aufgetreten.' },
  {
    id: 'hang in bootstrap',
    name: 'hangs in bootstrap',
    kind: 'mount-timeout',
    says: 'Der Bereich ist nicht rechtzeitig gestartet.',
  },
  {
    id: 'hang in mount',
    name: 'hangs in mount',
    kind: 'mount-timeout',
    says: 'Der Bereich ist nicht rechtzeitig gestartet.',
    core: true,
  },
];

const THROWN = /This release throws on purpose/;

test.describe('code of a new release', () => {
  test.use({ releases: ['neighbour', 'sound', 'sound-faulty'] satisfies FixtureRelease[] });

  for (const { id, name, kind, says, click, core = false } of CODE_FAULTS) {
    fault(
      {
        group: 'Areas',
        target: 'code of a new release',
        fault: name,
        sees: `Card „Gesund“ with a support id: „${says}“ Sidebar and the area beside it work; „Vorherige Version“ and „Erneut versuchen“ help without a reload.`,
        core,
      },
      async ({ page, portal, openPortal, leaveAndReadTelemetry, complaints }) => {
        complaints.expected(THROWN);
        const hangs = kind === 'mount-timeout';
        const passTime = async () => {
          if (!hangs) return;
          await expect(page.locator('[data-remote="sound"]')).toHaveCount(1);
          await page.clock.runFor('00:30');
        };
        await page.addInitScript((chosen) => Reflect.set(globalThis, 'nemusFault', chosen), id);
        if (hangs) await page.clock.install();
        await openPortal('piw', '/neighbour');
        await markDocument(page);
        await openArea(page, 'Gesund');
        if (click) await page.getByRole('button', { name: 'Weiter' }).click();
        await passTime();
        await expectCard(page, says);
        await expectNeighbourWorks(page);

        await openArea(page, 'Gesund');
        if (click) await page.getByRole('button', { name: 'Weiter' }).click();
        await passTime();
        await expectCard(page, says);
        await page.evaluate(() => Reflect.deleteProperty(globalThis, 'nemusFault'));
        await cardOf(page).getByRole('button', { name: 'Erneut versuchen' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Neuer Bereich' })).toBeVisible();

        await expectSameDocument(page);

        // Another visit, in which the user returns to the previous release.
        await page.reload();
        if (click) await page.getByRole('button', { name: 'Weiter' }).click();
        await passTime();
        const supportId = await expectCard(page, says);
        await cardOf(page).getByRole('button', { name: 'Vorherige Version' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Gesunder Bereich' })).toBeVisible();
        await expectFailureReported(await leaveAndReadTelemetry(), portal.versions['sound-faulty'], kind, supportId);
      },
    );
  }
});
