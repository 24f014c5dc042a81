import { DataError, type PaymentVerification } from '@nemus/data';
import { exampleVerification } from '../../examples/rows';
import { NO_SESSION, resultOf, resultOfError } from './result';
import { supportMail } from './support-mail';

const PAID = exampleVerification();
const unpaid = (status: PaymentVerification['status']): PaymentVerification => ({
  ...PAID,
  success: false,
  message: 'Worte des Servers',
  credits_added: null,
  payment_details: { amount_paid: null },
  status,
});

it('reports a purchase in the words of S-9.12 and S-9.15', () => {
  expect(resultOf(PAID, false)).toMatchObject({
    title: 'Zahlung erfolgreich!',
    text: '200 Credits wurden Ihrem Konto hinzugefügt.',
  });
  expect(resultOf({ ...PAID, credits_added: 1_250 }, false).text).toBe('1.250 Credits wurden Ihrem Konto hinzugefügt.');
  const subscription = { ...PAID, kind: 'subscription', credits_added: null, subscription_tier: 'yearly' } as const;
  expect(resultOf(subscription, false)).toMatchObject({ title: 'Zahlung erfolgreich!', text: 'Abonnement aktiviert!' });
  expect(resultOf({ ...PAID, kind: 'course', credits_added: null }, false).text).toBe(
    'Sie haben erfolgreich Zugang zu diesem Kurs erhalten.',
  );
});

it('says at a second visit that it was already processed, and what was bought', () => {
  expect(resultOf({ ...PAID, already_processed: true }, false)).toMatchObject({
    kind: 'bought',
    title: 'Zahlung bereits verarbeitet',
    text: '200 Credits wurden Ihrem Konto hinzugefügt.',
  });
});

it.each(['open', 'pending'] as const)('waits while the payment is %s, then says what happens next', (status) => {
  expect(resultOf(unpaid(status), false)).toMatchObject({ kind: 'waiting', support: true, retry: true });
  const gaveUp = resultOf(unpaid(status), true);
  expect(gaveUp).toMatchObject({ kind: 'waiting', support: true });
  expect(gaveUp.next).toContain('schalten wir Ihren Kauf ohne Ihr Zutun frei');
});

it.each(['failed', 'expired', 'refunded', 'disputed'] as const)(
  'reports a payment that is %s with the server’s message',
  (status) => {
    expect(resultOf(unpaid(status), false)).toMatchObject({
      kind: 'failed',
      title: 'Zahlungsfehler',
      text: 'Worte des Servers',
      support: true,
      retry: false,
    });
  },
);

it('distinguishes a failed check from a missing session', () => {
  const gone = new DataError('payment_not_found', 'Diese Zahlung wurde nicht gefunden.', 404);
  expect(resultOfError(gone)).toMatchObject({ title: 'Verifikationsfehler', text: gone.message, retry: false });
  const down = new DataError('network', 'Keine Verbindung zum Server.', 0);
  expect(resultOfError(down)).toMatchObject({ title: 'Verifikationsfehler', retry: true, support: true });
  expect(resultOfError(new Error('?')).text).toBe('Error occurred');
});

it('has words for an address without a session', () => {
  expect(NO_SESSION).toMatchObject({ title: 'Zahlungsfehler', text: 'Keine Session-ID gefunden', support: false });
});

it('writes a mail that carries the id of the session', () => {
  const mail = new URL(supportMail('support@nemus.example', 'cs_test_1&2'));
  expect(mail.pathname).toBe('support@nemus.example');
  expect(mail.searchParams.get('subject')).toContain('cs_test_1&2');
  expect(mail.searchParams.get('body')).toContain('cs_test_1&2');
});
