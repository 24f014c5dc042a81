/** @jest-environment ../../jest.browser.mjs */
import { fakeSlots, json, shown, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import { exampleCourse, exampleLegalCourse, examplePremiumCourse } from '../../examples/rows';

const pages = pagesUnderTest(app);

const rows: Answers = {
  nemus_learning_courses: () => [exampleCourse(), exampleLegalCourse, examplePremiumCourse],
  nemus_learning_progress: () => [
    { course_id: 'course-1', status: 'completed', progress_percentage: 100 },
    { course_id: 'rechtliche-grundlagen', status: 'in_progress', progress_percentage: 50, is_sample: true },
  ],
};
const SEMINAR = examplePremiumCourse.seminar;

async function open(search = '', answers: Answers = rows, slots = fakeSlots('ready')) {
  const page = await pages.open(`/e-learning${search}`, answers, { slots });
  await screen.findByRole('heading', { level: 1, name: 'E-Learning' });
  return page;
}
const titles = async () =>
  within(await screen.findByRole('list', { name: 'Kurse' }))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);
const card = async (title: string) => {
  const entry = (await screen.findByRole('heading', { level: 2, name: title })).closest('li');
  if (!entry) throw new Error(`There is no card of ${title}.`);
  return entry;
};

it('shows the four figures of S-6.1', async () => {
  await open();
  const tiles = within(await screen.findByRole('list', { name: 'Ihr Stand' })).getAllByRole('listitem');
  expect(tiles.map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '))).toEqual([
    expect.stringMatching(/Abgeschlossen.*1/),
    expect.stringMatching(/In Bearbeitung.*1/),
    expect.stringMatching(/Durchschnittlicher Fortschritt.*50 %/),
    expect.stringMatching(/Gesamt.*68/),
  ]);
});

it('shows a course with its facts, its first three modules and the one next action (S-6.3, S-6.4)', async () => {
  await open();
  const done = await card('Diagnostik nach ICD-11');
  const text = done.textContent?.replaceAll('\u00A0', ' ');
  for (const fact of ['24 UE', 'Anfänger', 'Dauer: 18 Stunden', 'Bewertung: 4,8 von 5', '342 Teilnehmende']) {
    expect(text).toContain(fact);
  }
  const modules = within(done).getByRole('list', { name: 'Module' });
  expect(
    within(modules)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Modul icd-a', 'Modul icd-b', 'Modul icd-c', '+2 weitere Module']);
  expect(within(done).getByRole('link', { name: 'Wiederholen: Diagnostik nach ICD-11' })).toHaveAttribute(
    'href',
    '/course/course-1',
  );
  const running = await card('Rechtliche Grundlagen');
  expect(within(running).getByRole('link', { name: 'Fortsetzen: Rechtliche Grundlagen' })).toHaveAttribute(
    'href',
    '/course/rechtliche-grundlagen',
  );
  expect(running).toHaveTextContent('1 teilnehmende Person');
  expect(running).not.toHaveTextContent('Bewertung');
  expect(running).toHaveTextContent('Beispiel');
  expect(done).not.toHaveTextContent('Beispiel');
});

describe('a premium course', () => {
  it('is handed to the payments area until it is bought', async () => {
    const slots = fakeSlots('ready');
    await open('', rows, slots);
    const premium = await card('Traumatherapie');
    expect(within(premium).getByText('Premium')).toBeVisible();
    expect(within(premium).queryByRole('link')).toBeNull();
    expect(slots.shown()).toEqual([shown(meeting, 'course-purchase', 'the seminar behind a premium course')]);
  });

  it('opens to who bought its seminar', async () => {
    await open('', { ...rows, nemus_course_enrollments: () => [{ course_id: SEMINAR?.id }] });
    const premium = await card('Traumatherapie');
    expect(within(premium).getByRole('link', { name: 'Starten: Traumatherapie' })).toBeVisible();
  });

  it('says that it cannot be bought without the payments area', async () => {
    await open('', rows, fakeSlots('missing'));
    expect(await card('Traumatherapie')).toHaveTextContent(
      'Der Kauf ist gerade nicht möglich. Bitte versuchen Sie es später noch einmal.',
    );
  });

  it('is not offered for sale while purchases are unknown', async () => {
    let broken = true;
    const slots = fakeSlots('ready');
    await open(
      '',
      {
        ...rows,
        nemus_course_enrollments: () =>
          broken ? json(403, { code: '42501', message: 'no' }) : [{ course_id: SEMINAR?.id }],
      },
      slots,
    );
    expect(await screen.findByText('Laden fehlgeschlagen: Ihre gekauften Kurse')).toBeVisible();
    expect(slots.mounted()).toEqual([]);
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: /Erneut/ }));
    expect(await screen.findByRole('link', { name: 'Starten: Traumatherapie' })).toBeVisible();
  });
});

describe('the selection', () => {
  it('searches titles, descriptions and modules, with the query in the address', async () => {
    const { ports } = await open();
    await titles();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Kurse durchsuchen' }), {
      target: { value: 'schweigepflicht' },
    });
    await waitFor(async () => expect(await titles()).toEqual(['Rechtliche Grundlagen']));
    await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?suche=schweigepflicht'));
  });

  it('comes from the address with its filters opened, and is cleared when nothing is found', async () => {
    const { ports } = await open('?suche=schweigepflicht&niveau=Experte');
    expect(await screen.findByText('Keine Kurse gefunden')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Filter' })).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('combobox', { name: 'Schwierigkeitsgrad' })).toHaveValue('Experte');
    expect(screen.getByRole('searchbox', { name: 'Kurse durchsuchen' })).toHaveValue('schweigepflicht');
    fireEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
    await waitFor(async () => expect(await titles()).toHaveLength(3));
    expect(ports.navigation.getLocation().search).toBe('');
  });

  it('opens and closes the filters, which narrow by competency and difficulty', async () => {
    const { ports } = await open();
    await titles();
    const button = screen.getByRole('button', { name: 'Filter' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByLabelText('Kompetenz')).not.toBeVisible();
    fireEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    fireEvent.change(screen.getByLabelText('Kompetenz'), { target: { value: 'professionelle_haltung' } });
    await waitFor(async () => expect(await titles()).toEqual(['Rechtliche Grundlagen']));
    expect(ports.navigation.getLocation().search).toBe('?kompetenz=professionelle_haltung');
  });

  it('is a tab with its count', async () => {
    const { ports } = await open();
    await titles();
    fireEvent.click(screen.getByRole('tab', { name: /^Premium/ }));
    await waitFor(async () => expect(await titles()).toEqual(['Traumatherapie']));
    expect(screen.getByRole('tab', { name: /^Premium/ })).toHaveTextContent('1');
    expect(ports.navigation.getLocation().search).toBe('?ansicht=premium');
    fireEvent.click(screen.getByRole('tab', { name: /^In Bearbeitung/ }));
    await waitFor(async () => expect(await titles()).toEqual(['Rechtliche Grundlagen']));
    fireEvent.click(screen.getByRole('tab', { name: /^Abgeschlossen/ }));
    await waitFor(async () => expect(await titles()).toEqual(['Diagnostik nach ICD-11']));
  });
});

it('shows skeletons, says why the courses cannot be read, and loads them on request', async () => {
  let answer: () => unknown = () => json(403, { code: '42501', message: 'no' });
  const { element } = await open('', { ...rows, nemus_learning_courses: () => answer() });
  expect(await screen.findByText('Laden fehlgeschlagen: Ihre Kurse')).toBeVisible();
  answer = () => [exampleCourse()];
  fireEvent.click(screen.getByRole('button', { name: /Erneut/ }));
  expect(await titles()).toEqual(['Diagnostik nach ICD-11']);
  expect(element.querySelector('[aria-busy="true"]')).toBeNull();
  const waiting = await open('', { ...rows, nemus_learning_courses: () => new Promise(() => undefined) });
  expect(waiting.element.querySelector('[aria-busy="true"]')).not.toBeNull();
});

it('says so without any courses', async () => {
  await open('', {});
  expect(await screen.findByText('Noch keine E-Learning-Kurse')).toBeVisible();
});
