/** Content, calendar files and number of the mails about dates. */
import type { DateLetter } from '../_shared/date-letter.ts';
import sendDateLetters from '../send-date-letters/index.ts';
import { CALLER_ID, interceptRequests, json, SETTINGS, setEnvironment, signedIn } from './requests.ts';

const LETTER: DateLetter = {
  letter_id: '00000000-0000-4000-8000-000000000001',
  kind: 'moved',
  audience: 'participant',
  has_place: true,
  email: 'anna@nemus.example',
  first_name: 'Anna <b>',
  last_name: 'Alt',
  appointment_id: '00000000-0000-4000-8000-00000000000a',
  title: 'Traumatherapie\nTeil 1',
  starts_at: '2027-03-28T07:00:00+00:00',
  ends_at: '2027-03-28T09:00:00+00:00',
  type: 'Seminar',
  format: 'Präsenz',
  location: 'Großer Saal, Weg 1',
  instructor: 'Ada Berg',
  details: { earlier_start: '2027-03-21T09:00:00+00:00' },
  changed_at: '2026-12-01T10:00:30+00:00',
  sequence: 40_000_007,
};
const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name);

let letters: readonly DateLetter[] = [];
let refuses = false;
let tokens: readonly object[] = [];
let network: ReturnType<typeof interceptRequests>;
let log: jest.SpyInstance<void, unknown[]>;

beforeEach(() => {
  [letters, refuses, tokens] = [[LETTER], false, []];
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  setEnvironment(SETTINGS);
  network = interceptRequests(({ url }) => {
    if (url.href === SETTINGS.MAIL_URL) return new Response(null, { status: refuses ? 400 : 202 });
    if (url.pathname === '/auth/v1/user') return json({ id: CALLER_ID });
    if (url.pathname.endsWith('nemus_claim_date_letters')) return json(letters);
    if (url.pathname.endsWith('nemus_note_date_letter')) return new Response(null, { status: 204 });
    if (url.pathname.endsWith('nemus_unsubscribe_tokens')) return json(tokens);
    return undefined;
  });
});
afterEach(() => {
  network.restore();
  log.mockRestore();
  setEnvironment({});
});

const ask = (body: object = { dateIds: [LETTER.appointment_id] }) =>
  sendDateLetters.fetch(signedIn('send-date-letters', body));
const bodiesOf = (name: string) =>
  network.asked.filter(({ url }) => url.pathname.endsWith(name)).map(({ body }) => body);
const mails = () => network.asked.filter(({ url }) => url.href === SETTINGS.MAIL_URL).map(({ body }) => body);

/** The calendar file of a mail, unfolded; null without one. */
function calendarOf(mail: unknown): string | null {
  const files = field(mail, 'attachments');
  if (!Array.isArray(files)) return null;
  return Buffer.from(String(field(files[0], 'content')), 'base64')
    .toString('utf8')
    .replaceAll('\r\n ', '');
}

it('says the time in Berlin over the change of the clocks, before and after, as text and as harmless HTML', async () => {
  expect(await (await ask()).json()).toEqual({ sent: 1 });
  const [mail] = mails();
  expect(field(mail, 'to')).toBe('anna@nemus.example');
  expect(field(mail, 'subject')).toBe('Ihr Termin hat sich geändert: Traumatherapie Teil 1');
  expect(field(mail, 'text')).toContain('Zeit: 28.03.2027, 09:00 Uhr bis 28.03.2027, 11:00 Uhr');
  expect(field(mail, 'text')).toContain('Bisheriger Beginn: 21.03.2027, 10:00 Uhr');
  expect(field(mail, 'text')).toContain('https://portal.example/appointments');
  expect(field(mail, 'html')).not.toContain('Anna <b>');
  expect(bodiesOf('nemus_claim_date_letters')).toEqual([
    { p_appointments: [LETTER.appointment_id], p_user: CALLER_ID },
  ]);
  expect(bodiesOf('nemus_note_date_letter')).toEqual([{ p_letter: LETTER.letter_id, p_sent: true }]);
});

it('moves the entry that a calendar has: the same UID, a higher sequence', async () => {
  await ask();
  const calendar = calendarOf(mails()[0]);
  expect(calendar).toContain('METHOD:REQUEST');
  expect(calendar).toContain(`UID:${LETTER.appointment_id}@termine.nemus`);
  expect(calendar).toContain('SEQUENCE:40000007');
  expect(calendar).toContain('DTSTART:20270328T070000Z');
  expect(calendar).toContain('MAILTO:anna@nemus.example');
});

it.each(['cancelled', 'place_ended'] as const)('takes the entry out of the calendar: %s', async (kind) => {
  letters = [{ ...LETTER, kind, details: { reason: 'Krank' } }];
  await ask();
  const [mail] = mails();
  expect(field(mail, 'text')).toContain('Grund: Krank');
  expect(calendarOf(mail)).toContain('METHOD:CANCEL');
  expect(calendarOf(mail)).toContain('STATUS:CANCELLED');
});

it('enters the new date of a person who was moved to it', async () => {
  letters = [
    { ...LETTER, kind: 'rebooked' },
    { ...LETTER, kind: 'rebooked', audience: 'institution', has_place: false, details: { people: ['Anna Alt'] } },
  ];
  await ask();
  const [mail, told] = mails();
  expect(field(told, 'subject')).toBe('PiW Ihrer Weiterbildungsstätte sind umgebucht: Traumatherapie Teil 1');
  expect(field(told, 'text')).toContain('stornieren Sie die Plätze kostenfrei, bis er beginnt');
  expect(calendarOf(told)).toBeNull();
  expect(field(mail, 'subject')).toBe('Sie sind umgebucht: Traumatherapie Teil 1');
  expect(field(mail, 'text')).toContain('Bisheriger Beginn: 21.03.2027, 10:00 Uhr');
  expect(field(mail, 'text')).toContain('weil Sie diesen Kurs gebucht haben');
  expect(calendarOf(mail)).toContain('METHOD:REQUEST');
});

it('attaches no calendar file for people on the waiting list, nor for institutions, who read whom it concerns', async () => {
  letters = [
    { ...LETTER, kind: 'waitlisted', has_place: false, details: { position: 2 } },
    { ...LETTER, has_place: false },
    { ...LETTER, audience: 'institution', details: { people: ['Anna Alt https://evil.example'] } },
  ];
  await ask();
  expect(mails().map(calendarOf)).toEqual([null, null, null]);
  expect(field(mails()[0], 'text')).toContain('Platz auf der Warteliste: 2');
  expect(field(mails()[2], 'text')).toContain('Betrifft: Anna Alt\n');
  expect(field(mails()[2], 'text')).toContain('https://portal.example/course-bookings');
});

it('notes what did not leave, so that it is sent again, and refuses other bodies', async () => {
  refuses = true;
  expect(await (await ask()).json()).toEqual({ sent: 0 });
  expect(bodiesOf('nemus_note_date_letter')).toEqual([{ p_letter: LETTER.letter_id, p_sent: false }]);
  expect((await ask({ dateIds: ['x'] })).status).toBe(400);
});

it('a letter that may be switched off carries the link to do so, and the headers of mail programs', async () => {
  const token = 'cd'.repeat(32);
  tokens = [{ letter_id: LETTER.letter_id, kind: 'place_confirmed', token }];
  await ask();
  const [mail] = mails();
  for (const part of ['text', 'html']) {
    expect(field(mail, part)).toContain(`https://portal.example/abbestellen?link=${token}`);
  }
  expect(field(field(mail, 'headers'), 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
});

it('lists the parts of a date, with a calendar entry for each and a cancellation of those that are gone', async () => {
  const part = (id: string, title: string, day: string) => ({
    id,
    title,
    starts_at: `2027-04-${day}T16:00:00+00:00`,
    ends_at: `2027-04-${day}T19:00:00+00:00`,
  });
  letters = [
    {
      ...LETTER,
      parts: [part(LETTER.appointment_id, 'Auftakt', '05'), part('00000000-0000-4000-8000-0000000000b2', '', '12')],
      details: { gone: [part('00000000-0000-4000-8000-0000000000b3', '', '19')] },
    },
  ];
  await ask();
  const [mail] = mails();
  expect(field(mail, 'text')).toContain('Teil 1: Auftakt, 05.04.2027, 18:00 Uhr bis 05.04.2027, 21:00 Uhr');
  expect(field(mail, 'text')).toContain('Entfällt: 19.04.2027, 18:00 Uhr bis 19.04.2027, 21:00 Uhr');
  const calendar = calendarOf(mail) ?? '';
  expect(calendar).toContain('METHOD:PUBLISH');
  expect(calendar.match(/UID:.*/gu)?.map((uid) => uid.trim())).toEqual([
    `UID:${LETTER.appointment_id}@termine.nemus`,
    'UID:00000000-0000-4000-8000-0000000000b2@termine.nemus',
    'UID:00000000-0000-4000-8000-0000000000b3@termine.nemus',
  ]);
  expect(calendar.match(/STATUS:.*/gu)?.map((state) => state.trim())).toEqual([
    'STATUS:CONFIRMED',
    'STATUS:CONFIRMED',
    'STATUS:CANCELLED',
  ]);
});

it('a cancelled date in parts takes back what is still to come', async () => {
  const parts = ['05', '12'].map((day) => ({
    id: `00000000-0000-4000-8000-0000000000${day}`,
    title: '',
    starts_at: `2027-04-${day}T16:00:00+00:00`,
    ends_at: `2027-04-${day}T19:00:00+00:00`,
  }));
  const cancelled: DateLetter = { ...LETTER, kind: 'cancelled', details: {}, changed_at: '2027-04-06T08:00:00+00:00' };
  letters = [{ ...cancelled, parts }];
  await ask();
  const text = field(mails()[0], 'text');
  expect(text).toContain('Teil 2, 12.04.2027, 18:00 Uhr bis 12.04.2027, 21:00 Uhr');
  expect(text).toContain('Teile, die schon besucht sind, zählen weiter.');
  expect(text).not.toContain('05.04.2027');
  const calendar = calendarOf(mails()[0]) ?? '';
  expect(calendar.match(/UID:.*|STATUS:.*/gu)?.map((line) => line.trim())).toEqual([
    'UID:00000000-0000-4000-8000-000000000012@termine.nemus',
    'STATUS:CANCELLED',
  ]);
  // Nothing is left to take back.
  letters = [{ ...cancelled, kind: 'place_ended', parts: parts.slice(0, 1) }];
  await ask();
  expect(calendarOf(mails()[1])).toBeNull();
});
