/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile, fakeSlots } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';
import { exampleCourse, exampleOffer, exampleTrainee } from '../../examples/rows';

const COURSE = exampleCourse({ has_dates: true });
const anna = exampleTrainee();
const pages = pagesUnderTest(app, 'institution');

async function open(role: string, limit: unknown) {
  const slots = fakeSlots('ready');
  const page = await pages.open(
    `/course-bookings?ansicht=buchen&kurs=${COURSE.id}`,
    {
      'rpc/nemus_catalogue_course': () => exampleOffer(COURSE),
      nemus_trainee_list: () => [anna],
      nemus_institution_approvals: () => [{ withdrawn_at: null }],
      'rpc/nemus_budgets': () => ({ year: 2026, limit, budgets: [] }),
      'rpc/nemus_request_booking': () => 'request-1',
      'rpc/nemus_booking_request_list': () => [],
    },
    { slots, profile: fakeProfile('institution', { rights: [`member:${role}`], institutionId: 'i-1' }) },
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: /Anna Schmidt/ }));
  return { ...page, sells: () => slots.mounted().some(({ name }) => name === 'course-purchase') };
}

it('requests a booking above the limit instead of selling it', async () => {
  const { ports, sells } = await open('booking', { credits: 10, cents: 1_000 });
  expect(await screen.findByText('Diese Buchung braucht eine Freigabe')).toBeVisible();
  expect(screen.getByText(/höchstens 10 Credits oder 10,00\s€ je Buchung/)).toBeVisible();
  await waitFor(() => expect(sells()).toBe(false));
  fireEvent.change(screen.getByRole('textbox', { name: /Begründung/ }), { target: { value: ' Pflicht ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Freigabe anfragen' }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toEqual(['Wartet auf Freigabe']));
  expect(await pages.sent('rpc/nemus_request_booking')).toEqual([
    { p_course: COURSE.id, p_trainees: [anna.id], p_payment: 'credits', p_note: 'Pflicht' },
  ]);
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?ansicht=freigaben'));
});

it.each([
  ['booking', { credits: 60, cents: 12_000 }],
  ['booking', null],
  ['administration', { credits: 0, cents: 0 }],
])('sells to %s within a limit of %j', async (role, limit) => {
  const { sells } = await open(role, limit);
  await waitFor(() => expect(sells()).toBe(true));
  expect(screen.queryByText('Diese Buchung braucht eine Freigabe')).toBeNull();
});
