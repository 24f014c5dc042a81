/** @jest-environment ../../jest.browser.mjs */
import { type Answers, json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleAppointment } from '../../examples/appointment';
import { exampleEnrollment } from '../../examples/rows';

const later = { starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-01T14:30:00Z' };
const earlier = { starts_at: '2026-01-12T09:00:00Z', ends_at: '2026-01-12T11:00:00Z' };
const seminar = exampleAppointment({ id: 'seminar', title: 'Fallseminar', ...later });
const waiting = exampleAppointment({
  id: 'waiting',
  title: 'Workshop',
  format: 'Präsenz',
  status: 'waitlist',
  waitlist_position: 2,
  participants_taken: 20,
  meeting_url: null,
  ...later,
});
const webinar = exampleAppointment({
  id: 'webinar',
  title: 'Webinar',
  status: 'completed',
  meeting_url: null,
  ...earlier,
});

const pages = pagesUnderTest(app);

async function open(answers: Answers, address = '/appointments') {
  const page = await pages.open(address, answers);
  await screen.findByRole('heading', { level: 1, name: 'Meine Termine' });
  return page;
}
const list = (name: string) => within(screen.getByRole('region', { name }));
const bodyOf = async (path: string) => {
  const request = pages.requests().find(({ url }) => url.endsWith(path));
  return request === undefined ? undefined : JSON.parse(await request.text());
};

it('lists upcoming and past ones, each with its status and places (S-5.3)', async () => {
  await open({ nemus_my_appointments: () => [webinar, seminar, waiting] });
  await screen.findByText('Fallseminar');
  const upcoming = list('Kommende Termine');
  expect(upcoming.getByText('Bestätigt')).toBeInTheDocument();
  expect(upcoming.getByText('Warteliste')).toBeInTheDocument();
  expect(upcoming.getByText('Platz 2 auf der Warteliste')).toBeInTheDocument();
  expect(upcoming.getByText('20/20 Plätze belegt')).toBeInTheDocument();
  const past = list('Vergangene Termine');
  expect(past.getByText('Abgeschlossen')).toBeInTheDocument();
  expect(past.getByRole('button', { name: 'Teilnahmebescheinigung herunterladen: Webinar' })).toBeEnabled();
  expect(past.queryByRole('button', { name: /Absagen/ })).toBeNull();
});

it('shows bookings by institutions: when, by whom, and a link to the course', async () => {
  const booked = {
    booking_id: 'b1',
    course_id: 'angst',
    course_name: 'Ethik',
    institution_name: 'Ambulanz am Park',
    start_date: '2099-03-10',
    end_date: '2099-03-11',
    status: 'confirmed',
    booked_at: '2026-11-20T10:00:00Z',
  };
  await open({
    'rpc/nemus_booked_seminars': () => [
      booked,
      { ...booked, booking_id: 'b2', course_name: 'Recht', status: 'cancelled' },
    ],
  });
  const [first, second] = within(await screen.findByRole('list', { name: 'Für Sie gebucht' })).getAllByRole('listitem');
  if (!first || !second) throw new Error('Two seminars are booked.');
  expect(within(first).getByText('10.03.2099 – 11.03.2099')).toBeVisible();
  expect(within(first).getByText('Gebucht von Ambulanz am Park')).toBeVisible();
  expect(within(first).getByRole('link', { name: 'Zum Kurs: Ethik' })).toHaveAttribute(
    'href',
    '/seminar-catalog?kurs=angst',
  );
  expect(within(second).getByText('Abgesagt')).toBeVisible();
  expect(within(second).queryByRole('link')).toBeNull();
});

it('marks samples, says so once, and removes them after a confirmation', async () => {
  const sample = { ...waiting, is_sample: true };
  let rows = [seminar, sample, { ...webinar, is_sample: true }];
  const { ports } = await open({
    nemus_my_appointments: () => rows,
    'rpc/nemus_remove_sample_data': () => {
      rows = [seminar];
      return json(200, 7);
    },
  });
  const marks = await screen.findAllByText('Beispiel');
  expect(marks).toHaveLength(2);
  for (const mark of marks) expect(mark).toHaveTextContent('Beispiel, keine echten Angaben');
  expect(screen.getByRole('heading', { name: 'Fallseminar' }).closest('li')).not.toHaveTextContent('Beispiel');
  expect(screen.getAllByText(/Einträge mit „Beispiel“ sind erfunden/)).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Beispieldaten entfernen' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Beispieldaten entfernen?' }));
  expect(question.getByText(/Was Sie selbst bearbeitet, gebucht oder gekauft haben, bleibt/)).toBeInTheDocument();
  expect(rows).toHaveLength(3);
  fireEvent.click(question.getByRole('button', { name: 'Beispieldaten entfernen' }));
  await waitFor(() => expect(screen.queryByText('Beispiel')).toBeNull());
  expect(ports.toasts()).toContainEqual(expect.objectContaining({ kind: 'success', title: 'Beispieldaten entfernt' }));
  expect(screen.queryByRole('button', { name: 'Beispieldaten entfernen' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Fallseminar' })).toBeInTheDocument();
});

it('keeps samples, and says why, when they could not be removed', async () => {
  const { ports } = await open({
    nemus_my_appointments: () => [{ ...seminar, is_sample: true }],
    'rpc/nemus_remove_sample_data': () => json(400, { code: '42P01', message: 'gone' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Beispieldaten entfernen' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Beispieldaten entfernen' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual(
      expect.objectContaining({ kind: 'error', title: 'Beispieldaten nicht entfernt' }),
    ),
  );
  expect(screen.getByText('Beispiel')).toBeInTheDocument();
});

it('renders the certificate of attendance as issued', async () => {
  const { ports } = await open({
    nemus_my_appointments: () => [webinar],
    'rpc/nemus_my_certificates': () => [],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Teilnahmebescheinigung herunterladen: Webinar' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual(expect.objectContaining({ title: 'Teilnahmebescheinigung nicht erstellt' })),
  );
  expect(pages.requests().some(({ url }) => url.endsWith('rpc/nemus_my_certificates'))).toBe(true);
});

it('says why an online appointment cannot be joined yet', async () => {
  await open({ nemus_my_appointments: () => [seminar] });
  const join = await screen.findByRole('button', { name: 'Teilnehmen: Fallseminar' });
  expect(join).toBeDisabled();
  expect(join).toHaveAccessibleDescription('Zugang ab 01.03.2099, 13:45 Uhr');
});

it('opens a running online appointment', async () => {
  const now = Date.now();
  const running = { starts_at: new Date(now - 60_000).toISOString(), ends_at: new Date(now + 600_000).toISOString() };
  await open({ nemus_my_appointments: () => [{ ...seminar, ...running }] });
  const link = await screen.findByRole('link', { name: /^Teilnehmen: Fallseminar/ });
  expect(link).toHaveAttribute('href', 'https://meet.example/angst');
  expect(screen.queryByRole('button', { name: /Absagen/ })).toBeNull();
});

describe('cancelling', () => {
  it('confirms first, then cancels and lists the appointment with the cancelled ones', async () => {
    let status: 'confirmed' | 'cancelled' = 'confirmed';
    const page = await open({
      nemus_my_appointments: () => [{ ...seminar, status }],
      'rpc/nemus_cancel_appointment': () => {
        status = 'cancelled';
        return { status };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Absagen: Fallseminar' }));
    const question = await screen.findByRole('alertdialog', { name: 'Termin absagen?' });
    expect(pages.requests().some(({ method }) => method === 'POST')).toBe(false);
    // A double click: both happen before a render.
    const confirm = within(question).getByRole('button', { name: 'Termin absagen' });
    act(() => {
      fireEvent.click(confirm);
      fireEvent.click(confirm);
    });
    await waitFor(() => expect(page.ports.toasts().map(({ title }) => title)).toEqual(['Termin abgesagt']));
    expect(await pages.sent('rpc/nemus_cancel_appointment')).toEqual([{ p_appointment: 'seminar' }]);
    expect(await screen.findByRole('region', { name: 'Abgesagte Termine' })).toHaveTextContent('Fallseminar');
    expect(list('Abgesagte Termine').getByText('Abgesagt')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^(Absagen|Teilnehmen)/ })).toBeNull();
    expect(screen.queryByText('Vergangene Termine')).toBeNull();
  });

  it('leaves a waiting list without speaking of a place', async () => {
    let status: 'waitlist' | 'cancelled' = 'waitlist';
    const page = await open({
      nemus_my_appointments: () => [{ ...waiting, status }],
      'rpc/nemus_cancel_appointment': () => {
        status = 'cancelled';
        return { status };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Absagen: Workshop' }));
    const question = await screen.findByRole('alertdialog', { name: 'Warteliste verlassen?' });
    expect(question).toHaveTextContent('Sie rücken dann nicht mehr nach.');
    expect(question).not.toHaveTextContent(/Platz|Termin/);
    expect(within(question).getByRole('button', { name: 'Auf der Warteliste bleiben' })).toBeEnabled();
    fireEvent.click(within(question).getByRole('button', { name: 'Warteliste verlassen' }));
    await waitFor(() =>
      expect(page.ports.toasts()).toEqual([
        {
          kind: 'success',
          title: 'Warteliste verlassen',
          description: 'Sie stehen nicht mehr auf der Warteliste.',
        },
      ]),
    );
    expect(await bodyOf('/rpc/nemus_cancel_appointment')).toEqual({ p_appointment: 'waiting' });
  });

  it('has people who move up notified once', async () => {
    const page = await open({
      nemus_my_appointments: () => [seminar],
      'rpc/nemus_cancel_appointment': () => ({ status: 'cancelled' }),
      'functions/send-date-letters': () => ({ sent: 1 }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Absagen: Fallseminar' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Termin absagen' }));
    await waitFor(() => expect(page.ports.toasts()).toHaveLength(1));
    expect(await pages.sent('functions/send-date-letters')).toEqual([{ dateIds: ['seminar'] }]);
  });

  it('keeps the appointment when the dialog is cancelled', async () => {
    await open({ nemus_my_appointments: () => [seminar] });
    fireEvent.click(await screen.findByRole('button', { name: 'Absagen: Fallseminar' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Termin behalten' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(pages.requests().some(({ method }) => method === 'POST')).toBe(false);
  });

  it('reports the database’s refusal, and refetches the list', async () => {
    const page = await open({
      nemus_my_appointments: () => [seminar],
      'rpc/nemus_cancel_appointment': () =>
        json(409, {
          code: 'PT409',
          hint: 'appointment_over',
          message: 'appointment_over',
        }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Absagen: Fallseminar' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Termin absagen' }));
    await waitFor(() =>
      expect(page.ports.toasts()).toEqual([
        {
          kind: 'error',
          title: 'Absage fehlgeschlagen',
          description: 'Dieser Termin kann nicht mehr abgesagt werden.',
        },
      ]),
    );
    const reads = () => pages.requests().filter(({ url }) => url.includes('nemus_my_appointments'));
    await waitFor(() => expect(reads()).toHaveLength(2));
  });
});

it('stores a rating of one to five stars with a comment, which can be changed', async () => {
  let rating: number | null = null;
  const page = await open({
    nemus_my_appointments: () => [{ ...webinar, rating, feedback: rating === null ? null : 'Sehr gut' }],
    'rpc/nemus_rate_appointment': () => {
      rating = 4;
      return { rating, feedback: 'Sehr gut', rated_at: '2026-11-21T10:00:00Z' };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Bewertung abgeben: Webinar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Termin bewerten' });
  const save = within(dialog).getByRole('button', { name: 'Bewertung speichern' });
  expect(save).toBeDisabled();
  fireEvent.click(within(dialog).getByRole('radio', { name: '4 Sterne' }));
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '  Sehr gut ' } });
  fireEvent.click(save);
  await waitFor(() => expect(page.ports.toasts().map(({ title }) => title)).toEqual(['Bewertung gespeichert']));
  expect(await bodyOf('/rpc/nemus_rate_appointment')).toEqual({
    p_appointment: 'webinar',
    p_rating: 4,
    p_feedback: 'Sehr gut',
  });
  expect(await screen.findByRole('button', { name: 'Bewertung ändern: Webinar' })).toBeInTheDocument();
});

describe('details', () => {
  it('have an address of their own and close to the list', async () => {
    const page = await open({ nemus_my_appointments: () => [seminar] }, '/appointments?termin=seminar');
    const dialog = await screen.findByRole('dialog', { name: 'Fallseminar' });
    expect(within(dialog).getByText('Sonntag, 1. März 2099')).toBeInTheDocument();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Schließen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.ports.navigation.getLocation().search).toBe('');
  });

  it('of other accounts are not found', async () => {
    await open({ nemus_my_appointments: () => [seminar] }, '/appointments?termin=fremd');
    expect(await screen.findByRole('dialog', { name: 'Termin nicht gefunden' })).toBeInTheDocument();
  });
});

it('explains the empty list to a new account', async () => {
  await open({});
  expect(await screen.findByText('Noch keine Termine')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Alle in den Kalender' })).toBeNull();
});

describe('dates of courses', () => {
  const date = exampleAppointment({
    id: 'date',
    title: 'Traumatherapie',
    course_id: 'trauma',
    change_until: '2099-02-20T13:00:00Z',
    ...later,
  });
  const enrollment = exampleEnrollment('trauma', 'not_started');
  const bought = { ...enrollment, course: enrollment.course && { ...enrollment.course, has_dates: true } };

  it('can be changed and left until their deadline', async () => {
    await open({ nemus_my_appointments: () => [date], nemus_course_enrollments: () => [bought] });
    fireEvent.click(await screen.findByRole('link', { name: 'Termin ändern: Traumatherapie' }));
    expect(await screen.findByRole('dialog', { name: 'Termin wählen' })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Termin noch zu wählen' })).toBeNull();
  });

  it('are fixed after it', async () => {
    await open({ nemus_my_appointments: () => [{ ...date, change_until: '2026-01-01T13:00:00Z' }] });
    await screen.findByText('Traumatherapie');
    expect(screen.queryByRole('button', { name: /Absagen/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /Termin ändern/ })).toBeNull();
  });

  it('that the academy cancelled are not upcoming, say why, and ask to choose another one', async () => {
    const cancelled = {
      ...date,
      status: 'cancelled' as const,
      cancelled_by_academy: true,
      cancel_reason: 'Die Leitung ist krank.',
    };
    await open({ nemus_my_appointments: () => [cancelled], nemus_course_enrollments: () => [bought] });
    const list = within(await screen.findByRole('region', { name: 'Abgesagte Termine' }));
    expect(list.getByText('Von der Akademie abgesagt: Die Leitung ist krank.')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Kommende Termine' })).queryByText('Traumatherapie')).toBeNull();
    const choice = within(await screen.findByRole('list', { name: 'Termin noch zu wählen' }));
    expect(choice.getByText(/wurde abgesagt. Wählen Sie einen anderen/)).toBeVisible();
  });

  it.each([
    [null, 'confirmed', 'Teilnahme wird eingetragen'],
    ['absent', 'confirmed', 'Nicht teilgenommen'],
    ['partial', 'completed', 'Teilweise teilgenommen'],
    ['present', 'completed', 'Abgeschlossen'],
  ] as const)('that are over say what was ticked: %s', async (attendance, status, label) => {
    await open({ nemus_my_appointments: () => [{ ...date, ...earlier, change_until: null, status, attendance }] });
    const past = within(await screen.findByRole('region', { name: 'Vergangene Termine' }));
    expect(past.getByText(label)).toBeVisible();
  });

  it('of a booking are shown instead of its days', async () => {
    const booked = {
      booking_id: 'b1',
      course_id: 'trauma',
      course_name: 'Traumatherapie',
      institution_name: 'Ambulanz am Park',
      start_date: '2099-05-10',
      end_date: '2099-05-11',
      status: 'confirmed',
      booked_at: '2026-11-20T10:00:00Z',
      has_dates: true,
    };
    const chosen = {
      appointment_id: 'date',
      ...later,
      status: 'confirmed',
      waitlist_position: null,
      attendance: null,
    };
    await open({
      'rpc/nemus_booked_seminars': () => [
        { ...booked, date: null },
        { ...booked, booking_id: 'b2', date: chosen },
      ],
    });
    expect(await screen.findByText('Noch kein Termin gewählt')).toBeVisible();
    expect(screen.getByText('01.03.2099, 14:00 – 15:30 Uhr')).toBeVisible();
    expect(screen.queryByText(/10\.05\.2099/)).toBeNull();
  });
});
