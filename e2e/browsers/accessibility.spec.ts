import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { findTestChromium } from '../../libs/testing/src/smoke/chromium.mjs';
import { PORTAL_URL } from '../environment';
import { createAccount, newAccount } from '../support/accounts';
import { removeSampleData } from '../support/session';
import { requestSession } from '../support/test';
import { readAccessible, readerOf, type Reader } from './accessible';
import { startChromium } from './chromium';
import { pageOf, type BrowserPage } from './page';
import { startProxy } from './proxy';
import { READY } from './sign-in';
import { findFirefox, startFirefox, type Driver } from './webdriver';

test.describe.configure({ mode: 'default' });
test.slow();

/** Who goes through a flow. New accounts have no sample data, whose dates move. */
const PEOPLE = {
  trainee: () => withoutSamples(createAccount(newAccount())),
  institution: () => withoutSamples(createAccount(newAccount('Institut am Wald'))),
  'trainee with hours': () => requestSession('piw'),
  supervision: () => requestSession('supervision'),
};
type Who = keyof typeof PEOPLE;

async function withoutSamples(account: Promise<string>): Promise<string> {
  await removeSampleData(await account);
  return account;
}

interface Flow {
  /** Name of its file in `flows`. */
  readonly name: string;
  /** Null: without an account. */
  readonly who: Who | null;
  readonly address: string;
  /** What is read: everything below it. */
  readonly root?: string;
  /** The opened page is not read. */
  readonly isLong?: boolean;
  /** What is done before each reading; the first one is of the opened page. */
  readonly steps: readonly { readonly name: string; readonly act: (page: BrowserPage) => Promise<void> }[];
}

/** Lines that went and came. */
function changes(before: readonly string[], after: readonly string[]): readonly string[] {
  // A page or a dialog opened: it is all there is.
  if (before[0] !== after[0]) return after;
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
}

/** How long a page may take until it reads as expected. Milliseconds. */
const SETTLED_MS = 8_000;

/** The first box that can be ticked, as a screen reader's user finds it. */
const tickFirst = (page: BrowserPage) =>
  page.until(`(() => {
    const box = document.querySelector('main input[type=checkbox]:not(:disabled)');
    if (box !== null && !box.checked) box.click();
    return box !== null;
  })()`);

const FLOWS: readonly Flow[] = [
  {
    name: 'sign-in',
    who: null,
    address: '/auth',
    steps: [
      {
        name: 'a wrong password',
        act: async (page) => {
          await page.fill('E-Mail', 'niemand@nemus.example');
          await page.fill('Passwort', 'falsch-und-lang');
          await page.enter('Passwort');
          await page.see('Anmeldefehler');
        },
      },
    ],
  },
  { name: 'dashboard', who: 'trainee', address: '/dashboard', root: 'body', steps: [] },
  {
    name: 'catalogue-search',
    who: 'trainee',
    address: '/seminar-catalog',
    isLong: true,
    steps: [
      {
        name: 'a word that finds courses',
        act: async (page) => {
          await page.fill('Kurse suchen', 'Allianz');
          await page.until(`${READY} && document.querySelectorAll('main h2').length < 10`);
        },
      },
      {
        name: 'a word that finds none',
        act: async (page) => {
          await page.fill('Kurse suchen', 'Angst');
          await page.see('Keine Kurse gefunden');
        },
      },
    ],
  },
  {
    name: 'week-entry',
    who: 'trainee',
    address: '/logbook',
    steps: [
      {
        name: 'without a duration',
        act: async (page) => {
          await page.fill('Minuten', 'lang');
          await page.click('Eintrag speichern');
          await page.until(`document.querySelector('main [aria-invalid="true"]') !== null`);
        },
      },
      {
        name: 'saved',
        act: async (page) => {
          await page.fill('Minuten', '60');
          await page.click('Eintrag speichern');
          await page.see('Gespeichert');
        },
      },
    ],
  },
  { name: 'appointments', who: 'trainee', address: '/appointments', steps: [] },
  {
    name: 'notifications',
    who: 'trainee',
    address: '/account/notifications',
    steps: [
      {
        name: 'the bell',
        act: async (page) => {
          await page.until(`(() => {
            const bell = document.querySelector('button[aria-label^="Benachrichtigungen"]');
            bell?.click();
            return bell !== null;
          })()`);
          await page.until(`document.querySelector('[role=dialog]') !== null && ${READY}`);
        },
      },
    ],
  },
  {
    name: 'purchase',
    who: 'institution',
    address: '/subscription',
    steps: [
      {
        name: 'paying in the other tab',
        act: async (page) => {
          await page.fill('Anzahl der Credits', '200');
          await page.click('Jetzt kaufen');
          await page.see('Bitte bezahlen Sie im neuen Tab');
        },
      },
    ],
  },
  {
    name: 'settings',
    who: 'institution',
    address: '/settings',
    steps: [
      {
        name: 'a wrong address',
        act: async (page) => {
          await page.fill('Website', 'kein Link');
          await page.click('Einstellungen speichern');
          await page.until(`document.querySelector('main [aria-invalid="true"]') !== null`);
        },
      },
    ],
  },
  {
    name: 'submit-hours',
    who: 'trainee with hours',
    address: '/logbook/entries?zustand=draft',
    steps: [{ name: 'one chosen', act: tickFirst }],
  },
  {
    name: 'confirm-hours',
    who: 'supervision',
    address: '/logbook/inbox',
    steps: [
      { name: 'one chosen', act: tickFirst },
      {
        name: 'the question',
        act: async (page) => {
          await page.click('Auswahl bestätigen');
          await page.until(`document.querySelector('[role=dialog]') !== null`);
        },
      },
    ],
  },
];

const ENGINES = [
  {
    name: 'Chromium',
    executable: findTestChromium(),
    start: async (executable: string, port: number): Promise<{ driver: Driver; reader: Reader }> => {
      const driver = await startChromium(executable, port);
      return { driver, reader: (id) => driver.describe(id) };
    },
  },
  {
    name: 'Firefox',
    executable: findFirefox(),
    start: async (executable: string, port: number): Promise<{ driver: Driver; reader: Reader }> => {
      const driver = await startFirefox(executable, port);
      return { driver, reader: readerOf(driver) };
    },
  },
];

for (const { name: engine, executable, start } of ENGINES) {
  test.describe(`what assistive technology reads in ${engine}`, () => {
    let driver: Driver;
    let reader: Reader;
    let page: BrowserPage;
    let stop = () => Promise.resolve();
    let current: Who | null = null;
    const sessions = new Map<Who, Promise<string>>();

    test.beforeAll(async () => {
      if (executable === null) return;
      const proxy = await startProxy();
      ({ driver, reader } = await start(executable, proxy.port));
      page = pageOf(driver);
      current = null;
      stop = async () => {
        await driver.stop();
        await proxy.stop();
      };
    });
    test.afterAll(() => stop());
    test.beforeEach(() => {
      if (executable !== null) return;
      if (process.env['NEMUS_REQUIRE_SERVERS'] === '1') throw new Error(`${engine} is not installed.`);
      test.skip(true, `${engine} is not installed (docs/testing.md).`);
    });

    /** Continues as another account, without the form. */
    async function become(who: Who): Promise<void> {
      if (current === who) return;
      const session = sessions.get(who) ?? PEOPLE[who]();
      sessions.set(who, session);
      await page.open(`${PORTAL_URL}/impressum`);
      await page.until(READY);
      await page.read(`localStorage.setItem('nemus-auth', ${JSON.stringify(await session)})`);
      current = who;
    }

    for (const { name, who, address, root = 'main', isLong = false, steps } of FLOWS) {
      test(`${name} in ${engine}`, async () => {
        if (who !== null) await become(who);
        await page.open(PORTAL_URL + address);
        await page.until(READY);
        const opened = isLong ? [] : [{ name: address, act: () => Promise.resolve() }];
        const expected = await readFile(test.info().snapshotPath(`${name}.txt`), 'utf8').catch(() => '');
        let before: readonly string[] = [];
        let text = '';
        for (const step of [...opened, ...steps]) {
          await step.act(page);
          const end = Date.now() + SETTLED_MS;
          let part: string;
          let lines: readonly string[];
          // A part of the page may come later than the rest of it.
          do {
            lines = await readAccessible(driver, reader, root);
            part = `# ${step.name}\n\n${changes(before, lines).join('\n')}\n`;
          } while (!expected.includes(part) && Date.now() < end);
          text += `${text === '' ? '' : '\n'}${part}`;
          before = lines;
        }
        expect(text).toMatchSnapshot(`${name}.txt`);
      });
    }
  });
}
