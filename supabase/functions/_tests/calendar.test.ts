/** What calendar programs read of a subscription, and who gets an address. */
import calendar from '../calendar/index.ts';
import { CALLER_ID, interceptRequests, json, SETTINGS, setEnvironment, signedIn } from './requests.ts';

const LINK = 'ab'.repeat(32);
const ENTRY = {
  id: '00000000-0000-4000-8000-00000000000a',
  title: 'Traumatherapie, Teil 1',
  starts_at: '2027-03-28T07:00:00+00:00',
  ends_at: '2027-03-28T09:00:00+00:00',
  type: 'Seminar',
  format: 'Präsenz',
  location: 'Großer Saal',
  instructor: 'Ada Berg',
  is_sample: false,
  status: 'confirmed',
  sequence: 40_000_007,
  changed_at: '2026-12-01T10:00:30+00:00',
  is_own: true,
  parts: null,
};
const renewed = () => json('cd'.repeat(32));

let found: unknown;
let network: ReturnType<typeof interceptRequests>;
let log: jest.SpyInstance<void, unknown[]>;

beforeEach(() => {
  found = { name: null, entries: [ENTRY] };
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  setEnvironment(SETTINGS);
  network = interceptRequests(({ url }) => {
    if (url.pathname === '/auth/v1/user') return json({ id: CALLER_ID });
    if (url.pathname.endsWith('nemus_read_calendar')) return json(found);
    if (url.pathname.endsWith('nemus_renew_calendar')) return renewed();
    return undefined;
  });
});
afterEach(() => {
  network.restore();
  log.mockRestore();
  setEnvironment({});
});

const read = (headers: Record<string, string> = {}, method = 'GET', link = LINK) =>
  calendar.fetch(new Request(`https://project.example/functions/v1/calendar?link=${link}`, { method, headers }));
const textOf = async (answer: Response) => (await answer.text()).replaceAll('\r\n ', '');

it('answers the dates, with the UID and SEQUENCE that mails and files have', async () => {
  const answer = await read();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = await textOf(answer);
  expect(text).toContain(`UID:${ENTRY.id}@termine.nemus`);
  expect(text).toContain('SEQUENCE:40000007');
  expect(text).toContain('DTSTART:20270328T070000Z');
  expect(text).toContain('STATUS:CONFIRMED');
  expect(text).toContain(`URL;VALUE=URI:https://portal.example/appointments?termin=${ENTRY.id}`);
  expect(text).toContain('X-WR-CALNAME:Nemus Termine');
  expect(text).not.toContain('ATTENDEE');
});

it('has an entry for each part of a date', async () => {
  const parts = [
    { id: ENTRY.id, title: '', starts_at: '2027-03-28T07:00:00Z', ends_at: '2027-03-28T09:00:00Z' },
    { id: 'part-2', title: 'Abschluss', starts_at: '2027-04-04T07:00:00Z', ends_at: '2027-04-04T09:00:00Z' },
  ];
  found = { name: null, entries: [{ ...ENTRY, ends_at: '2027-04-04T09:00:00Z', parts }] };
  const text = await textOf(await read());
  expect(text.match(/^UID:.*$/gm)).toEqual([`UID:${ENTRY.id}@termine.nemus`, 'UID:part-2@termine.nemus']);
  expect(text.match(/^SUMMARY:.*$/gm)).toEqual([
    'SUMMARY:Traumatherapie\\, Teil 1 (Teil 1)',
    'SUMMARY:Traumatherapie\\, Teil 1 (Teil 2: Abschluss)',
  ]);
  expect(text).toContain('DTEND:20270328T090000Z');
  expect(text).toContain('DTSTART:20270404T070000Z');
});

it('keeps a cancelled date as CANCELLED, and a moved one under its UID', async () => {
  const before = await textOf(await read());
  const later = { starts_at: '2027-04-04T07:00:00Z', ends_at: '2027-04-04T09:00:00Z' };
  found = { name: null, entries: [{ ...ENTRY, ...later, sequence: 40_000_008 }] };
  const moved = await textOf(await read());
  found = { name: null, entries: [{ ...ENTRY, status: 'cancelled', sequence: 40_000_009 }] };
  const cancelled = await textOf(await read());
  const uid = /^UID:.*$/m;
  expect([moved.match(uid)?.[0], cancelled.match(uid)?.[0]]).toEqual(Array(2).fill(before.match(uid)?.[0]));
  expect(moved).toContain('DTSTART:20270404T070000Z');
  expect(cancelled).toContain('STATUS:CANCELLED');
  expect(cancelled).toContain('SEQUENCE:40000009');
});

it('answers 304 to a program that has this state, and the new one after a change', async () => {
  const etag = (await read()).headers.get('etag') ?? '';
  const again = await read({ 'if-none-match': `"other", W/${etag}` });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  found = { name: null, entries: [{ ...ENTRY, sequence: 40_000_008 }] };
  const changed = await read({ 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(etag);
});

it('asks no database about an address that cannot be one, and answers 404 for one that ended', async () => {
  expect((await read({}, 'GET', `${LINK}' or 1=1`)).status).toBe(404);
  expect(network.asked).toEqual([]);
  found = null;
  const ended = await read();
  expect([ended.status, await ended.json()]).toMatchObject([404, { error: { code: 'calendar_link_invalid' } }]);
});

it('tells a program that reads too often when to come back', async () => {
  found = { wait: 1200 };
  const answer = await read();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1200']);
});

it('answers HEAD without the dates, and no other method', async () => {
  const head = await read({}, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await read({}, 'DELETE')).status).toBe(405);
});

it('gives a new address to a signed-in account alone, as that account', async () => {
  const answer = await calendar.fetch(signedIn('calendar', { teacherId: CALLER_ID }));
  expect(await answer.json()).toEqual({
    url: `https://project.example/functions/v1/calendar?link=${'cd'.repeat(32)}`,
  });
  const [asked] = network.asked.filter(({ url }) => url.pathname.endsWith('nemus_renew_calendar'));
  expect([asked?.body, asked?.headers.get('authorization')]).toEqual([{ p_teacher: CALLER_ID }, 'Bearer a.e30.c']);
  await calendar.fetch(signedIn('calendar', { roomId: CALLER_ID }));
  const both = await calendar.fetch(signedIn('calendar', { teacherId: CALLER_ID, roomId: CALLER_ID }));
  const renewals = network.asked.filter(({ url }) => url.pathname.endsWith('nemus_renew_calendar'));
  expect([both.status, renewals.slice(1).map(({ body }) => body)]).toEqual([400, [{ p_room: CALLER_ID }]]);
  const stranger = await calendar.fetch(
    new Request('https://project.example/functions/v1/calendar', { method: 'POST' }),
  );
  expect(stranger.status).toBe(401);
});
