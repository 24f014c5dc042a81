/** @jest-environment ../../jest.browser.mjs */
import { type Answers, emitted, json, type MountedModule } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';

const person = (id: string, first_name: string, user_id: string | null = `account-${id}`) => ({
  trainee: { id, first_name, last_name: 'Alt', user_id },
});
const BOOKING = {
  id: 'b1',
  course_id: 'c1',
  course_name: 'Ethik',
  start_date: '2099-03-10',
  end_date: '2099-03-11',
  participants: 2,
  max_participants: 2,
  status: 'confirmed',
  price_cents: 24_000,
  credits_spent: 120,
  total_hours: 16,
  completion_rate: 0,
  created_at: '2026-11-01T10:00:00Z',
  places: [person('t1', 'Anna'), person('t2', 'Bert')],
};
const TERMS = {
  notice_days: 7,
  change_until: '2099-03-03',
  is_open: true,
  bar: null,
  places: [
    { trainee_id: 't1', bar: null, change_until: null },
    { trainee_id: 't2', bar: 'place_begun', change_until: null },
  ],
};
const place = (trainee_id: string, progress_percentage: number, date: object | null = null) => ({
  booking_id: 'b1',
  trainee_id,
  progress_percentage,
  date,
});

const pages = pagesUnderTest(app, 'institution');
let page: MountedModule;

async function open(answers: Answers = {}) {
  page = await pages.open('/course-bookings?buchung=b1', {
    nemus_course_bookings: () => [BOOKING],
    'rpc/nemus_booking_terms': () => TERMS,
    ...answers,
  });
  return within(await screen.findByRole('dialog', { name: 'Ethik' }));
}
const asked = async () => {
  const request = pages.requests().find(({ url }) => url.endsWith('/change-booking'));
  return request === undefined ? undefined : JSON.parse(await request.text());
};

it('shows the rules with the day that the database states, and why a place cannot be cancelled', async () => {
  const dialog = await open();
  expect(await dialog.findByText(/^Bis einschließlich 03\.03\.2099 \(7 Tage vor dem ersten Kurstag\)/)).toBeVisible();
  expect(dialog.getByText(/^Hat den Kurs begonnen/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Platz stornieren: Anna Alt' })).toBeEnabled();
  expect(dialog.queryByRole('button', { name: 'Platz stornieren: Bert Alt' })).toBeNull();
});

it('marks only people without an account', async () => {
  const dialog = await open({
    nemus_course_bookings: () => [{ ...BOOKING, places: [person('t1', 'Anna'), person('t2', 'Bert', null)] }],
  });
  expect(await dialog.findAllByText(/^Noch kein Portalkonto/)).toHaveLength(1);
});

it('cancels a place after a confirmation, and reports the refund', async () => {
  const dialog = await open({
    'functions/change-booking': () => ({ places: 1, credits_returned: 60, refund_cents: 0 }),
  });
  fireEvent.click(await dialog.findByRole('button', { name: 'Platz stornieren: Anna Alt' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Platz stornieren?' }));
  expect(await asked()).toBeUndefined();
  fireEvent.click(question.getByRole('button', { name: 'Platz stornieren' }));
  await waitFor(() =>
    expect(page.ports.toasts()).toEqual([
      { kind: 'success', title: '1 Platz storniert', description: '60 Credits sind wieder verfügbar.' },
    ]),
  );
  expect(await asked()).toEqual({ bookingId: 'b1', cancel: ['t1'] });
  expect(page.ports.events.published()).toEqual([
    emitted(meeting, 'bookings-changed', 'a place was cancelled'),
    emitted(meeting, 'credits-changed', 'a place was cancelled'),
  ]);
});

it('names no course to the others when the course is gone', async () => {
  const dialog = await open({
    nemus_course_bookings: () => [{ ...BOOKING, course_id: null }],
    'functions/change-booking': () => ({ places: 1, credits_returned: 60, refund_cents: 0 }),
  });
  fireEvent.click(await dialog.findByRole('button', { name: 'Platz stornieren: Anna Alt' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Platz stornieren?' }));
  fireEvent.click(question.getByRole('button', { name: 'Platz stornieren' }));
  await waitFor(() =>
    expect(page.ports.events.published()).toEqual([emitted(meeting, 'credits-changed', 'a place was cancelled')]),
  );
});

it('moves the booking', async () => {
  const dialog = await open({
    'functions/change-booking': () => ({ places: 0, credits_returned: 0, refund_cents: 0 }),
  });
  const move = await dialog.findByRole('button', { name: 'Beginn verschieben' });
  expect(move).toBeDisabled();
  fireEvent.change(dialog.getByLabelText('Erster Kurstag'), { target: { value: '2026-01-01' } });
  expect(move).toBeDisabled();
  const day = `${new Date().getFullYear() + 1}-01-15`;
  fireEvent.change(dialog.getByLabelText('Erster Kurstag'), { target: { value: day } });
  fireEvent.click(move);
  await waitFor(() => expect(page.ports.toasts().map(({ title }) => title)).toEqual(['Buchung verschoben']));
  expect(await asked()).toEqual({ bookingId: 'b1', startsOn: day });
});

it('shows why the database refuses, and refetches', async () => {
  const message = 'Anna Alt hat den Kurs schon begonnen. Dieser Platz kann nicht mehr storniert werden.';
  const dialog = await open({
    'functions/change-booking': () => json(409, { error: { code: 'place_begun', message } }),
  });
  const terms = () => pages.requests().filter(({ url }) => url.includes('nemus_booking_terms')).length;
  fireEvent.click(await dialog.findByRole('button', { name: 'Alle übrigen Plätze stornieren' }));
  const before = terms();
  fireEvent.click(await screen.findByRole('button', { name: 'Stornieren' }));
  await waitFor(() =>
    expect(page.ports.toasts()).toEqual([{ kind: 'error', title: 'Nicht storniert', description: message }]),
  );
  await waitFor(() => expect(terms()).toBeGreaterThan(before));
});

it.each([
  ['booking_deadline_passed', /^Änderungen und Stornierungen waren bis 03\.03\.2099 möglich/],
  ['booking_is_sample', /^Dies ist eine Beispielbuchung/],
])('offers no change: %s', async (bar, words) => {
  const dialog = await open({ 'rpc/nemus_booking_terms': () => ({ ...TERMS, is_open: false, bar }) });
  expect(await dialog.findByText(words)).toBeVisible();
  expect(dialog.queryByRole('button', { name: /storn|versch/i })).toBeNull();
});

it('shows the progress of linked people, and reports a failed read', async () => {
  let broken = true;
  const dialog = await open({
    'rpc/nemus_booked_places': () => (broken ? json(403, { code: '42501', message: 'no' }) : [place('t1', 40)]),
  });
  expect(await dialog.findByText('Laden fehlgeschlagen: Fortschritt der Teilnehmenden')).toBeVisible();
  broken = false;
  fireEvent.click(dialog.getByRole('button', { name: /Erneut/ }));
  const bars = await dialog.findAllByRole('progressbar', { name: 'Fortschritt' });
  expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['40']);
});

it('shows chosen dates and cancellation deadlines instead of the days of the booking', async () => {
  const date = {
    appointment_id: 'd1',
    starts_at: '2099-04-01T07:00:00Z',
    ends_at: '2099-04-01T13:00:00Z',
    status: 'confirmed',
    waitlist_position: null,
    attendance: null,
  };
  const dialog = await open({
    nemus_course_bookings: () => [
      { ...BOOKING, has_dates: true, places: [...BOOKING.places, person('t3', 'Carla')], participants: 3 },
    ],
    'rpc/nemus_booking_terms': () => ({
      ...TERMS,
      change_until: null,
      places: [
        { trainee_id: 't1', bar: null, change_until: '2099-03-25' },
        { trainee_id: 't2', bar: null, change_until: null },
        { trainee_id: 't3', bar: 'place_date_near', change_until: '2026-01-01' },
      ],
    }),
    'rpc/nemus_booked_places': () => [place('t1', 0, date), place('t2', 0), place('t3', 0, date)],
  });
  expect(await dialog.findAllByText('Termin: 01.04.2099, 09:00 Uhr')).toHaveLength(2);
  expect(dialog.getByText('Noch kein Termin gewählt')).toBeVisible();
  expect(dialog.getByText('2 von 3 Personen haben einen Termin')).toBeVisible();
  expect(dialog.getByText('Kostenfrei stornierbar bis einschließlich 25.03.2099')).toBeVisible();
  expect(dialog.getByText(/^Der gewählte Termin ist zu nah/)).toBeVisible();
  expect(dialog.getByText(/^Plätze können Sie kostenfrei stornieren, solange die Person keinen/)).toBeVisible();
  expect(dialog.queryByText(/Zeitraum|10\.03\.2099|ersten Kurstag/)).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Beginn verschieben' })).toBeNull();
  expect(dialog.getAllByRole('button', { name: /^Platz stornieren/ })).toHaveLength(2);
});
