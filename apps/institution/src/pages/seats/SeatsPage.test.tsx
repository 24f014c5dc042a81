/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleTrainee } from '../../examples/rows';

const ADA = {
  booking_id: 'b1',
  trainee_id: 't1',
  number: 0,
  name: 'Ada Beck',
  course_id: 'c1',
  course_name: 'Krisen begleiten',
  has_dates: false,
  start_date: '2027-02-01',
  state: 'unused',
  places: 1,
  own: false,
  bought_at: '2026-11-01T10:00:00+00:00',
  back: 'payment',
  can_move: true,
};
const BEN = { ...ADA, trainee_id: 't2', name: 'Ben Beck', back: 'place' };
const FREE = { ...ADA, trainee_id: null, number: 1, name: null, state: 'free', back: null };
const DONE = { ...ADA, trainee_id: 't3', name: 'Cem Beck', state: 'completed', back: null, can_move: false };
const GONE = {
  ...ADA,
  booking_id: 'b2',
  trainee_id: null,
  name: null,
  state: 'cancelled',
  places: 3,
  back: null,
  can_move: false,
};
const SEATS = [ADA, BEN, FREE, DONE, GONE];
const DORA = exampleTrainee({ id: 't4', first_name: 'Dora', last_name: 'Klein' });
const pages = pagesUnderTest(app, 'institution');
const open = (answers: Parameters<typeof pages.open>[1] = {}, search = '') =>
  pages.open(`/course-bookings/plaetze${search}`, {
    'rpc/nemus_seats': () => ({
      total: SEATS.length,
      counts: { free: 1, unused: 2, completed: 1, cancelled: 3 },
      seats: SEATS,
    }),
    nemus_trainee_list: () => [{ ...DORA, id: 't1' }, DORA],
    nemus_booking_participants: () => [{ trainee_id: 't1' }],
    ...answers,
  });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

it('shows holder, progress and possible actions of every place', async () => {
  await open();
  expect(await screen.findByText('Ada Beck')).toBeVisible();
  expect(screen.getByText(/1.Platz ist frei/)).toBeVisible();
  expect(screen.getByText(/^3.Plätze$/)).toBeVisible();
  expect(screen.getAllByText(/ab 01\.02\.2027, gebucht am 01\.11\.2026/)).toHaveLength(5);
  expect(screen.getAllByRole('button', { name: /^Übertragen: / })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /^Zurücknehmen: / })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /^Zuordnen: / })).toHaveLength(1);
});

it('gives a free place to a person without the course', async () => {
  const { ports } = await open({ 'rpc/nemus_assign_seat': () => new Response(null, { status: 204 }) });
  await press(/^Zuordnen: /);
  fireEvent.click(await (await dialog()).findByRole('radio', { name: /Dora Klein/ }));
  expect((await dialog()).getAllByRole('radio')).toHaveLength(1);
  fireEvent.click((await dialog()).getByRole('button', { name: 'Zuordnen' }));
  await waitFor(() => expect(ports.toasts()).toContainEqual(expect.objectContaining({ title: 'Platz zugeordnet' })));
  expect(await pages.sent('rpc/nemus_assign_seat')).toEqual([{ p_booking: 'b1', p_trainee: 't4' }]);
});

it('transfers a place; a refusal is shown in the open dialog', async () => {
  let answer = () =>
    Response.json({ code: 'PT409', message: 'x', hint: 'seat_expired', details: null }, { status: 409 });
  await open({ 'rpc/nemus_transfer_seat': () => answer() });
  await press(/^Übertragen: .*Ada Beck/);
  fireEvent.click(await (await dialog()).findByRole('radio', { name: /Dora Klein/ }));
  fireEvent.click((await dialog()).getByRole('button', { name: 'Übertragen' }));
  expect(await (await dialog()).findByText(/Der Kurs dieser Buchung ist vorbei/)).toBeVisible();
  answer = () => new Response(null, { status: 204 });
  fireEvent.click((await dialog()).getByRole('button', { name: 'Übertragen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await pages.sent('rpc/nemus_transfer_seat')).toContainEqual({ p_booking: 'b1', p_from: 't1', p_to: 't4' });
});

it('cancels a place: refunded while possible, as a free place afterwards', async () => {
  await open({
    'rpc/nemus_free_seat': () => new Response(null, { status: 204 }),
    'functions/change-booking': () => ({ places: 1, credits_returned: 60, refund_cents: 0 }),
  });
  await press(/^Zurücknehmen: .*Ada Beck/);
  expect((await dialog()).getByText(/kommt zurück: als Credits/)).toBeVisible();
  fireEvent.click((await dialog()).getByRole('button', { name: 'Abbrechen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(/^Zurücknehmen: .*Ben Beck/);
  expect((await dialog()).getByText(/Credits kommen nicht zurück/)).toBeVisible();
  fireEvent.click((await dialog()).getByRole('button', { name: 'Zurücknehmen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await pages.sent('rpc/nemus_free_seat')).toEqual([{ p_booking: 'b1', p_trainee: 't2' }]);
});

it('filters by words and state, kept in the address; distinguishes no results from no places', async () => {
  await open({ 'rpc/nemus_seats': () => ({ total: 0, counts: {}, seats: [] }) }, '?q=ada&stand=free');
  expect(await screen.findByText('Keine Plätze gefunden')).toBeVisible();
  const [request] = pages.asked('rpc/nemus_seats');
  const asked = new URL(request?.url ?? '').searchParams;
  expect([asked.get('p_search'), asked.get('p_state')]).toEqual(['ada', 'free']);
  await open({ 'rpc/nemus_seats': () => ({ total: 0, counts: {}, seats: [] }) });
  expect(await screen.findByText('Noch keine Plätze')).toBeVisible();
});
