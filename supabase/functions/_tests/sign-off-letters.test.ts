/** What the mails to people who confirm say, and that each letter leaves once. */
import sendSignOffLetters from '../send-sign-off-letters/index.ts';
import type { SignOffLetter } from '../send-sign-off-letters/sign-off-mail.ts';
import { interceptRequests, json, SETTINGS, setEnvironment } from './requests.ts';

const TOKEN = 'ab'.repeat(32);
const LINK: SignOffLetter = {
  letter_id: '00000000-0000-4000-8000-000000000001',
  kind: 'link',
  token: TOKEN,
  expires_at: '2026-12-06T23:30:00.5+00:00',
  email: 'ada@lehr.example',
  name: 'Ada <b>Lehr',
  institution: 'Ambulanz am Park',
  trainee: 'Eva Test',
  trainees: 1,
  entries: 12,
  weeks: ['2026-11-16', '2026-11-09'],
};
const REMINDER: SignOffLetter = {
  ...LINK,
  letter_id: '00000000-0000-4000-8000-000000000002',
  kind: 'reminder',
  token: null,
  expires_at: null,
  institution: null,
  trainee: null,
  trainees: 3,
};
const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name);

let letters: readonly SignOffLetter[] = [];
let refuses = false;
let network: ReturnType<typeof interceptRequests>;
let log: jest.SpyInstance<void, unknown[]>;

beforeEach(() => {
  [letters, refuses] = [[LINK], false];
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  setEnvironment(SETTINGS);
  network = interceptRequests(({ url }) => {
    if (url.href === SETTINGS.MAIL_URL) return new Response(null, { status: refuses ? 400 : 202 });
    if (url.pathname.endsWith('nemus_claim_sign_off_letters')) return json(letters);
    if (url.pathname.endsWith('nemus_note_sign_off_letter')) return new Response(null, { status: 204 });
    if (url.pathname.endsWith('nemus_unsubscribe_tokens')) return json([]);
    return undefined;
  });
});
afterEach(() => {
  network.restore();
  log.mockRestore();
  setEnvironment({});
});

const ask = async (body: object = {}) => {
  const request = new Request('http://functions.test/send-sign-off-letters', {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const answer = await sendSignOffLetters.fetch(request);
  return { status: answer.status, body: await answer.json() };
};
const bodiesOf = (name: string) =>
  network.asked.filter(({ url }) => url.pathname.endsWith(name)).map(({ body }) => body);
const mails = () => network.asked.filter(({ url }) => url.href === SETTINGS.MAIL_URL).map(({ body }) => body);

it('a link names trainee, weeks and number, and leads to the page that asks', async () => {
  expect(await ask()).toEqual({ status: 200, body: { sent: 1 } });
  const [mail] = mails();
  expect(field(mail, 'to')).toBe('ada@lehr.example');
  expect(field(mail, 'subject')).toBe('12 Einträge warten auf Sie: Logbuch von Eva Test');
  for (const part of [
    'Eva Test bittet Sie, 12 Einträge im Logbuch der Weiterbildung zu bestätigen. Ambulanz am Park hat Sie dafür benannt.',
    'Wochen ab: 16.11.2026, 09.11.2026',
    `https://portal.example/logbuch-bestaetigen?link=${TOKEN}`,
    'Er gilt bis zum 07.12.2026.',
  ]) {
    expect(field(mail, 'text')).toContain(part);
  }
  expect(field(mail, 'html')).not.toContain('<b>Lehr');
  expect(bodiesOf('nemus_note_sign_off_letter')).toEqual([{ p_letter: LINK.letter_id, p_sent: true }]);
});

it('a name that is an address is none in the mail', async () => {
  letters = [{ ...LINK, trainee: 'www.boese.example klicken', institution: 'http://boese.example' }];
  await ask();
  expect(JSON.stringify(mails())).not.toContain('boese');
});

it('a reminder says how many, and leads to the inbox', async () => {
  letters = [REMINDER];
  await ask();
  const [mail] = mails();
  expect(field(mail, 'subject')).toBe('Logbuch: 12 Einträge warten auf Sie');
  expect(field(mail, 'text')).toContain('Im Logbuch warten 12 Einträge von 3 Personen in Weiterbildung');
  expect(field(mail, 'text')).toContain('https://portal.example/logbook/inbox');
});

it('one entry of one person is in the singular', async () => {
  letters = [{ ...REMINDER, entries: 1, trainees: 1 }];
  await ask();
  expect(field(mails()[0], 'text')).toContain('Im Logbuch wartet 1 Eintrag von einer Person in Weiterbildung');
});

it('a mail that cannot leave is noted as that, and stops no other', async () => {
  letters = [LINK, REMINDER];
  refuses = true;
  expect(await ask()).toEqual({ status: 200, body: { sent: 0 } });
  expect(bodiesOf('nemus_note_sign_off_letter')).toEqual([
    { p_letter: LINK.letter_id, p_sent: false },
    { p_letter: REMINDER.letter_id, p_sent: false },
  ]);
});

it('takes nothing from the caller', async () => {
  expect(await ask({ email: 'ich@boese.example' })).toMatchObject({ status: 400 });
  expect(mails()).toEqual([]);
});
