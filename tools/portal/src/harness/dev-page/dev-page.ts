/**
 * The guarantees of `npm run dev`, in a browser: typed text survives changes of the page, of a rule that it uses, of a
 * library of its area, and of a component of the shell; a newly opened page has the change; an error while rendering
 * shows the card until it is corrected. Run by `dev-page.soak.ts`;
 * changes files of this checkout and restores them.
 */
import { rm } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../../../libs/testing/src/smoke/chromium.mjs';
import { addressesOf } from '../../serve/addresses';
import { temporaryFolder } from '../../serve/temporary-folder';
import { temporarySettings } from '../temporary-settings';
import { changedFile } from './changed-file';
import { startDev } from './running-dev';
import { openTypedPage, whenSeen } from './typed-page';

const WORD = 'Probewort';
const says = `document.querySelector('main').textContent.includes('${WORD}')`;
const CHANGES = [
  ['apps/elearning/src/pages/courses/CoursesPage.tsx', 'Kurse, die Sie in Ihrem eigenen Tempo', `${WORD} die Sie`],
  ['apps/elearning/src/pages/courses/course-state.ts', 'completed,\n', `completed: '${WORD}',\n`],
  ['libs/area/src/sample/SampleNotice.tsx', 'sind erfunden und zeigen', `sind ${WORD} und zeigen`],
  ['libs/ui/src/layout/Page.tsx', `sx={{ textWrap: 'balance' }}>`, `sx={{ textWrap: 'balance' }}>${WORD} `],
] as const;

const dataDir = await temporaryFolder('dev-page');
const settings = await temporarySettings(dataDir);
const dev = await startDev(['elearning'], settings);
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
try {
  const open = await openTypedPage(browser, addressesOf(settings).portal, {
    email: 'demo.piw@nemus.example',
    path: '/e-learning',
    field: 'Kurse durchsuchen',
    typed: 'e',
  });
  // An error while rendering shows the card, and its correction shows the page again.
  const broken = changedFile(
    'apps/elearning/src/pages/courses/CoursesPage.tsx',
    'export default function CoursesPage() {',
  );
  try {
    broken.change("export function CoursesPage() {\n  if (Date.now() > 0) throw new Error('broken');");
    await open.page.getByRole('button', { name: 'Erneut versuchen' }).waitFor();
  } finally {
    broken.restore();
  }
  await open.page.getByLabel('Kurse durchsuchen', { exact: true }).waitFor();
  process.stdout.write('✓ an error and its correction\n');
  await open.type();
  for (const [file, from, to] of CHANGES) {
    const changed = changedFile(file, from);
    try {
      changed.change(to);
      await whenSeen(open.page, says);
      const opened = await open.page.context().newPage();
      await opened.goto(open.page.url());
      await opened.getByText(WORD).first().waitFor();
      await opened.close();
    } finally {
      changed.restore();
    }
    await whenSeen(open.page, `!${says}`);
    const { sameDocument, typed } = await open.kept();
    process.stdout.write(`${sameDocument && typed ? '✓' : '✗'} ${file}\n`);
    if (!sameDocument || !typed) process.exitCode = 1;
    await open.type();
  }
} finally {
  await browser.close();
  await dev.close();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();
