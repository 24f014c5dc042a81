import { disputeReason, disputeState } from './purchases.ts';

it.each([
  'appeal_needs_response',
  'appeal_under_review',
  'lost',
  'needs_response',
  'prevented',
  'under_review',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
  'won',
])('the state %s of a dispute has German words', (status) => {
  expect(disputeState(status)).not.toBe('unbekannt');
  expect(disputeState(status)).not.toContain('_');
});

it.each(['fraudulent', 'duplicate', 'product_not_received', 'subscription_canceled', 'unrecognized'])(
  'the reason %s has German words',
  (reason) => {
    expect(disputeReason(reason)).not.toBe('nicht angegeben');
    expect(disputeReason(reason)).not.toContain('_');
  },
);

it('a word that the provider adds later is not shown', () => {
  expect(disputeState('arbitration_2028')).toBe('unbekannt');
  expect(disputeReason('general')).toBe('nicht angegeben');
});
