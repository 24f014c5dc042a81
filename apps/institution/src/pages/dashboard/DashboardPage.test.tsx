/** @jest-environment ../../jest.browser.mjs */
import { emitted, fakeProfile, json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';

const pages = pagesUnderTest(app, 'institution');

afterEach(() => window.localStorage.clear());

it.each([
  ['welcomes an institution that is here for the first time', true, 'Willkommen'],
  ['welcomes one back that was here before', false, 'Willkommen zurück'],
])('%s', async (_case, isFirst, greeting) => {
  const profile = fakeProfile('institution');
  await pages.open('/dashboard', {
    'rpc/nemus_first_visit': () => json(200, isFirst),
    'rpc/nemus_institution_overview': () => json(200, { linked_trainees: 0, bookings_this_month: 0 }),
  });
  expect(
    await screen.findByRole('heading', { level: 1, name: `${greeting}, ${profile.institutionName}` }),
  ).toBeVisible();
});

it('notifies other areas of a cancelled purchase', async () => {
  const { ports } = await pages.open('/dashboard', {
    'rpc/nemus_open_purchases': () => [
      {
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
      },
    ],
    'functions/cancel-purchase': () => ({ cancelled: true, message: 'Der Kaufvorgang wurde abgebrochen.' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Kauf abbrechen: Ethik' }));
  await waitFor(() =>
    expect(ports.events.published()).toEqual([emitted(meeting, 'enrollments-changed', 'a purchase was given up')]),
  );
});

describe('first steps', () => {
  const steps = (closed: boolean, ...done: boolean[]) =>
    json(200, {
      closed,
      steps: ['approval', 'trainee', 'of-a-newer-database'].map((step, index) => ({
        step,
        done: done[index] ?? false,
      })),
    });
  const OVERVIEW = {
    'rpc/nemus_institution_overview': () => json(200, { linked_trainees: 0, bookings_this_month: 0 }),
  };

  it('show completed steps, link to open ones, and can be closed', async () => {
    const { ports } = await pages.open('/dashboard', {
      ...OVERVIEW,
      'rpc/nemus_first_steps': () => steps(false, true),
      nemus_closed_first_steps: () => new Response(null, { status: 201 }),
    });
    const list = await screen.findByRole('region', { name: 'Erste Schritte' });
    expect(list).toHaveTextContent('1 von 2 erledigt');
    expect(list).toHaveTextContent('Freigabe durch die Akademie, erledigt');
    expect(within(list).getByRole('link', { name: 'Erste Person einladen' })).toHaveAttribute(
      'href',
      '/piw-management/einladen',
    );
    fireEvent.click(within(list).getByRole('button', { name: 'Ausblenden' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Erste Schritte' })).not.toBeInTheDocument());
    expect(await pages.sent('nemus_closed_first_steps')).toEqual([{ user_id: ports.session.getSnapshot().userId }]);
  });

  it.each([
    ['that were put away', () => steps(true)],
    ['that are all done', () => steps(false, true, true)],
    ['that cannot be read', () => json(503, { message: 'down' })],
  ])('%s are not shown', async (_what, answer) => {
    await pages.open('/dashboard', { ...OVERVIEW, 'rpc/nemus_first_steps': answer });
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(pages.asked('rpc/nemus_first_steps').length).toBeGreaterThan(0));
    expect(screen.queryByRole('region', { name: 'Erste Schritte' })).not.toBeInTheDocument();
  });

  it('are not requested for a day after this account closed them', async () => {
    const answers = { ...OVERVIEW, 'rpc/nemus_first_steps': () => steps(true) };
    await pages.open('/dashboard', answers);
    await waitFor(() => expect(pages.asked('rpc/nemus_first_steps')).toHaveLength(1));
    await waitFor(() => expect(window.localStorage).toHaveLength(1));
    await pages.open('/dashboard', answers);
    await screen.findAllByText('Schnellaktionen');
    expect(pages.asked('rpc/nemus_first_steps')).toHaveLength(0);
    const [key] = Object.keys(window.localStorage);
    window.localStorage.setItem(key ?? '', String(Date.now() - 25 * 3_600_000));
    await pages.open('/dashboard', { ...OVERVIEW, 'rpc/nemus_first_steps': () => steps(false) });
    // Reopened on another device meanwhile.
    expect(await screen.findByRole('region', { name: 'Erste Schritte' })).toBeVisible();
    expect(window.localStorage).toHaveLength(0);
  });

  it('stay when closing them fails, and report it', async () => {
    const { ports } = await pages.open('/dashboard', {
      ...OVERVIEW,
      'rpc/nemus_first_steps': () => steps(false),
      nemus_closed_first_steps: () => json(500, { message: 'down' }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Ausblenden' }));
    await waitFor(() => expect(ports.toasts()[0]).toMatchObject({ kind: 'error' }));
    expect(screen.getByRole('region', { name: 'Erste Schritte' })).toBeVisible();
  });
});
