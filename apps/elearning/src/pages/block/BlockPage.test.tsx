/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleLegalCourse } from '../../examples/rows';
import { blockBackend, refused } from './block-backend';

const pages = pagesUnderTest(app);
const BLOCK = '/course/rechtliche-grundlagen/block-a';

async function open(search = '', answers = blockBackend()) {
  const page = await pages.open(`${BLOCK}${search}`, answers);
  await screen.findByRole('heading', { level: 1, name: 'Block A: Berufsrecht' });
  return page;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const part = (name: string) => screen.findByRole('region', { name });

it('begins with the comic, whatever step the address asks for (S-6.9)', async () => {
  const { ports } = await open('?schritt=leaderboard');
  expect(await screen.findByText('Bild 1 von 6')).toBeVisible();
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?schritt=comic'));
  expect(screen.getByRole('progressbar', { name: 'Weg durch den Block' })).toHaveAttribute(
    'aria-valuetext',
    'Schritt 1 von 6',
  );
  expect(screen.getByRole('button', { name: 'Zurück' })).toBeDisabled();
});

it('leads through comic, video and summary to the quiz, keeps each step on the account, and moves the focus', async () => {
  const { ports } = await open();
  expect(await screen.findByRole('heading', { level: 2, name: /^1\. Aufklärung/ })).toBeVisible();
  for (let panel = 2; panel <= 6; panel += 1) {
    await press('Nächstes Bild');
    expect(await screen.findByText(`Bild ${panel} von 6`)).toBeVisible();
    expect(ports.navigation.getLocation().search).toBe(`?schritt=comic&bild=${panel}`);
  }
  await press('Weiter zum Video');
  expect(await screen.findByText('Ohne Ton, mit deutschen Untertiteln')).toBeVisible();
  expect(await part('Video')).toHaveFocus();
  expect(screen.getByText('Text zum Video')).toBeVisible();
  await press('Weiter zur Zusammenfassung');
  expect(await screen.findByText(/^Sechs Regeln aus dem Berufsrecht/)).toBeVisible();
  expect(await part('Zusammenfassung')).toHaveFocus();
  await press('Zum Quiz');
  expect(await screen.findByText('Frage 1 von 3')).toBeVisible();
  expect(await part('Quiz')).toHaveFocus();
  expect(await pages.sent('nemus_block_positions')).toEqual(
    ['video', 'summary', 'quiz'].map((step) => expect.objectContaining({ step, video_seconds: 0 })),
  );
  // Back and forward go through the steps.
  const back = async (delta: number, sign: RegExp) => {
    ports.navigation.go(delta);
    expect((await screen.findAllByText(sign))[0]).toBeVisible();
  };
  await back(-1, /^Sechs Regeln/);
  await back(-1, /^Ohne Ton/);
  await back(-1, /^Bild 6 von 6/);
  await back(1, /^Ohne Ton/);
});

it.each([
  ['video', 'Ohne Ton, mit deutschen Untertiteln'],
  ['summary', /^Sechs Regeln aus dem Berufsrecht/],
  ['quiz', 'Frage 1 von 3'],
  ['leaderboard', /^Die zehn besten Ergebnisse\./],
  ['completed', 'Das Quiz von Block A ist geschafft'],
])('continues at the %s, where the account left it, and shows every step before it', async (step, sign) => {
  const { ports } = await open('', blockBackend({ step, video_seconds: 12 }));
  expect(await screen.findByText(sign)).toBeVisible();
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe(`?schritt=${step}`));
  ports.navigation.push(`${BLOCK}?schritt=comic`);
  expect(await screen.findByText('Bild 1 von 6')).toBeVisible();
});

it.each([
  ['a newcomer', blockBackend()],
  ['who was further already', blockBackend({ step: 'quiz', video_seconds: 12 })],
])('shows the picture that the address names, without a step, to %s', async (_who, answers) => {
  const { ports } = await open('?bild=6', answers);
  expect(await screen.findByText('Bild 6 von 6')).toBeVisible();
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?schritt=comic&bild=6'));
  expect(screen.getByText('Bild 6 von 6')).toBeVisible();
});

it('continues without what could not be saved, and reports it', async () => {
  const answers = blockBackend();
  const { ports } = await open('?schritt=comic&bild=6', {
    ...answers,
    nemus_block_positions: (request) => (request.method === 'GET' ? [] : refused()),
  });
  await press('Weiter zum Video');
  expect(await screen.findByText('Ohne Ton, mit deutschen Untertiteln')).toBeVisible();
  await waitFor(() =>
    expect(ports.reports()).toContainEqual(expect.objectContaining({ name: 'block-position-not-saved' })),
  );
  expect(ports.toasts()).toEqual([]);
});

it('saves where the video was paused', async () => {
  await open('', blockBackend({ step: 'video', video_seconds: 0 }));
  const video = await screen.findByLabelText('Video: Lenas erster Fall');
  Object.defineProperty(video, 'currentTime', { value: 30.7 });
  fireEvent.pause(video);
  await waitFor(async () =>
    expect(await pages.sent('nemus_block_positions')).toEqual([
      expect.objectContaining({ step: 'video', video_seconds: 30 }),
    ]),
  );
});

it('has the text when the video cannot be loaded', async () => {
  await open('', blockBackend({ step: 'video', video_seconds: 0 }));
  fireEvent.error(await screen.findByLabelText('Video: Lenas erster Fall'));
  expect(await screen.findByText('Das Video konnte nicht geladen werden')).toBeVisible();
  expect(screen.getByText('Text zum Video')).toBeVisible();
});

it('offers the summary as a PDF', async () => {
  await open('', blockBackend({ step: 'summary', video_seconds: 0 }));
  await press('PDF herunterladen');
  await waitFor(() => expect(pages.saved()).toHaveLength(1));
  const [file] = pages.saved();
  expect(file?.name).toBe('Nemus Block A – Berufsrecht.pdf');
  expect((await file?.bytes())?.subarray(0, 5).toString()).toBe('%PDF-');
});

it.each([BLOCK.replace('block-a', 'block-b'), BLOCK.replace('block-a', 'gibt-es-nicht')])(
  'has no page at %s',
  async (address) => {
    await pages.open(address, blockBackend());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('404'));
  },
);

it('says why the position in the block cannot be read, and continues on request', async () => {
  let broken = true;
  const answers = blockBackend({ step: 'summary', video_seconds: 0 });
  await open('', {
    ...answers,
    nemus_block_positions: (request) => (broken ? refused() : answers['nemus_block_positions']?.(request)),
  });
  expect(await screen.findByText('Laden fehlgeschlagen: Ihr Fortschritt')).toBeVisible();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: /Erneut/ }));
  expect(await screen.findByText(/^Sechs Regeln aus dem Berufsrecht/)).toBeVisible();
});

it('ends with what was achieved, what is open, and what comes next', async () => {
  const { ports } = await open('', blockBackend({ step: 'completed', video_seconds: 0 }));
  expect(await screen.findByText('2 von 3 richtig, Platz 2')).toBeVisible();
  expect(screen.getByText('0 von 3 abgeschlossen')).toBeVisible();
  expect(screen.getByText('Auf der Kursseite sind noch 3 Module dieses Blocks offen.')).toBeVisible();
  expect(screen.getByText(/^Als Nächstes folgt Block B: Zivil-\/Strafrecht\./)).toBeVisible();
  const again = within(screen.getByText(/^Noch einmal ansehen:/)).getAllByRole('link');
  expect(again.map(({ textContent }) => textContent)).toEqual([
    'Comic',
    'Video',
    'Zusammenfassung',
    'Quiz',
    'Bestenliste',
  ]);
  fireEvent.click(screen.getByRole('link', { name: 'Comic' }));
  expect(await screen.findByText('Bild 1 von 6')).toBeVisible();
  ports.navigation.go(-1);
  fireEvent.click(await screen.findByRole('link', { name: 'Zurück zum Kurs' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Rechtliche Grundlagen' })).toBeVisible();
});

it.each([
  ['piw', true],
  ['institution', false],
] as const)('at the end of a course, leads a %s to the certificate: %s', async (role, leads) => {
  const course = { ...exampleLegalCourse, blocks: exampleLegalCourse.blocks.slice(0, 1) };
  await pages.open(
    `${BLOCK}?schritt=completed`,
    {
      ...blockBackend({ step: 'completed', video_seconds: 12 }),
      nemus_learning_courses: () => [{ ...course, modules: course.modules.slice(0, 3) }],
      nemus_module_progress: () => course.modules.map(({ id }) => ({ module_id: id })),
      nemus_learning_progress: () => [{ course_id: course.id, status: 'completed', progress_percentage: 100 }],
    },
    { profile: fakeProfile(role) },
  );
  expect(await screen.findByText(/^Damit haben Sie den Kurs abgeschlossen\./)).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'Profil' })).toHaveLength(leads ? 1 : 0);
});
