import { stateOf } from './subscription-state';

it.each([
  ['active', 'Aktiv', 'Nächste Verlängerung'],
  ['trialing', 'Testphase', 'Testphase bis'],
  ['past_due', 'Zahlung offen', 'Bezahlt bis'],
  ['canceled', 'Gekündigt', 'Gültig bis'],
  ['incomplete', 'Nicht abgeschlossen', null],
  ['something-new', 'In Prüfung', null],
])('describes the status %s: %s', (status, label, dateLabel) => {
  expect(stateOf({ status, cancel_at_period_end: false })).toMatchObject({ label, dateLabel });
});

it('says until when a cancelled subscription still runs', () => {
  expect(stateOf({ status: 'active', cancel_at_period_end: true })).toMatchObject({
    label: 'Gekündigt',
    dateLabel: 'Gültig bis',
  });
});

it('says first what to do about a cancelled, unpaid subscription', () => {
  expect(stateOf({ status: 'past_due', cancel_at_period_end: true })).toMatchObject({ label: 'Zahlung offen' });
});
