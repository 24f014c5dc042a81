import { disputeMail } from '../_shared/dispute-mail.ts';

const mailOf = (status: string, reason: string) =>
  disputeMail(
    'https://portal.example',
    'support@portal.example',
    { id: 'du_1', amount: 12_000, currency: 'eur', status, reason, evidence_details: { due_by: 1_798_000_000 } },
    { tell: 'opened', title: 'Krisenintervention', kind: 'course', attention: null, order_id: null },
  );

it.each([
  ['needs_response', 'fraudulent', 'Antwort nötig', 'Betrug'],
  ['warning_needs_response', 'duplicate', 'Rückfrage, Antwort nötig', 'doppelt abgebucht'],
  ['lost', 'product_not_received', 'verloren', 'Leistung nicht erhalten'],
  ['appeal_under_review', 'unrecognized', 'Einspruch, wird geprüft', 'Zahlung nicht erkannt'],
  ['state_of_2028', 'reason_of_2028', 'unbekannt', 'nicht angegeben'],
])('the mail about a dispute %s for %s is German', (status, reason, state, why) => {
  const { text, html } = mailOf(status, reason);
  expect(text).toContain(`Stand beim Zahlungsanbieter: ${state}`);
  expect(text).toContain(`Grund laut Bank: ${why}`);
  for (const code of [status, reason].filter((word) => word.includes('_'))) {
    expect(text).not.toContain(code);
    expect(html).not.toContain(code);
  }
});
