import { z } from 'zod';
import { signUp, type Account } from './accounts';
import type { Market } from './market';
import { ask } from './requests';
import { ordersOf } from './rows';

const KEY = '5e0f7a3c-1111-4222-8333-944455556666';
const COURSE = 'c0000000-0000-4000-8000-000000000003';
const LONG = 'x'.repeat(10_000);
const DEEP = '['.repeat(20_000);

/** A body that each function would take; its values are then replaced, one after the other. */
const SOUND: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'create-course-purchase': { courseId: COURSE, paymentMethod: 'stripe', traineeIds: [] },
  'create-credit-purchase': { credits: 100 },
  'create-subscription': { tier: 'monthly' },
  'customer-portal': {},
  'check-payment-status': { sessionId: 'cs_test_1' },
  'verify-payment': { session_id: 'cs_test_1' },
  'change-booking': { bookingId: KEY, startsOn: '2027-01-05' },
  'confirm-purchases': { bookingId: KEY },
  'send-invitations': { people: [{ first_name: 'A', last_name: 'B', email: 'a@nemus.example' }] },
  'policy-reports': { 'csp-report': { 'document-uri': 'https://portal.example/', 'violated-directive': 'img-src' } },
  'area-reports': { environment: 'production', entries: [{ name: 'shell-error', remote: 'shell', version: null }] },
  'clear-uploads': {},
  'send-letters': {},
  'write-invoices': {},
  'send-invoice': { invoiceId: KEY, email: 'a@nemus.example' },
  'withdraw-contract': { key: KEY, name: 'A', email: 'a@nemus.example', contract: 'Kurs' },
};

/** Malformed request bodies. */
const BODIES: readonly string[] = [
  '',
  'not json',
  '{',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '[{}]',
  DEEP,
  '{"__proto__":{"credits":100,"sessionId":"x"}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"hasOwnProperty":1}',
  `{"a":"${'x'.repeat(1_000_000)}"}`,
  '\u0000',
];

/** The values that replace each value. */
const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  '',
  ' ',
  LONG,
  'a\u0000b',
  '\uD800',
  '‮rechts',
  "'; drop table public.nemus_courses; --",
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  [],
  [null],
  [[]],
  {},
  { $ne: null },
  { toJSON: 'x' },
];

const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string().min(1) }) });

/** Every hostile body of one function. */
function bodiesFor(name: string): string[] {
  const sound = SOUND[name] ?? {};
  const replaced = Object.keys(sound).flatMap((key) =>
    VALUES.map((value) => JSON.stringify({ ...sound, [key]: value })),
  );
  return [...BODIES, ...replaced];
}

/** Bodies that are meant to break something: the answer is a coded one, never a failure of the server. */
export function describeHostile(market: () => Market): void {
  let accounts: readonly Account[];
  beforeAll(async () => {
    accounts = [await signUp(market(), 'piw'), await signUp(market(), 'institution')];
  });

  test.each(Object.keys(SOUND))('%s answers every hostile body with a code', async (name) => {
    const failures: string[] = [];
    for (const { token } of accounts) {
      for (const body of bodiesFor(name)) {
        const answer = await ask(market(), name, { token, body });
        const text = await answer.text();
        if (answer.ok) continue;
        const coded = refusalSchema.safeParse(JSON.parse(text)).success;
        if (answer.status >= 500 || !coded)
          failures.push(`${body.slice(0, 120)} → ${answer.status} ${text.slice(0, 120)}`);
      }
    }
    expect(failures).toEqual([]);
  });

  test('nothing of it was bought, and the courses are still there', async () => {
    const [piw] = accounts;
    const { data } = (await piw?.client.from('nemus_courses').select('id').eq('id', COURSE)) ?? {};
    expect(data).toEqual([{ id: COURSE }]);
    for (const account of accounts) {
      const orders = await ordersOf(account.client);
      expect(orders.filter(({ status }) => status === 'paid')).toEqual([]);
    }
  });

  test.each(['stripe-webhook', 'release-registry'])('%s refuses unsigned and unrequested calls', async (name) => {
    for (const body of BODIES) {
      for (const signature of ['', 't=1,v1=00', LONG.slice(0, 4_000)]) {
        const headers = { 'stripe-signature': signature };
        const answer = await ask(market(), name, { body, headers });
        expect([400, 405]).toContain(answer.status);
      }
    }
  });

  test('a registry of a strange name is not found', async () => {
    for (const path of ['..%2f..%2fetc%2fpasswd.json', '%00.json', `${'a'.repeat(3_000)}.json`, "';--.json"]) {
      const answer = await ask(market(), `release-registry/${path}`, { method: 'GET' });
      expect([400, 404]).toContain(answer.status);
    }
  });

  test('other accounts’ ids are as unknown as ids that do not exist', async () => {
    const [piw, institution] = accounts;
    const asked: readonly (readonly [string, object])[] = [
      ['confirm-purchases', { bookingId: piw?.id }],
      ['send-invitations', { traineeId: institution?.id }],
      ['verify-payment', { session_id: institution?.id }],
      ['create-course-purchase', { courseId: COURSE, traineeIds: [piw?.id] }],
    ];
    for (const [name, body] of asked) {
      for (const account of accounts) {
        const answer = await ask(market(), name, { token: account.token, body });
        expect([name, answer.status < 500]).toEqual([name, true]);
      }
    }
  });
}
