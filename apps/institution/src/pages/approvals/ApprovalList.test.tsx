/** @jest-environment ../../jest.browser.mjs */
import { emitted, fakeProfile, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';

const pages = pagesUnderTest(app, 'institution');
const REQUEST = {
  request_id: '00000000-0000-4000-8000-0000000000e1',
  state: 'waiting',
  is_own: false,
  requested_by: 'Bo Buchung',
  requested_at: '2026-11-23T10:00:00Z',
  course_id: 'c1',
  course_name: 'Ethik',
  starts_on: '2027-01-10',
  date_starts_at: '2027-02-03T09:00:00+01:00',
  payment: 'credits',
  credits: 120,
  cents: 0,
  price_now: 130,
  note: 'Pflicht im ersten Jahr',
  reason: '',
  decided_by: null,
  decided_at: null,
  expires_at: null,
  booking_id: null,
  trainees: [{ trainee_id: 't1', name: 'Anna Schmidt' }],
};
const open = (role: string, requests: readonly unknown[], answers: Answers = {}) =>
  pages.open(
    '/course-bookings?ansicht=freigaben',
    { 'rpc/nemus_booking_request_list': () => requests, ...answers },
    { profile: fakeProfile('institution', { rights: [`member:${role}`], institutionId: 'i-1' }) },
  );

it('shows who requested what at which cost, and books it after a confirmation', async () => {
  const { ports } = await open('administration', [REQUEST], {
    'rpc/nemus_decide_booking_request': () => ({ state: 'booked', booking_id: 'b1' }),
  });
  const list = within(await screen.findByRole('list', { name: 'Offene Anfragen' }));
  for (const words of [
    'Wartet auf Freigabe',
    'Anna Schmidt',
    '03.02.2027, 09:00',
    '130 Credits (angefragt: 120 Credits)',
    'Pflicht im ersten Jahr',
  ]) {
    expect(list.getByText(words)).toBeVisible();
  }
  fireEvent.click(list.getByRole('button', { name: 'Freigeben: Ethik' }));
  expect(
    await screen.findByText('Der Kurs wird sofort gebucht und kostet 130 Credits (angefragt: 120 Credits).'),
  ).toBeVisible();
  expect(await pages.sent('rpc/nemus_decide_booking_request')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Freigeben und buchen' }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toEqual(['Freigegeben und gebucht']));
  expect(await pages.sent('rpc/nemus_decide_booking_request')).toEqual([
    { p_request: REQUEST.request_id, p_approved: true, p_reason: '', p_shown: 130 },
  ]);
  expect(ports.events.published()).toContainEqual(
    emitted(meeting, 'bookings-changed', 'a request was approved and booked'),
  );
});

it('declines with a reason, which is needed', async () => {
  await open('administration', [REQUEST], {
    'rpc/nemus_decide_booking_request': () => ({ state: 'declined', booking_id: null }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Ablehnen: Ethik' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Anfrage ablehnen' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Ablehnen' }));
  expect(await dialog.findByText('Bitte nennen Sie den Grund.')).toBeVisible();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Grund' }), { target: { value: 'Erst im Frühjahr.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ablehnen' }));
  await waitFor(async () =>
    expect(await pages.sent('rpc/nemus_decide_booking_request')).toEqual([
      { p_request: REQUEST.request_id, p_approved: false, p_reason: 'Erst im Frühjahr.', p_shown: 130 },
    ]),
  );
});

it('lets the requester see and withdraw a pending request, but not decide', async () => {
  await open('booking', [{ ...REQUEST, is_own: true }], { 'rpc/nemus_withdraw_booking_request': () => null });
  fireEvent.click(await screen.findByRole('button', { name: 'Zurücknehmen: Ethik' }));
  expect(screen.getByText('Wartet auf Freigabe')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Freigeben: Ethik' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Anfrage zurücknehmen' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_withdraw_booking_request')).toHaveLength(1));
});

it('lists decided requests with the reason, and explains approvals without any', async () => {
  await open('reading', [{ ...REQUEST, state: 'declined', reason: 'Erst im Frühjahr.', decided_by: 'Iris' }]);
  const list = within(await screen.findByRole('list', { name: 'Entschiedene Anfragen' }));
  expect(list.getByText('Erst im Frühjahr.')).toBeVisible();
  await open('reading', []);
  expect(await screen.findByText('Keine Freigaben')).toBeVisible();
});
