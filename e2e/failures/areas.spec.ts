import { faultsOf } from './cell';
import {
  cardOf,
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
  /** The fault needs a click. */
  readonly click?: true;
  readonly core?: true;
}[] = [
  {
    id: 'evaluation',
    name: 'throws while it is evaluated',
    kind: 'execution',
  },
  {
    id: 'bootstrap',
    name: 'throws in bootstrap',
    kind: 'execution',
  },
  { id: 'mount', name: 'throws in mount', kind: 'execution' },
  {
    id: 'first render',
    name: 'throws in its first render',
    kind: 'render',
  },
  {
    id: 'later render',
    name: 'throws in a later render',
    kind: 'render',
    click: true,
    core: true,
  },
  { id: 'effect', name: 'throws in an effect', kind: 'render' },
  {
    id: 'hang in bootstrap',
    name: 'hangs in bootstrap',
    kind: 'mount-timeout',
  },
  {
    id: 'hang in mount',
    name: 'hangs in mount',
    kind: 'mount-timeout',
    core: true,
  },
];

const THROWN = /This release throws on purpose/;

test.describe('code of a new release', () => {
  test.use({ releases: ['neighbour', 'sound', 'sound-faulty'] satisfies FixtureRelease[] });

  for (const { id, name, kind, click, core = false } of CODE_FAULTS) {
    fault(
      {
        group: 'Areas',
        target: 'code of a new release',
        fault: name,
        sees: 'The release before, „Gesunder Bereich“, for the rest of the visit, with „Sie sehen eine frühere Version dieses Bereichs“. Sidebar and the area beside it work; a reload tries the current release again.',
        core,
      },
      async ({ page, portal, openPortal, leaveAndReadTelemetry, complaints }) => {
        complaints.expected(THROWN);
        const hangs = kind === 'mount-timeout';
        const passTime = async () => {
          if (!hangs) return;
          await expect(page.locator('[data-remote="sound"]')).toHaveCount(1);
          // One limit of mounting, not the next one of the previous release as well.
          await page.clock.runFor('00:12');
        };
        await page.addInitScript((chosen) => Reflect.set(globalThis, 'nemusFault', chosen), id);
        if (hangs) await page.clock.install();
        await openPortal('piw', '/neighbour');
        await markDocument(page);
        const expectPrevious = async () => {
          await expect(page.getByRole('heading', { level: 1, name: 'Gesunder Bereich' })).toBeVisible({
            timeout: 30_000,
          });
          await expect(page.getByText('Sie sehen eine frühere Version dieses Bereichs')).toBeVisible();
          await expect(cardOf(page)).toHaveCount(0);
        };
        await openArea(page, 'Gesund');
        if (click) await page.getByRole('button', { name: 'Weiter' }).click();
        await passTime();
        await expectPrevious();
        await expectNeighbourWorks(page);

        // For the rest of the visit, without another failure.
        await openArea(page, 'Gesund');
        await expectPrevious();
        await expectSameDocument(page);

        // Another visit tries the current release again.
        await page.reload();
        if (click) await page.getByRole('button', { name: 'Weiter' }).click();
        await passTime();
        await expectPrevious();
        await expectFailureReported(await leaveAndReadTelemetry(), portal.versions['sound-faulty'], kind, null);
      },
    );
  }
});
