/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';
import { exampleAppointment } from '../../examples/appointment';

const pages = pagesUnderTest(app);

afterEach(() => jest.restoreAllMocks());

it('shows skeletons, says why the appointments cannot be read, and loads them on request', async () => {
  let answer: () => unknown = () => json(400, { code: '42P01', message: 'gone' });
  await pages.open('/appointments', {
    nemus_my_appointments: () => answer(),
    'rpc/nemus_booked_seminars': () => [],
  });
  expect(await screen.findByText('Laden fehlgeschlagen: Ihre Termine')).toBeVisible();
  expect(screen.getByText('Support-ID', { exact: false })).toBeVisible();
  answer = () => [exampleAppointment({ starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-01T14:30:00Z' })];
  fireEvent.click(screen.getByRole('button', { name: /Erneut/ }));
  expect(await screen.findByRole('region', { name: 'Kommende Termine' })).toBeVisible();
  const waiting = await pages.open('/appointments', { nemus_my_appointments: () => new Promise(() => undefined) });
  await screen.findByRole('heading', { level: 1 });
  expect(waiting.element.querySelector('[aria-busy="true"]')).not.toBeNull();
});

it('shows all of itself at once, whichever answer comes first: nothing that is read is pushed away', async () => {
  const answers = new Map<string, () => void>();
  const late = (name: string, body: unknown) => () => new Promise((resolve) => answers.set(name, () => resolve(body)));
  const page = await pages.open('/appointments', {
    nemus_my_appointments: late('appointments', [
      exampleAppointment({ starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-01T14:30:00Z', is_sample: true }),
    ]),
    'rpc/nemus_booked_seminars': late('booked', []),
    nemus_course_enrollments: late('enrollments', []),
  });
  for (const name of ['appointments', 'booked', 'enrollments']) {
    await waitFor(() => expect(answers.has(name)).toBe(true));
    expect(page.element.querySelectorAll('[aria-busy="true"]').length).toBeGreaterThan(1);
    expect(screen.queryByRole('region', { name: 'Kommende Termine' })).toBeNull();
    expect(screen.queryByText(/Beispieldaten/)).toBeNull();
    await act(async () => answers.get(name)?.());
  }
  expect(await screen.findByRole('region', { name: 'Kommende Termine' })).toBeVisible();
  expect(screen.getByText(/Beispieldaten/)).toBeVisible();
  expect(page.element.querySelector('[aria-busy="true"]')).toBeNull();
});

it('lets people join from 15 minutes before the start on, without a reload', async () => {
  const start = Date.parse('2099-03-01T13:00:00Z');
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start - 15 * 60_000 - 1_000);
  await pages.open('/appointments', {
    nemus_my_appointments: () => [
      exampleAppointment({ starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-01T14:30:00Z' }),
    ],
  });
  const join = await screen.findByRole('button', { name: 'Teilnehmen: Fallseminar Angststörungen' });
  expect(join).toBeDisabled();
  expect(join).toHaveAccessibleDescription('Zugang ab 01.03.2099, 13:45 Uhr');
  clock.mockReturnValue(start - 15 * 60_000 + 1_000);
  // The reader comes back to the tab.
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const link = await screen.findByRole('link', { name: /^Teilnehmen: Fallseminar Angststörungen/ });
  expect(link).toHaveAttribute('href', 'https://meet.example/angst');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

it('shows an appointment under its own address, and leads back to the list', async () => {
  const { ports } = await pages.open('/appointments', {
    nemus_my_appointments: () => [
      exampleAppointment({ starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-01T14:30:00Z' }),
    ],
  });
  fireEvent.click(await screen.findByRole('link', { name: /^Details/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Fallseminar Angststörungen' });
  expect(dialog).toHaveTextContent('LeitungDr. Miriam Vogt');
  expect(ports.navigation.getLocation().search).toBe('?termin=a1');
  ports.navigation.go(-1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each([
  ['after the deadline', '2026-01-01T10:00:00Z', true],
  ['on the last day before a start without deadline', '2099-03-01T13:00:00Z', false],
])('offers a place that became free %s, and keeps the present date until a yes', async (_when, until, isFixed) => {
  const offered = exampleAppointment({
    starts_at: '2099-03-01T13:00:00Z',
    ends_at: '2099-03-01T14:30:00Z',
    course_id: 'c1',
    status: 'waitlist',
    waitlist_position: 1,
    offered_until: '2099-02-27T10:00:00Z',
    change_until: until,
  });
  const { ports } = await pages.open('/appointments', {
    nemus_my_appointments: () => [offered],
    'rpc/nemus_booked_seminars': () => [],
    'rpc/nemus_accept_place': () => null,
  });
  expect(
    await screen.findByText(/bis 27\.02\.2099, 11:00 Uhr annehmen.*behalten Sie Ihren jetzigen Termin/),
  ).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Platz annehmen: Fallseminar Angststörungen' }));
  expect(await screen.findByText(/geben Sie damit auf/)).toBeVisible();
  expect(screen.queryByText(/nicht mehr zurückgeben/) !== null).toBe(isFixed);
  expect(pages.asked('rpc/nemus_accept_place')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Platz annehmen' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_accept_place')).toHaveLength(1));
  await waitFor(() => expect(ports.toasts()).toMatchObject([{ kind: 'success', title: 'Platz angenommen' }]));
});
