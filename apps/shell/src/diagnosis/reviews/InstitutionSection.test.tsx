/** @jest-environment ../../jest.browser.mjs */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeClient, refusal, type FakeAnswer } from '../../testing/fake-client';
import { fakePortal, renderPortal } from '../../testing/render-portal';
import { InstitutionSection } from './InstitutionSection';

const review = (id: string, name: string, state: string, approved: string | null = null) => ({
  institution_id: id,
  name,
  approved_name: approved,
  email: `${id}@nemus.example`,
  website: '',
  address: 'Parkstraße 8',
  registered_at: '2026-03-02T10:00:00Z',
  approved_at: null,
  withdrawn_at: null,
  state,
});
const REVIEWS = [
  review('i-1', 'Ambulanz Nord', 'waiting'),
  review('i-2', 'Ihre Bank', 'renamed', 'Praxis am Ring'),
  review('i-3', 'Zentrum Süd', 'approved', 'Zentrum Süd'),
];

function open(answer: FakeAnswer) {
  const spy = jest.fn(answer);
  const client = fakeClient(spy);
  renderPortal({ ...fakePortal(), client: () => Promise.resolve(client) }, <InstitutionSection />);
  return spy;
}
const button = (name: string) => screen.findByRole('button', { name, hidden: true });

it('lists pending institutions and the approved names of others; approving sends the displayed name', async () => {
  const call = open((name) => (name === 'nemus_institution_reviews' ? REVIEWS : null));
  fireEvent.click(await button('Freigeben: Ambulanz Nord'));
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('nemus_approve_institution', { p_institution: 'i-1', p_name: 'Ambulanz Nord' }),
  );
  expect(screen.getByText('freigegeben als Praxis am Ring')).toBeInTheDocument();
  await waitFor(() => expect(call.mock.calls.filter(([name]) => name === 'nemus_institution_reviews')).toHaveLength(2));
});

it('withdraws an approval after a question', async () => {
  const call = open((name) => (name === 'nemus_institution_reviews' ? REVIEWS : null));
  fireEvent.click(await button('Freigabe zurückziehen: Zentrum Süd'));
  expect(await screen.findByText(/Offene Einladungen gelten nicht mehr/)).toBeInTheDocument();
  expect(call).toHaveBeenCalledTimes(1);
  fireEvent.click(await button('Freigabe zurückziehen'));
  await waitFor(() => expect(call).toHaveBeenCalledWith('nemus_withdraw_approval', { p_institution: 'i-3' }));
});

it('says that a decision was not saved, and reads the list again', async () => {
  const call = open((name) => (name === 'nemus_institution_reviews' ? REVIEWS : refusal(409)));
  fireEvent.click(await button('Freigeben: Ambulanz Nord'));
  expect(await screen.findByText('Entscheidung nicht gespeichert')).toBeInTheDocument();
  await waitFor(() => expect(call).toHaveBeenCalledTimes(3));
});

it('says that the list could not be read', async () => {
  open(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await screen.findByText('Die Weiterbildungsstätten konnten nicht gelesen werden')).toBeInTheDocument();
});
