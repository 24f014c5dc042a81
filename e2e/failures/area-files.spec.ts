import type { Page } from '@playwright/test';
import { faultsOf } from './cell';
import {
  cardOf,
  expectCard,
  expectFailureReported,
  expectReported,
  expectNeighbourWorks,
  expectSameDocument,
  markDocument,
  openArea,
} from './support/area';
import { expect, test, type FixtureRelease } from './support/fault-portal';
import type { ServerFault } from './support/fault-server';

const fault = faultsOf(test);

/** The files of an area, by purpose: the copy shared by its releases, and the release's own. */
const FILES = {
  'release document': /\/releases\/sound\/(?:[^/]+\/)+release\.json$/,
  entry: /\/releases\/sound\/(?:[^/]+\/)+remoteEntry\.js$/,
  'first chunk': /\/releases\/sound\/(?:[^/]+\/)+expose-app\.[^/]*\.js$/,
  stylesheet: /\/releases\/sound\/(?:[^/]+\/)+expose-app\.[^/]*\.css$/,
  'lazy chunk': /\/releases\/sound\/(?:[^/]+\/)+(?!expose|remote)[^/]*\.js$/,
  'lazy stylesheet': /\/releases\/sound\/(?:[^/]+\/)+(?!expose|remote)[^/]*\.css$/,
} as const;
type FileName = keyof typeof FILES;

const FAULTS: Readonly<Record<Exclude<ServerFault, 'slow' | 'refused'>, string>> = {
  '404': 'is not there (404)',
  '500': 'is answered with 500',
  hung: 'is never answered',
  cut: 'is cut off in the middle',
  html: 'is an HTML page',
  mime: 'has the wrong MIME type',
  tampered: 'was changed by one byte',
};

const SAYS = {
  network: 'weil die Verbindung unterbrochen ist',
  http: 'weil der Server ihn gerade nicht ausliefert',
  timeout: 'Der Bereich antwortet nicht rechtzeitig.',
  integrity: 'stimmen nicht mit der freigegebenen Version überein',
  chunk: 'Ein Teil des Bereichs konnte nicht nachgeladen werden.',
  contract: 'Diese Version des Bereichs passt nicht zu diesem Portal.',
} as const;
type Kind = keyof typeof SAYS;

/** Kind of failure for a faulty file. Browsers give no reason: the loader determines it. */
function kindOf(file: FileName, what: keyof typeof FAULTS): Kind {
  if (what === 'tampered' || what === 'html') return 'integrity';
  const isLazy = file.startsWith('lazy');
  if (isLazy) return 'chunk';
  if (what === 'hung') return 'timeout';
  return what === 'cut' ? 'network' : 'http';
}

/** What a browser reports about a missing file, and React about the chunk that the area waited for. */
const WITHHELD = /Failed to load resource|net::ERR|integrity|preload|MIME type|Loading (CSS )?chunk|ChunkLoadError/i;

/** Faults that matter for a file: any bytes are a release document, whatever the header says. */
function faultsOfFile(file: FileName) {
  return Object.entries(FAULTS).filter(([what]) => !(what === 'mime' && file === 'release document'));
}

const isFault = (text: string): text is keyof typeof FAULTS => Object.hasOwn(FAULTS, text);
const isFile = (text: string): text is FileName => Object.hasOwn(FILES, text);

for (const file of Object.keys(FILES).filter(isFile)) {
  for (const what of faultsOfFile(file)
    .map(([key]) => key)
    .filter(isFault)) {
    const kind = kindOf(file, what);
    const says = SAYS[kind];
    const isLazy = file.startsWith('lazy');
    fault(
      {
        group: 'Areas',
        target: file,
        fault: FAULTS[what],
        sees: `Card „Gesund“ with a support id: „… ${says}“ The area beside it works; „Erneut versuchen“ helps without a reload once ${kind === 'integrity' ? 'a sound release is out' : 'the file is back'}.`,
        core: file === 'entry' && what === '404',
      },
      async ({ page, portal, openPortal, leaveAndReadTelemetry, complaints }) => {
        test.slow();
        complaints.expected(WITHHELD);
        if (what === 'hung') await page.clock.install();
        await openPortal('piw', '/neighbour');
        await markDocument(page);
        await portal.store.break(FILES[file], what);
        const openBroken = async (again = false) => {
          await openArea(page, 'Gesund');
          // A release whose bytes were wrong once is not opened again.
          if (isLazy && !(again && kind === 'integrity')) await page.getByRole('button', { name: 'Mehr' }).click();
          if (what === 'hung') await passPatience(page);
          return expectCard(page, says);
        };
        await openBroken();
        expect(await page.evaluate(() => Reflect.get(globalThis, 'tamperedCodeRan'))).toBeUndefined();
        await expectNeighbourWorks(page);

        const supportId = await openBroken(true);
        await portal.store.heal();
        // Bytes that were wrong once are not requested again: only another release helps.
        if (kind === 'integrity') await portal.promote('sound-before');
        await cardOf(page).getByRole('button', { name: 'Erneut versuchen' }).click();
        if (kind === 'integrity') {
          await expect(page.getByRole('heading', { level: 1, name: 'Früherer Bereich' })).toBeVisible();
        } else {
          await expect(page.getByRole('heading', { level: 1, name: 'Gesunder Bereich' })).toHaveCSS(
            'color',
            'rgb(1, 2, 3)',
          );
          await page.getByRole('button', { name: 'Mehr' }).click();
          await expect(page.getByText('Einzelheiten')).toHaveCSS('color', 'rgb(4, 5, 6)');
        }
        await expectSameDocument(page);
        await expectFailureReported(await leaveAndReadTelemetry(), portal.versions.sound, kind, supportId);
      },
    );
  }
}

/** Lets the loader's time limits pass, each of its attempts. */
async function passPatience(page: Page) {
  await expect(async () => {
    await page.clock.runFor('00:15');
    await expect(cardOf(page)).toBeVisible({ timeout: 1_500 });
  }).toPass();
}

test.describe('a new release', () => {
  test.use({ releases: ['neighbour', 'sound-before', 'sound'] satisfies FixtureRelease[] });

  for (const file of ['release document', 'entry', 'first chunk', 'stylesheet'] as const) {
    for (const what of ['404', 'cut', 'tampered'] as const) {
      fault(
        {
          group: 'Areas',
          target: `${file} of a new release`,
          fault: FAULTS[what],
          sees: 'The release before, „Früherer Bereich“, without a card and without having to do anything.',
        },
        async ({ page, portal, openPortal, leaveAndReadTelemetry, complaints }) => {
          complaints.expected(WITHHELD);
          await openPortal('piw', '/neighbour');
          await portal.store.break(await portal.addressesOf('sound', FILES[file]), what);
          await openArea(page, 'Gesund');
          await expect(page.getByRole('heading', { level: 1, name: 'Früherer Bereich' })).toBeVisible();
          expect(await page.evaluate(() => Reflect.get(globalThis, 'tamperedCodeRan'))).toBeUndefined();
          await expectNeighbourWorks(page);
          await expectFailureReported(await leaveAndReadTelemetry(), portal.versions.sound, kindOf(file, what), null);
        },
      );
    }
  }
});

for (const file of [...Object.keys(FILES).filter(isFile), 'all files'] as const) {
  const isLazy = file.startsWith('lazy');
  fault(
    {
      group: 'Areas',
      target: file,
      fault: file === 'all files' ? 'answer slowly' : 'is answered slowly',
      sees: `${isLazy ? 'The area, whose part comes later' : 'The outline of the page, then the area'}; no card. The menu works meanwhile.`,
    },
    async ({ page, portal, openPortal, leaveAndReadTelemetry }) => {
      await openPortal('piw', '/neighbour');
      await portal.store.break(file === 'all files' ? /\/releases\/sound\// : FILES[file], 'slow');
      const openSlow = async () => {
        await openArea(page, 'Gesund');
        if (isLazy) await page.getByRole('button', { name: 'Mehr' }).click();
      };
      await openSlow();
      await expect(page.getByText(isLazy ? 'Lädt …' : 'Gesund wird geladen …')).toBeAttached();
      await expectNeighbourWorks(page);
      await openSlow();
      if (!isLazy) await page.getByRole('button', { name: 'Mehr' }).click();
      const sound = page.getByRole('heading', { level: 1, name: 'Gesunder Bereich' });
      await expect(sound).toHaveCSS('color', 'rgb(1, 2, 3)');
      await expect(page.getByText('Einzelheiten')).toHaveCSS('color', 'rgb(4, 5, 6)');
      await expect(cardOf(page)).toHaveCount(0);
      const entries = await leaveAndReadTelemetry();
      await expectReported(entries, portal.versions.sound, 'area-phase', { phase: 'ready' });
      expect(entries.filter(({ name }) => name === 'area-failure')).toEqual([]);
    },
  );
}

fault(
  {
    group: 'Areas',
    target: 'release store',
    fault: 'refuses connections',
    sees: `Card „Gesund“ with a support id: „… ${SAYS.network}“ An area that was open before works; „Erneut versuchen“ helps without a reload once the store is back.`,
  },
  async ({ page, portal, openPortal, leaveAndReadTelemetry, complaints }) => {
    complaints.expected(WITHHELD);
    await openPortal('piw', '/neighbour');
    await markDocument(page);
    await portal.store.break(/./, 'refused');
    await openArea(page, 'Gesund');
    await expectCard(page, SAYS.network);
    await expectNeighbourWorks(page);
    await openArea(page, 'Gesund');
    const supportId = await expectCard(page, SAYS.network);
    await portal.store.heal();
    await cardOf(page).getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Gesunder Bereich' })).toBeVisible();
    await expectSameDocument(page);
    await expectFailureReported(await leaveAndReadTelemetry(), portal.versions.sound, 'network', supportId);
  },
);

for (const [release, what] of [
  ['contract', 'is built for another contract'],
  ['shared', 'needs another version of a shared library'],
] as const) {
  test.describe(`a release that ${what}`, () => {
    test.use({ releases: ['neighbour', release] satisfies FixtureRelease[] });
    fault(
      {
        group: 'Areas',
        target: 'only release',
        fault: what,
        sees: `Card „Gesund“ with a support id: „${SAYS.contract}“ None of its code is fetched; „Erneut versuchen“ shows the area once a fitting release is out.`,
      },
      async ({ page, portal, openPortal, leaveAndReadTelemetry }) => {
        await openPortal('piw', '/neighbour');
        await markDocument(page);
        await openArea(page, 'Gesund');
        await expectCard(page, SAYS.contract);
        expect(portal.store.requests.filter((address) => /\/sound\/.*\.(js|css)$/.test(address))).toEqual([]);
        await expectNeighbourWorks(page);
        await openArea(page, 'Gesund');
        const supportId = await expectCard(page, SAYS.contract);
        await portal.promote('sound');
        await cardOf(page).getByRole('button', { name: 'Erneut versuchen' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Gesunder Bereich' })).toBeVisible();
        await expectSameDocument(page);
        await expectFailureReported(await leaveAndReadTelemetry(), portal.versions[release], 'contract', supportId);
      },
    );
  });
}
