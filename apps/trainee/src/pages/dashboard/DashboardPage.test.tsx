/** @jest-environment ../../jest.browser.mjs */
import { type Answers, fakeProfile, json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleTrainingProgress } from '../../examples/rows';
import { rows } from './dashboard-rows';

const pages = pagesUnderTest(app);

afterEach(() => window.localStorage.clear());

async function open(answers: Answers, address = '/dashboard', state: unknown = null, firstName = 'Paula') {
  const page = await pages.open(address, answers, { state, profile: fakeProfile('piw', { firstName }) });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

describe('the dashboard of a trainee', () => {
  it('greets without the title', async () => {
    await open(rows, '/dashboard', null, 'Dr. med. Paula');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Willkommen zurück, Paula!');
  });

  it('leads an account that only confirms to its inbox once, and shows it no tiles of a trainee', async () => {
    const only = { ...rows, 'rpc/nemus_first_steps': () => ({ closed: false, only_confirms: true, steps: [] }) };
    const { ports } = await open(only);
    await waitFor(() => expect(ports.navigation.getLocation().pathname).toBe('/logbook/inbox'));
    ports.navigation.push('/dashboard');
    expect(await screen.findByRole('heading', { level: 1, name: 'Einträge bestätigen' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Zum Eingang' })).toHaveAttribute('href', '/logbook/inbox');
    expect(screen.queryByRole('list', { name: 'Ihre Kurse in Zahlen' })).toBeNull();
    expect(ports.navigation.getLocation().pathname).toBe('/dashboard');
  });

  it('greets by first name and counts the courses', async () => {
    await open(rows);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Willkommen zurück, Paula!');
    const tiles = await screen.findByRole('list', { name: 'Ihre Kurse in Zahlen' });
    expect(
      within(tiles)
        .getAllByRole('listitem')
        .map((tile) => tile.textContent),
    ).toEqual([
      'Eingeschriebene Kurse86 aus dem Katalog, 2 E-Learning',
      'Abgeschlossene Kurse21 aus dem Katalog, 1 E-Learning',
      'Laufende Kurse54 aus dem Katalog, 1 E-Learning',
      'Gesamtstunden650\u00A0UEabsolviert, geplant: 60\u00A0UE',
    ]);
  });

  it('says what the total has beyond the three areas', async () => {
    const areas = exampleTrainingProgress.map((part) => ({ ...part, total_completed_units: 657 }));
    await open({ ...rows, nemus_training_progress: () => areas });
    expect(await screen.findByText(/^Gesamtstunden: 657\sUE, davon 7\sUE Selbsterfahrung/)).toBeVisible();
  });

  it('links from the targets to their requirements and sources', async () => {
    await open(rows);
    const links = await Promise.all(
      ['Was wofür zählt', 'Anforderungen wählen'].map((name) => screen.findByRole('link', { name })),
    );
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/logbook/credit', '/logbook/requirements']);
  });

  it('welcomes an account at its first visit', async () => {
    await open({ ...rows, 'rpc/nemus_first_visit': () => json(200, true) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Willkommen, Paula!' })).toBeVisible();
  });

  it('greets neutrally while unknown, so that the greeting does not change for a new account', async () => {
    let answer: (isFirst: boolean) => void = () => undefined;
    const known = new Promise<boolean>((resolve) => (answer = resolve));
    await open({ ...rows, 'rpc/nemus_first_visit': () => known.then((isFirst) => json(200, isFirst)) });
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading).toHaveTextContent('Willkommen, Paula!');
    answer(false);
    await waitFor(() => expect(heading).toHaveTextContent('Willkommen zurück, Paula!'));
  });

  it('checks the first visit once, and then greets from memory', async () => {
    await open(rows);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('zurück'));
    expect(pages.asked('rpc/nemus_first_visit')).toHaveLength(1);
    await open(rows);
    expect(screen.getAllByRole('heading', { level: 1 }).at(-1)).toHaveTextContent('Willkommen zurück, Paula!');
    expect(pages.asked('rpc/nemus_first_visit')).toHaveLength(0);
  });

  it('marks sample data, and figures that include it', async () => {
    await open({
      ...rows,
      nemus_training_progress: () => exampleTrainingProgress.map((area) => ({ ...area, sample_units: 5 })),
      nemus_competency_progress: () => [
        { competency: 'beziehungsgestaltung', total_progress_percentage: 65, is_sample: true },
      ],
    });
    expect(await screen.findAllByText('Beispiel')).toHaveLength(2);
    expect(screen.getByRole('list', { name: 'Ihre Kurse in Zahlen' })).toHaveTextContent(/geplant: .*, mit Beispielen/);
    expect(screen.getByRole('button', { name: 'Beispieldaten entfernen' })).toBeVisible();
  });

  it('links to at most three running courses', async () => {
    await open(rows);
    const links = await screen.findAllByRole('link', { name: /^Fortsetzen/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/seminar-catalog?kurs=c',
      '/seminar-catalog?kurs=d',
      '/seminar-catalog?kurs=a',
    ]);
  });

  it('links to e-learning too, and counts it as a course', async () => {
    await open({ nemus_my_learning: rows.nemus_my_learning ?? (() => []) });
    const links = await screen.findAllByRole('link', { name: /^Fortsetzen/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/course/course-3']);
    expect(screen.queryByText('Noch kein Kurs begonnen')).toBeNull();
  });

  it('shows the six competencies, the targets and the next appointment', async () => {
    await open(rows);
    expect(await screen.findByRole('progressbar', { name: 'Beziehungsgestaltung' })).toHaveAttribute(
      'aria-valuenow',
      '65',
    );
    expect(screen.getByRole('progressbar', { name: 'Personale Kompetenz' })).toHaveAttribute('aria-valuenow', '0');
    expect(await screen.findByRole('progressbar', { name: 'Theorie' })).toHaveAttribute(
      'aria-valuetext',
      '325 von 500\u00A0UE',
    );
    expect(await screen.findByText('Fallseminar Angststörungen')).toBeVisible();
  });

  it('tells a new account where to start', async () => {
    await open({});
    expect(await screen.findByText('Noch kein Kurs begonnen')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Seminarkatalog öffnen' })).toHaveAttribute('href', '/seminar-catalog');
    expect(await screen.findByText('Gerade steht kein Termin an.')).toBeVisible();
  });

  it('lets one part fail alone, and loads it on request', async () => {
    let broken = true;
    const page = await open({
      ...rows,
      nemus_competency_progress: () => (broken ? json(400, { code: '42P01', message: 'gone' }) : []),
    });
    const card = await screen.findByRole('alert');
    expect(card).toHaveTextContent('Laden fehlgeschlagen: Ihr Stand in den Kompetenzen');
    expect(screen.getByRole('list', { name: 'Ihre Kurse in Zahlen' })).toBeVisible();
    expect(page.ports.reports()).toContainEqual(expect.objectContaining({ name: 'part-error' }));
    broken = false;
    fireEvent.click(within(card).getByRole('button', { name: /Erneut/ }));
    expect(await screen.findByRole('progressbar', { name: 'Personale Kompetenz' })).toBeVisible();
  });
});
