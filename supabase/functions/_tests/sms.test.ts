/** Content and recipients of the SMS, and the provider's answers. */
import checkPhone from '../check-phone/index.ts';
import sendSms from '../send-sms/index.ts';
import { readNumber } from '../_shared/phone-number.ts';
import { codeSms, newsSms, SMS_CONSENT } from '../_shared/texts/sms.ts';
import { CALLER_ID, interceptRequests, json, SETTINGS, setEnvironment, signedIn } from './requests.ts';

const SMS_ID = '00000000-0000-4000-8000-000000000001';
const waiting = { sms_id: SMS_ID, kind: 'date_moved', number: '+4915123456789', code: null, path: '/appointments' };
const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name);

let list: readonly object[] = [];
let provider: () => Response;
let network: ReturnType<typeof interceptRequests>;
let log: jest.SpyInstance<void, unknown[]>;
const settings = (more: Readonly<Record<string, string>> = {}) =>
  setEnvironment({ ...SETTINGS, SMS_KEY: 'seven-key', ...more });

beforeEach(() => {
  list = [waiting];
  provider = () => json({ success: '100', messages: [{ id: '77', parts: 1, success: true }] });
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  settings();
  network = interceptRequests(({ url }) => {
    if (url.pathname === '/api/sms') return provider();
    if (url.pathname.endsWith('/auth/v1/user')) return json({ id: CALLER_ID });
    if (url.pathname.endsWith('nemus_start_phone_check')) return json(SMS_ID);
    if (url.pathname.endsWith('nemus_claim_sms')) return json(list);
    if (url.pathname.endsWith('nemus_note_sms')) return new Response(null, { status: 204 });
    return undefined;
  });
});
afterEach(() => {
  network.restore();
  log.mockRestore();
  setEnvironment({});
});

const ask = async (body: object = {}) => {
  const request = new Request('http://functions.test/send-sms', { method: 'POST', body: JSON.stringify(body) });
  return (await sendSms.fetch(request)).json();
};
const check = async (number: string, consent: string = SMS_CONSENT.version) => {
  const answer = await checkPhone.fetch(signedIn('check-phone', { number, consent }));
  const body: unknown = await answer.json();
  return { status: answer.status, code: field(field(body, 'error'), 'code'), body };
};
const asked = (name: string) => network.asked.filter(({ url }) => url.pathname.endsWith(name));

it('hands an SMS over as seven.io takes it, and notes what it was paid as', async () => {
  expect(await ask()).toEqual({ sent: 1 });
  const [sms] = asked('/api/sms');
  expect(sms?.url.href).toBe('https://gateway.seven.io/api/sms');
  expect(sms?.headers.get('x-api-key')).toBe('seven-key');
  expect(sms?.body).toEqual({
    to: '+4915123456789',
    text: expect.stringContaining('https://portal.example/appointments') as unknown,
    from: 'Nemus',
    foreign_id: SMS_ID,
  });
  expect(asked('nemus_note_sms')[0]?.body).toEqual({
    p_sms: SMS_ID,
    p_outcome: 'sent',
    p_parts: 1,
    p_provider_id: '77',
  });
});

it.each([
  ['402', 'sent', 'the same SMS left with an attempt before'],
  ['202', 'refused', 'the number is none'],
  ['201', 'refused', 'the country is not served'],
  ['500', 'again', 'the account there is empty'],
  ['900', 'again', 'the key is wrong'],
])('code %s counts as %s: %s', async (success, outcome) => {
  provider = () => json({ success, messages: [] });
  await ask();
  expect(asked('nemus_note_sms')[0]?.body).toMatchObject({ p_outcome: outcome });
});

it('what the provider does not answer is tried again, and stops no other', async () => {
  list = [waiting, { ...waiting, sms_id: '00000000-0000-4000-8000-000000000002' }];
  let first = true;
  provider = () => {
    if (!first) return json({ success: 100, messages: [] });
    first = false;
    throw new Error('connection reset');
  };
  expect(await ask()).toEqual({ sent: 1 });
  expect(asked('nemus_note_sms').map(({ body }) => field(body, 'p_outcome'))).toEqual(['again', 'sent']);
});

it('sends nothing to a country that is not listed any more', async () => {
  settings({ SMS_COUNTRIES: 'AT' });
  expect(await ask()).toEqual({ sent: 0 });
  expect(asked('/api/sms')).toEqual([]);
  expect(asked('nemus_note_sms')[0]?.body).toMatchObject({ p_outcome: 'refused' });
});

it('without a provider it takes nothing from the queue, and no number', async () => {
  setEnvironment(SETTINGS);
  expect(await ask()).toEqual({ sent: 0 });
  expect(asked('nemus_claim_sms')).toEqual([]);
  expect(await check('0151 23456789')).toMatchObject({ status: 503, code: 'sms_unavailable' });
});

it('another address than the provider’s needs a key of the sandbox', async () => {
  settings({ SMS_API_BASE: 'https://boese.example' });
  expect(await ask()).toMatchObject({ error: { code: 'unexpected' } });
  settings({ SMS_API_BASE: 'http://127.0.0.1:54324', SMS_KEY: 'sandbox_key' });
  expect(await ask()).toEqual({ sent: 1 });
  expect(asked('/api/sms')[0]?.url.host).toBe('127.0.0.1:54324');
});

it.each(['Nemus\r\nX-Evil: 1', 'NemusPortal12', '+49 151', ''])('a sender like %p is refused', async (sender) => {
  settings({ SMS_SENDER: sender });
  // An empty variable counts as none.
  expect(await ask()).toMatchObject(sender === '' ? { sent: 1 } : { error: { code: 'unexpected' } });
});

it('takes a number in the form of the networks, for the caller alone, with the text that was agreed to', async () => {
  expect(await check(' 0151 / 234 567-89 ')).toMatchObject({ status: 200, body: { sent: true } });
  expect(asked('nemus_start_phone_check')[0]?.body).toEqual({
    p_user: CALLER_ID,
    p_number: '+4915123456789',
    p_consent_version: SMS_CONSENT.version,
  });
  expect(await check('0151 23456789', '2020-01')).toMatchObject({ status: 400, code: 'invalid_request' });
});

it.each([
  ['+49 151 23456789', '+4915123456789'],
  ['0043 660 1234567', '+436601234567'],
  ['+41 78 123 45 67', '+41781234567'],
  ['\u202A+49 151 23456789\u202C', '+4915123456789'],
  ['+49\u00A0(0)\u202F151\u2011234\u00AD56789', '+4915123456789'],
])('reads %s', (text, number) => {
  expect(readNumber(text, { smsCountries: ['DE', 'AT', 'CH'] })).toEqual({ number });
});

it.each([
  ['030 1234567', 'phone_invalid', 'a landline'],
  ['0900 1234567', 'phone_invalid', 'a premium number'],
  ['0137 1234567', 'phone_invalid', 'a number for votes'],
  ['+49 151 23456789 ext. 5', 'phone_invalid', 'an extension'],
  ['ruf an 0151 23456789', 'phone_invalid', 'words'],
  ['+7 912 345 67 89', 'phone_country', 'a country that is not listed'],
  ['+1 876 555 1234', 'phone_country', 'an island with expensive numbers'],
  ['+882 16 1234567', 'phone_country', 'a satellite'],
])('refuses %s as %s: %s', (text, problem) => {
  expect(readNumber(text, { smsCountries: ['DE', 'AT', 'CH'] })).toEqual({ problem });
});

it('fits one SMS, however long address and path are', () => {
  const long = `https://${'portal.'.repeat(8)}example`;
  expect(codeSms('123456').length).toBeLessThanOrEqual(160);
  for (const [site, path] of [
    ['https://portal.example', '/dashboard/report/2026-11-16'],
    ['https://portal.example', `/${'a'.repeat(200)}`],
    [long, '/appointments'],
  ] as const) {
    expect(newsSms('Termin verschoben', site, path).length).toBeLessThanOrEqual(160);
  }
  expect(newsSms('Termin verschoben', 'https://portal.example', '/appointments')).toBe(
    'Nemus: Termin verschoben. https://portal.example/appointments Beenden: https://portal.example/account/phone',
  );
});
