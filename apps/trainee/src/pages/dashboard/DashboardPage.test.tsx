/** @jest-environment ../../jest.browser.mjs */
import { installBackend, json, mountModule, type MountedModule, backendOf, type Answers } from '@nemus/testing/jest';
import { fakeProfile } from '@nemus/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleAppointment } from '../../examples/appointment';
import '@nemus/testing/patience';
import { exampleBegunLearning, exampleEnrollment, exampleTrainingProgress } from '../../examples/rows';

const rows: Answers = {
  nemus_course_enrollments: () => [
    exampleEnrollment('a', 'in_progress', 30),
    exampleEnrollment('b', 'completed', 100),
    exampleEnrollment('c', 'in_progress', 80),
    exampleEnrollment('d', 'in_progress', 50),
    exampleEnrollment('e', 'in_progress', 10),
    exampleEnrollment('f', 'not_started'),
  ],
  nemus_learning_progress: () => [
    exampleBegunLearning('course-1', 'completed', 100),
    exampleBegunLearning('course-3', 'in_progress', 60),
    exampleBegunLearning('course-9', 'in_progress', 20, null),
  ],
  nemus_competency_progress: () => [{ competency: 'beziehungsgestaltung', total_progress_percentage: 65 }],
  nemus_training_progress: () => exampleTrainingProgress,
  nemus_my_appointments: () => [
    exampleAppointment({ starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-01T14:30:00Z' }),
  ],
};

let page: MountedModule | null = null;
let backend: ReturnType<typeof installBackend>;

async function open(answers: Answers, address = '/dashboard', state: unknown = null, firstName = 'Paula') {
  backend = installBackend(backendOf(answers));
  page = await mountModule(app, { address, state, profile: { ...fakeProfile('piw'), firstName } });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

afterEach(async () => {
  await page?.unmount();
  page = null;
  backend.uninstall();
});

describe('the dashboard of a trainee', () => {
  it('greets without the title', async () => {
    await open(rows, '/dashboard', null, 'Dr. med. Paula');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Willkommen zurück, Paula!');
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
      'Eingeschriebene Kurse86 Seminare, 2 E-Learning',
      'Abgeschlossene Kurse21 Seminar, 1 E-Learning',
      'Laufende Kurse54 Seminare, 1 E-Learning',
      'Gesamtstunden650\u00A0UEabsolviert, geplant: 60\u00A0UE',
    ]);
  });

  it('welcomes who is here for the first time', async () => {
    await open({ ...rows, 'rpc/nemus_first_visit': () => json(200, true) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Willkommen, Paula!' })).toBeVisible();
  });

  it('marks what is of the sample set, and the figures that count it', async () => {
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

  it('leads back into at most three running courses', async () => {
    await open(rows);
    const links = await screen.findAllByRole('link', { name: /^Fortsetzen/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/seminar-catalog?kurs=c',
      '/seminar-catalog?kurs=d',
      '/seminar-catalog?kurs=a',
    ]);
  });

  it('leads back into e-learning too, and does not call it no course', async () => {
    await open({ nemus_learning_progress: rows.nemus_learning_progress ?? (() => []) });
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

  it('tells a fresh account where to begin', async () => {
    await open({});
    expect(await screen.findByText('Noch kein Kurs begonnen')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Seminarkatalog öffnen' })).toHaveAttribute('href', '/seminar-catalog');
    expect(await screen.findByText('Gerade steht kein Termin an.')).toBeVisible();
  });

  it('lets one part fail alone, and loads it when asked again', async () => {
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

describe('coming back from the payment provider', () => {
  const returned = '/dashboard?course=success&session_id=cs_1';
  const verification = (status: string) => ({
    success: false,
    already_processed: false,
    message: '',
    credits_added: null,
    available_credits: null,
    total_credits: null,
    subscription_tier: null,
    payment_details: { amount_paid: null },
    status,
    kind: 'course',
  });
  const told = (page: MountedModule) => page.ports.toasts().map(({ title, description }) => [title, description]);

  it('tells of the purchase once, refreshes the courses and tidies the address up', async () => {
    const page = await open(
      { ...rows, 'functions/check-payment-status': () => ({ success: true, message: '' }) },
      returned,
    );
    await waitFor(() => expect(told(page)).toEqual([['Kurs erfolgreich gekauft!', undefined]]));
    expect(page.ports.navigation.getLocation()).toMatchObject({ pathname: '/dashboard', search: '' });
    expect(page.ports.events.published()).toEqual([{ name: 'enrollments-changed', payload: { courseId: null } }]);
    const asked = () => backend.requests.filter(({ url }) => url.includes('nemus_course_enrollments')).length;
    await waitFor(() => expect(asked()).toBe(2));
  });

  it('looks again after a reload, and clears an address that names no payment', async () => {
    const page = await open(
      { ...rows, 'functions/check-payment-status': () => ({ success: true, message: '' }) },
      '/dashboard?course=success&quelle=mail',
      { paymentSession: 'cs_2' },
    );
    await waitFor(() => expect(told(page)).toEqual([['Kurs erfolgreich gekauft!', undefined]]));
    expect(page.ports.navigation.getLocation()).toMatchObject({ search: '?quelle=mail', state: null });
  });

  it('tells of a cancelled purchase', async () => {
    const page = await open(rows, '/dashboard?course=cancelled');
    await waitFor(() => expect(told(page)).toEqual([['Kauf abgebrochen', 'Der Kaufvorgang wurde abgebrochen.']]));
    expect(page.ports.navigation.getLocation().search).toBe('');
  });

  it('shows a purchase under way with the ways out, and a payment that failed until it is closed', async () => {
    const purchase = {
      order_id: 'o1',
      kind: 'course',
      course_id: 'c1',
      trainee_ids: [],
      title: 'Ethik',
      amount_cents: 12_000,
      state: 'open',
      is_own: true,
      session_id: 'cs_1',
      url: 'https://pay.example/cs_1',
      begun_at: '2026-11-22T10:00:00Z',
    };
    let purchases: object[] = [purchase, { ...purchase, order_id: 'o2', title: 'Recht', state: 'failed', url: null }];
    const page = await open({
      ...rows,
      'rpc/nemus_open_purchases': () => purchases,
      'functions/cancel-purchase': () => {
        purchases = purchases.slice(1);
        return { cancelled: true, message: 'Der Kaufvorgang wurde abgebrochen.' };
      },
      'rpc/nemus_note_result_shown': () => {
        purchases = [];
        return null;
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Kauf abbrechen: Ethik' }));
    await waitFor(() => expect(told(page)).toEqual([['Kauf abgebrochen', 'Der Kaufvorgang wurde abgebrochen.']]));
    await waitFor(() => expect(screen.queryByText('Sie haben einen Kauf begonnen')).toBeNull());
    expect(screen.getByText(/^Recht: Die Zahlung wurde nicht ausgeführt/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Meldung schließen' }));
    await waitFor(() => expect(screen.queryByText('Ihre Zahlung ist fehlgeschlagen')).toBeNull());
  });

  it('leads back to the course whose purchase was cancelled, and to nothing that is no course', async () => {
    const course = 'c0000000-0000-4000-8000-000000000003';
    const page = await open(rows, `/dashboard?course=cancelled&course_id=${course}`);
    expect(await screen.findByRole('link', { name: 'Zurück zum Kurs' })).toHaveAttribute(
      'href',
      `/seminar-catalog?kurs=${course}`,
    );
    expect(page.ports.navigation.getLocation().search).toBe('');
    await page.unmount();
    await open(rows, '/dashboard?course=cancelled&course_id=https%3A%2F%2Fevil.example');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: 'Zurück zum Kurs' })).toBeNull();
  });

  it('says the words of S-9.10 when the check fails, for instance for a session of somebody else', async () => {
    const page = await open(
      {
        ...rows,
        'functions/check-payment-status': () =>
          json(404, { error: { code: 'payment_not_found', message: 'Zahlung nicht gefunden' } }),
      },
      returned,
    );
    await waitFor(() =>
      expect(told(page)).toEqual([
        [
          'Fehler bei der Kursregistrierung',
          'Ihr Kauf war erfolgreich, aber es gab einen Fehler bei der Kursregistrierung. Bitte kontaktieren Sie den Support.',
        ],
      ]),
    );
    expect(page.ports.navigation.getLocation().search).toBe('');
    // Looking again would find nothing either.
    expect(screen.queryByRole('button', { name: 'Jetzt prüfen' })).toBeNull();
  });

  it('lets the reader repeat a check that failed', async () => {
    let broken = true;
    const page = await open(
      {
        ...rows,
        'functions/check-payment-status': () => (broken ? { strange: true } : { success: true, message: '' }),
      },
      returned,
    );
    expect(await screen.findByText('Ihre Zahlung konnte nicht geprüft werden')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Jetzt prüfen' }));
    await waitFor(() => expect(told(page).map(([title]) => title)).toHaveLength(2));
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Jetzt prüfen' }));
    await waitFor(() => expect(told(page).map(([title]) => title)).toContain('Kurs erfolgreich gekauft!'));
    expect(screen.queryByRole('button', { name: 'Jetzt prüfen' })).toBeNull();
  });

  it('passes on why a payment failed', async () => {
    const page = await open(
      {
        ...rows,
        'functions/check-payment-status': () => ({ success: false, message: 'Die Zahlung wurde abgelehnt.' }),
        'functions/verify-payment': () => verification('failed'),
      },
      returned,
    );
    await waitFor(() => expect(told(page)).toEqual([['Zahlung fehlgeschlagen', 'Die Zahlung wurde abgelehnt.']]));
  });

  it('says that the money is on its way, and looks again', async () => {
    let paid = false;
    const page = await open(
      {
        ...rows,
        'functions/check-payment-status': () => ({ success: paid, message: '' }),
        'functions/verify-payment': () => verification('pending'),
      },
      returned,
    );
    expect(await screen.findByText('Ihre Zahlung ist noch nicht eingegangen')).toBeVisible();
    expect(told(page)).toEqual([]);
    // The address is clean at once; a reload looks at the same payment again, until its end is known.
    expect(page.ports.navigation.getLocation()).toMatchObject({ search: '', state: { paymentSession: 'cs_1' } });
    paid = true;
    fireEvent.click(screen.getByRole('button', { name: 'Jetzt prüfen' }));
    await waitFor(() => expect(told(page)).toEqual([['Kurs erfolgreich gekauft!', undefined]]));
    expect(page.ports.navigation.getLocation()).toMatchObject({ search: '', state: null });
    expect(screen.queryByText('Ihre Zahlung ist noch nicht eingegangen')).toBeNull();
  });
});
