/** @jest-environment ../../jest.browser.mjs */
import { SMS_CONSENT } from '@nemus/data';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, within } from '@testing-library/react';
import app from '../../app';
import { readablePhone } from './readable-phone';

const NUMBER = '+4915123456789';
const CHECKED = { number: NUMBER, checked_at: '2026-11-20T09:00:00+00:00', consented_at: '2026-11-20T08:59:00+00:00' };
const WAITING = { ...CHECKED, checked_at: null };
const pages = pagesUnderTest(app);
const open = (rows: () => readonly object[], answers: Parameters<typeof pages.open>[1] = {}) =>
  pages.open('/account/phone', { nemus_phones: rows, ...answers });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

it('requires number and consent, and says which one is missing', async () => {
  await open(() => []);
  await press('Code anfordern');
  expect(await screen.findByText('Bitte geben Sie Ihre Mobilnummer an.')).toBeVisible();
  expect(screen.getByText('Ohne Ihr Einverständnis können wir keine SMS schicken.')).toBeVisible();
  expect(screen.getByLabelText('Mobilnummer')).toHaveAttribute('aria-invalid', 'true');
  expect(await pages.sent('functions/check-phone')).toEqual([]);
});

it('sends the number with the version of the text, and then asks for the code', async () => {
  let rows: readonly object[] = [];
  await open(() => rows, {
    'functions/check-phone': () => {
      rows = [WAITING];
      return { sent: true };
    },
  });
  await type('Mobilnummer', '0151 23456789');
  fireEvent.click(screen.getByLabelText(SMS_CONSENT.text));
  await press('Code anfordern');
  expect(await screen.findByLabelText('Code aus der SMS')).toBeVisible();
  expect(await pages.sent('functions/check-phone')).toEqual([
    { number: '0151 23456789', consent: SMS_CONSENT.version },
  ]);
});

it('shows a refusal of the number at its field', async () => {
  await open(() => [], {
    'functions/check-phone': () =>
      Response.json(
        { error: { code: 'phone_country', message: 'In dieses Land senden wir keine SMS.' } },
        { status: 400 },
      ),
  });
  await type('Mobilnummer', '+7 912 3456789');
  fireEvent.click(screen.getByLabelText(SMS_CONSENT.text));
  await press('Code anfordern');
  expect(await screen.findByRole('alert')).toHaveTextContent('In dieses Land senden wir keine SMS.');
  expect(screen.getByLabelText('Mobilnummer')).toHaveValue('+7 912 3456789');
});

it('a wrong code says how many attempts are left, the right one proves the number', async () => {
  let rows: readonly object[] = [WAITING];
  const answers = [{ state: 'wrong', left: 4 }, { state: 'checked' }];
  const { ports } = await open(() => rows, {
    'rpc/nemus_check_phone': () => {
      const answer = answers.shift();
      if (answer?.state === 'checked') rows = [CHECKED];
      return answer;
    },
  });
  await type('Code aus der SMS', '12345');
  await press('Nummer bestätigen');
  expect(await screen.findByText('Der Code hat sechs Ziffern.')).toBeVisible();
  await type('Code aus der SMS', '654321');
  await press('Nummer bestätigen');
  expect(await screen.findByText('Dieser Code ist falsch. Noch 4 Versuche.')).toBeVisible();
  await type('Code aus der SMS', '123 456');
  await press('Nummer bestätigen');
  expect(await screen.findByText(/geprüft am 20\.11\.2026/)).toBeVisible();
  expect(ports.toasts()).toContainEqual({ kind: 'success', title: 'Mobilnummer geprüft' });
  expect(await pages.sent('rpc/nemus_check_phone')).toEqual([{ p_code: '654321' }, { p_code: '123456' }]);
});

it('ends after explaining the consequences', async () => {
  let rows: readonly object[] = [CHECKED];
  await open(() => rows, {
    'rpc/nemus_end_phone': () => {
      rows = [];
      return null;
    },
  });
  await press('SMS beenden');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'SMS beenden' }));
  expect(await screen.findByRole('button', { name: 'Code anfordern' })).toBeVisible();
  expect(await pages.sent('rpc/nemus_end_phone')).toHaveLength(1);
});

it('asks for another number while the old one stays in use', async () => {
  await open(() => [CHECKED]);
  await press('Nummer ändern');
  expect(await screen.findByLabelText('Mobilnummer')).toBeVisible();
  expect(screen.getByText(/geprüft am/)).toBeVisible();
});

it.each([
  ['+4915123456789', '+49 1512 3456 789'],
  ['+436601234567', '+43 6601 2345 67'],
])('%s is read as %s', (number, text) => {
  expect(readablePhone(number).replaceAll('\u00A0', ' ')).toBe(text);
});
