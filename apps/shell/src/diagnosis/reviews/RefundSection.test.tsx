/** @jest-environment ../../jest.browser.mjs */
import { fireEvent, screen } from '@testing-library/react';
import { fakeClient, refusal, type FakeAnswer } from '../../testing/fake-client';
import { fakePortal, renderPortal } from '../../testing/render-portal';
import { RefundSection } from './RefundSection';

const review = (id: string, change: object = {}) => ({
  refund_id: id,
  order_id: `o-${id}`,
  buyer: 'Eva Test',
  email: 'eva@nemus.example',
  title: 'Ethik',
  amount_cents: 13_000,
  reason: 'already_enrolled',
  people: null,
  attempts: 0,
  last_error: null,
  created_at: '2026-11-22T10:00:00Z',
  refunded_at: '2026-11-22T10:00:05Z',
  ...change,
});

function draw(answer: FakeAnswer) {
  const client = fakeClient(answer);
  renderPortal({ ...fakePortal(), client: () => Promise.resolve(client) }, <RefundSection />);
}

it('lists automatic refunds, done and pending, with the reason', async () => {
  const open = review('r-1', {
    refunded_at: null,
    attempts: 3,
    last_error: 'provider_unavailable',
    people: 'Kim Lang',
  });
  draw(() => [open, review('r-2')]);
  expect(await screen.findByText('Offen')).toBeInTheDocument();
  expect(screen.getByText('3-mal versucht, zuletzt: provider_unavailable')).toBeInTheDocument();
  expect(screen.getByText('Kim Lang')).toBeInTheDocument();
  expect(screen.getByText('Erstattet')).toBeInTheDocument();
  expect(screen.getAllByText('Kurs war schon vorhanden')).toHaveLength(2);
});

it('says that the list could not be read, and reads it again', async () => {
  let down = true;
  draw(() => (down ? refusal(500) : []));
  expect(await screen.findByText('Die Erstattungen konnten nicht gelesen werden')).toBeInTheDocument();
  down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen', hidden: true }));
  expect(await screen.findByText('Keine automatischen Erstattungen')).toBeInTheDocument();
});
