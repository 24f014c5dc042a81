/**
 * The guarantees of `npm run dev`, in a browser: typed text survives changes of the page, of a rule that it uses, of a
 * library of its area, and of a component of the shell; a newly opened page has the change; an error while rendering
 * shows the card until it is corrected. Takes a minute, and more on a busy machine. Changes files of this checkout and
 * restores them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../../../libs/testing/src/smoke/chromium.mjs';
import { addressesOf } from '../../serve/addresses';
import { ROOT } from '../../serve/settings';
import { temporaryFolder } from '../../serve/temporary-folder';
import { startPortalProcess } from '../portal-process';
import { signInAs } from '../sign-in';
import { temporarySettings } from '../temporary-settings';

const PAGE = 'apps/elearning/src/pages/courses/CoursesPage.tsx';
const WORD = 'Probewort';
const PATIENCE_MS = 120_000;

let dataDir = '';
let close = () => Promise.resolve();
let browser: Browser;
let page: Page;
/** Undoes the change of a test that failed. */
let restore = () => {};

jest.setTimeout(600_000);
beforeAll(async () => {
  dataDir = await temporaryFolder('dev-page');
  const settings = await temporarySettings(dataDir);
  close = await startPortalProcess(['dev', 'elearning'], 'Watching ', settings);
  browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'de-DE' });
  context.setDefaultTimeout(PATIENCE_MS);
  page = await context.newPage();
  const { portal } = addressesOf(settings);
  await signInAs(page, portal, 'demo.piw@nemus.example');
  await page.goto(`${portal}/e-learning`);
});
afterEach(() => restore());
afterAll(async () => {
  await browser.close();
  await close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Replaces a text that a file has once, until {@link restore}. */
function change(file: string, from: string, to: string): void {
  const absolute = path.join(ROOT, file);
  const source = readFileSync(absolute, 'utf8');
  expect(source.split(from)).toHaveLength(2);
  restore = () => writeFileSync(absolute, source);
  writeFileSync(
    absolute,
    source.replace(from, () => to),
  );
}

const field = () => page.getByLabel('Kurse durchsuchen', { exact: true });
const word = (shown: Page) => shown.locator('main').getByText(WORD).first();

test.each([
  ['a page', PAGE, 'Kurse, die Sie in Ihrem eigenen Tempo', `${WORD} die Sie`],
  ['a rule', 'apps/elearning/src/pages/courses/course-state.ts', 'completed,\n', `completed: '${WORD}',\n`],
  ['a library', 'libs/area/src/sample/SampleNotice.tsx', 'sind erfunden und zeigen', `sind ${WORD} und zeigen`],
  [
    'the shell',
    'libs/ui/src/layout/Page.tsx',
    `sx={{ textWrap: 'balance' }}>`,
    `sx={{ textWrap: 'balance' }}>${WORD} `,
  ],
])('typed text survives a change of %s', async (_of, file, from, to) => {
  await field().fill('e');
  // A reloaded document, or a field that was drawn again, has lost the mark.
  await field().evaluate((element) => {
    Reflect.set(window, 'isKept', true);
    Reflect.set(element, 'isKept', true);
  });
  change(file, from, to);
  await word(page).waitFor();
  const opened = await page.context().newPage();
  await opened.goto(page.url());
  await word(opened).waitFor();
  await opened.close();
  restore();
  await word(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => Reflect.has(window, 'isKept'))).toBe(true);
  expect(await field().evaluate((element) => Reflect.has(element, 'isKept'))).toBe(true);
  expect(await field().inputValue()).toBe('e');
});

test('an error while rendering shows the card, and its correction shows the page again', async () => {
  change(
    PAGE,
    'export default function CoursesPage() {',
    "export function CoursesPage() {\n  if (Date.now() > 0) throw new Error('broken');",
  );
  await page.getByRole('button', { name: 'Erneut versuchen' }).waitFor();
  restore();
  await field().waitFor();
});
