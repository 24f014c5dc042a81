/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleTrainee } from '../../examples/rows';

const UNEXPECTED = expect.stringMatching(
  /^Es ist ein unerwarteter Fehler aufgetreten\. Bitte versuchen Sie es noch einmal\. Support-ID: [A-Z\d]{4}-[A-Z\d]{4}$/,
);
const pages = pagesUnderTest(app, 'institution');
const lukas = exampleTrainee({
  first_name: 'Lukas',
  last_name: 'Hartmann',
  phone: '030 231/25-0',
  completed_hours: 180,
});
const BOOKING = {
  booking: {
    id: 'b1',
    course_name: 'Exposition und Reaktionsverhinderung',
    start_date: '2027-03-10',
    end_date: '2027-03-11',
    status: 'confirmed',
  },
};
const BUDGETS = {
  year: 2026,
  limit: null,
  budgets: [
    {
      trainee_id: lukas.id,
      name: 'Lukas Hartmann',
      credits_per_year: 200,
      cents_per_year: null,
      credits_spent: 60,
      cents_spent: 0,
    },
  ],
};
const PLACE = { booking_id: 'b1', trainee_id: 't1', progress_percentage: 40, date: null };

async function open(answers: Answers = {}, state: unknown = null) {
  const page = await pages.open(
    `/piw-management/${lukas.id}`,
    {
      nemus_trainee_list: () => [lukas],
      nemus_booking_participants: () => [BOOKING],
      'rpc/nemus_booked_places': () => [PLACE],
      'rpc/nemus_budgets': () => BUDGETS,
      ...answers,
    },
    { state },
  );
  await screen.findByRole('heading', { level: 1 });
  return page;
}
const heading = () => screen.getByRole('heading', { level: 1 });

it('leads to the logbook of a linked person alone', async () => {
  await open({ nemus_trainee_list: () => [{ ...lukas, user_id: 'u1', access: 'linked' }] });
  expect(screen.getByRole('link', { name: 'Logbuch' })).toHaveAttribute('href', `/logbook/trainees/${lukas.id}`);
});

it('shows the person, the progress, and the bookings', async () => {
  await open();
  await waitFor(() => expect(heading()).toHaveTextContent('Lukas Hartmann'));
  expect(screen.getByText('180 von 600 Std.')).toBeVisible();
  expect(screen.getByText('Von Ihrer Weiterbildungsstätte eingetragen.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'anna.schmidt@praxis.example' })).toHaveAttribute(
    'href',
    'mailto:anna.schmidt@praxis.example',
  );
  expect(screen.getByRole('link', { name: '030 231/25-0' })).toHaveAttribute('href', 'tel:030231250');
  const bookings = within(await screen.findByRole('table', { name: 'Kursbuchungen der PiW' }));
  const [, row] = bookings.getAllByRole('row');
  expect(row).toHaveTextContent('Exposition und Reaktionsverhinderung');
  expect(row).toHaveTextContent('10.03.2027 – 11.03.2027');
  expect(row).toHaveTextContent('40 %');
});

it('names the date that was chosen of a course with dates, and no days', async () => {
  const date = {
    appointment_id: 'd1',
    starts_at: '2099-04-01T07:00:00Z',
    ends_at: '2099-04-01T13:00:00Z',
    status: 'waitlist',
    waitlist_position: 2,
    attendance: null,
  };
  const dated = { booking: { ...BOOKING.booking, has_dates: true } };
  await open({
    nemus_booking_participants: () => [dated, { booking: { ...dated.booking, id: 'b2' } }],
    'rpc/nemus_booked_places': () => [{ ...PLACE, date }],
  });
  const bookings = within(await screen.findByRole('table', { name: 'Kursbuchungen der PiW' }));
  const [, chosen, second] = bookings.getAllByRole('row');
  expect(chosen).toHaveTextContent('Warteliste für den 01.04.2099, 09:00 Uhr, Platz 2');
  expect(second).toHaveTextContent('Noch kein Termin gewählt');
  expect(second).toHaveTextContent('–');
  expect(bookings.queryByText(/2027/)).toBeNull();
});

it('leads back to the list as it was left, and passes it on to the form', async () => {
  const { ports } = await open({}, { listSearch: '?suche=hartmann' });
  await waitFor(() => expect(heading()).toHaveTextContent('Lukas Hartmann'));
  expect(screen.getByRole('link', { name: 'PiW Verwaltung' })).toHaveAttribute(
    'href',
    '/piw-management?suche=hartmann',
  );
  fireEvent.click(screen.getByRole('link', { name: 'Bearbeiten' }));
  await waitFor(() => expect(heading()).toHaveTextContent('Lukas Hartmann bearbeiten'));
  expect(ports.navigation.getLocation().state).toEqual(expect.objectContaining({ listSearch: '?suche=hartmann' }));
});

it('deactivates after a question, once, and activates again', async () => {
  let status: 'active' | 'inactive' = 'active';
  const { ports } = await open({
    nemus_trainee_list: () => [{ ...lukas, status }],
    nemus_trainees: async (request) => {
      ({ status } = await request.clone().json());
      return { id: lukas.id };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Deaktivieren …' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Lukas Hartmann deaktivieren?' }));
  expect(await pages.sent('nemus_trainees')).toEqual([]);
  const confirm = question.getByRole('button', { name: 'PiW deaktivieren' });
  act(() => {
    fireEvent.click(confirm);
    fireEvent.click(confirm);
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Wieder aktivieren' }));
  expect(await screen.findByRole('button', { name: 'Deaktivieren …' })).toBeVisible();
  expect(await pages.sent('nemus_trainees')).toEqual([{ status: 'inactive' }, { status: 'active' }]);
  expect(ports.toasts()).toEqual([
    { kind: 'success', title: 'PiW deaktiviert', description: 'Lukas Hartmann' },
    { kind: 'success', title: 'PiW aktiviert', description: 'Lukas Hartmann' },
  ]);
});

it('reports a failed change of the status, and the current one', async () => {
  const { ports } = await open({ nemus_trainees: () => json(403, { code: '42501', message: 'no' }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Deaktivieren …' }));
  fireEvent.click(await screen.findByRole('button', { name: 'PiW deaktivieren' }));
  await waitFor(() =>
    expect(ports.toasts()).toEqual([
      {
        kind: 'error',
        title: 'Status nicht geändert',
        description: UNEXPECTED,
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Deaktivieren …' })).toBeEnabled();
});

it('offers a course to a trainee without a booking', async () => {
  await open({ nemus_booking_participants: () => [] });
  expect(await screen.findByText('Noch keine Kursbuchung')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Kurs buchen' })).toHaveAttribute('href', '/course-bookings?ansicht=buchen');
});

it('lets the bookings fail alone', async () => {
  let broken = true;
  await open({
    nemus_booking_participants: () => (broken ? json(403, { code: '42501', message: 'no' }) : [BOOKING]),
  });
  expect(await screen.findByText('Laden fehlgeschlagen: Kursbuchungen der PiW')).toBeVisible();
  expect(heading()).toHaveTextContent('Lukas Hartmann');
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: /Erneut/ }));
  expect(await screen.findByText('Exposition und Reaktionsverhinderung')).toBeVisible();
});

it('shows a missing trainee for an invalid address, without a request', async () => {
  await pages.open('/piw-management/gibt-es-nicht', {}, { state: { listSearch: '?suche=x' } });
  expect(await screen.findByText('Diese Person gibt es nicht')).toBeVisible();
  expect(heading()).toHaveTextContent('PiW nicht gefunden');
  expect(screen.getByRole('link', { name: 'Zur PiW Verwaltung' })).toHaveAttribute('href', '/piw-management?suche=x');
  expect(pages.asked('nemus_trainee_list')).toEqual([]);
});

it('shows the same for another institution’s trainee', async () => {
  await open({ nemus_trainee_list: () => [] });
  expect(await screen.findByText('Diese Person gibt es nicht')).toBeVisible();
});
