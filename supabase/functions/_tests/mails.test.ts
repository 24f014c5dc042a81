/** What functions that mail do when the mail service refuses, and what they ask with whose rights. */
import confirmBooking from '../confirm-booking/index.ts';
import sendInvitations from '../send-invitations/index.ts';
import withdrawContract from '../withdraw-contract/index.ts';
import { CALLER_ID, interceptRequests, json, SETTINGS, setEnvironment, signedIn, type Answer } from './requests.ts';

const TOKEN = 'f'.repeat(64);
const ids = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const emailOf = (id: unknown) => `person-${ids.indexOf(String(id)) + 1}@nemus.example`;
const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name);

const answers: Readonly<Record<string, Answer>> = {
  '/auth/v1/user': () => json({ id: CALLER_ID }),
  '/rest/v1/rpc/nemus_invite_trainees': () =>
    json(
      ids.map((id, index) => ({
        line: index + 1,
        email: emailOf(id),
        code: null,
        message: null,
        invitation: { invitation_id: id, trainee_id: id, email: emailOf(id), expires_at: '2026-12-05T10:00:00Z' },
      })),
    ),
  '/rest/v1/rpc/nemus_invitation_letter': ({ body }) => {
    const id = field(body, 'p_invitation');
    // The third invitation was revoked in this very moment.
    if (id === ids[2]) return json(null);
    return json({
      token: TOKEN,
      email: emailOf(id),
      first_name: 'Grete',
      last_name: 'Muster',
      institution_name: 'Haus am See\r\nBcc: alle@nemus.example',
      expires_at: '2026-12-05T10:00:00Z',
    });
  },
  '/rest/v1/rpc/nemus_booking_notice': () =>
    json({
      email: 'haus@nemus.example',
      institution_name: 'Haus <am> See',
      course_name: 'Ethik',
      start_date: '2026-12-05',
      end_date: '2026-12-06',
      credits_spent: 0,
      price_cents: 24_000,
      participants: ['Anna Alt', 'Bert Baum'],
    }),
  '/rest/v1/rpc/nemus_record_withdrawal': () =>
    json({ reference: 'W-20261121-ABCDEF01', received_at: '2026-11-21T10:00:00Z', receipt_sent: false }),
  '/rest/v1/rpc/nemus_note_withdrawal_receipt': () => new Response(null, { status: 204 }),
};

let log: jest.SpyInstance<void, unknown[]>;
let network: ReturnType<typeof interceptRequests> | undefined;

/** Lets the functions run; the mail service refuses whom `refuses` names. */
function start(refuses: (to: unknown) => boolean = () => false, settings: Readonly<Record<string, string>> = SETTINGS) {
  setEnvironment(settings);
  network = interceptRequests((asked) => {
    if (asked.url.href === SETTINGS.MAIL_URL) {
      return new Response(null, { status: refuses(field(asked.body, 'to')) ? 400 : 202 });
    }
    return answers[asked.url.pathname]?.(asked);
  });
  return network.asked;
}
const mailsIn = (asked: ReturnType<typeof start>) => asked.filter(({ url }) => url.href === SETTINGS.MAIL_URL);

beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  network?.restore();
  setEnvironment({});
  log.mockRestore();
});

const PEOPLE = { people: ids.map((id) => ({ first_name: 'Grete', last_name: 'Muster', email: emailOf(id) })) };

describe('send-invitations', () => {
  it('says of each person whether the mail left; one address that is refused stops no other', async () => {
    const asked = start((to) => to === emailOf(ids[1]));
    const response = await sendInvitations.fetch(signedIn('send-invitations', PEOPLE));
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({
      results: [
        { line: 1, email: emailOf(ids[0]), code: null, message: null },
        ...[2, 3].map((line) => ({
          line,
          email: emailOf(ids[line - 1]),
          code: 'mail_unavailable',
          message: 'Die Person ist eingetragen, aber die Nachricht konnte nicht verschickt werden.',
        })),
      ],
    });
    expect(text).not.toContain(TOKEN);
    expect(mailsIn(asked)).toHaveLength(2);
  });

  it('invites with the caller’s rights, and makes the link with its own', async () => {
    const asked = start();
    await sendInvitations.fetch(signedIn('send-invitations', PEOPLE));
    const rights = (name: string) =>
      asked.filter(({ url }) => url.pathname.endsWith(name)).map(({ headers }) => headers.get('authorization'));
    expect(rights('nemus_invite_trainees')).toEqual(['Bearer a.b.c']);
    expect(new Set(rights('nemus_invitation_letter'))).toEqual(new Set([`Bearer ${SETTINGS.SUPABASE_SECRET_KEY}`]));
  });

  it('sends a link of the portal, and a name with a line break adds no header', async () => {
    const asked = start();
    await sendInvitations.fetch(signedIn('send-invitations', PEOPLE));
    const [mail] = mailsIn(asked);
    expect(mail?.headers.get('x-mail-key')).toBe(SETTINGS.MAIL_KEY);
    expect(field(mail?.body, 'subject')).toBe('Einladung von Haus am See Bcc: alle@nemus.example');
    expect(field(mail?.body, 'text')).toContain(`https://portal.example/auth?ansicht=registrieren&einladung=${TOKEN}`);
  });

  it('without a mail service says so of everybody', async () => {
    const { MAIL_URL: _url, ...withoutMail } = SETTINGS;
    start(undefined, withoutMail);
    const response = await sendInvitations.fetch(signedIn('send-invitations', PEOPLE));
    const results: unknown = field(await response.json(), 'results');
    expect(results).toMatchObject(ids.map(() => ({ code: 'mail_unavailable' })));
  });
});

describe('confirm-booking', () => {
  const ask = (body: object) => confirmBooking.fetch(signedIn('confirm-booking', body));

  it('says what was booked, as text and as harmless HTML', async () => {
    const asked = start();
    expect(await (await ask({ bookingId: ids[0] })).json()).toEqual({ sent: true });
    const mail = mailsIn(asked)[0]?.body;
    expect(field(mail, 'text')).toContain(
      'Kurs: Ethik\nZeitraum: 05.12.2026 bis 06.12.2026\nTeilnehmende: Anna Alt, Bert Baum\nKosten: 240,00',
    );
    expect(field(mail, 'html')).toContain('Haus &lt;am&gt; See');
  });

  it('asks with the caller’s rights alone', async () => {
    const asked = start();
    await ask({ bookingId: ids[0] });
    expect(asked.map(({ headers }) => headers.get('authorization'))).not.toContain(
      `Bearer ${SETTINGS.SUPABASE_SECRET_KEY}`,
    );
  });

  it.each([{}, { bookingId: 'x' }, { bookingId: ids[0], to: 'alle@nemus.example' }])('refuses %j', async (body) => {
    start();
    expect((await ask(body)).status).toBe(400);
  });

  it('fails when the mail cannot leave', async () => {
    start(() => true);
    expect((await ask({ bookingId: ids[0] })).status).toBe(500);
  });
});

describe('withdraw-contract', () => {
  const DECLARATION = { key: ids[0], name: 'Mira', email: 'mira@nemus.example', contract: 'Ethik' };
  const withSupport = { ...SETTINGS, SUPPORT_EMAIL: 'support@nemus.example' };
  const declare = async () => (await withdrawContract.fetch(signedIn('withdraw-contract', DECLARATION))).json();

  it.each([
    ['the operator’s mail', 'support@nemus.example', true],
    ['the receipt', 'mira@nemus.example', false],
  ])('%s cannot leave: the other one does', async (_what, refused, receipted) => {
    const asked = start((to) => to === refused, withSupport);
    expect(await declare()).toMatchObject({ reference: 'W-20261121-ABCDEF01', receipt_sent: receipted });
    expect(mailsIn(asked)).toHaveLength(2);
    expect(asked.some(({ url }) => url.pathname.endsWith('nemus_note_withdrawal_receipt'))).toBe(receipted);
  });

  it('tells nobody where nobody is configured', async () => {
    const asked = start();
    await declare();
    expect(mailsIn(asked).map(({ body }) => field(body, 'to'))).toEqual(['mira@nemus.example']);
  });
});
