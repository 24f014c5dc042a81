/** Mailing functions when the mail service refuses, and the rights of their requests. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readFigtree } from '../_shared/documents/figtree.ts';
import changeBooking from '../change-booking/index.ts';
import type { PurchaseLetter } from '../_shared/purchase-letter.ts';
import confirmPurchases from '../confirm-purchases/index.ts';
import sendInvitations from '../send-invitations/index.ts';
import withdrawContract from '../withdraw-contract/index.ts';
import { CALLER_ID, interceptRequests, json, SETTINGS, setEnvironment, signedIn, type Answer } from './requests.ts';

const TOKEN = 'f'.repeat(64);
const ids = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const emailOf = (id: unknown) => `person-${ids.indexOf(String(id)) + 1}@nemus.example`;
/** Text that compression does not shorten. */
const noise = (bytes: number) => randomBytes(bytes).toString('base64');
const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name);

/** What the database has recorded, whatever was sent this time. */
const RECORDED = {
  reference: 'W-20261121-ABCDEF01',
  received_at: '2026-11-21T10:00:00Z',
  name: 'Mira',
  email: 'mira@nemus.example',
  contract: 'Ethik',
  message: '',
  receipt_sent: false,
  claimed: true,
  is_new: true,
};
let recorded: Partial<typeof RECORDED> = {};

/** The letters to two trainees. */
const LETTERS = [
  { kind: 'booked', earlier_start: null },
  { kind: 'moved', earlier_start: '2026-12-01' },
].map((letter, index) => ({
  ...letter,
  letter_id: ids[index],
  email: `trainee-${index + 1}@nemus.example`,
  first_name: 'Anna <b>',
  last_name: 'Alt',
  institution_name: 'Haus am See https://evil.example',
  course_name: 'Ethik',
  start_date: '2026-12-05',
  end_date: '2026-12-06',
}));

let traineeLetters: readonly object[] = LETTERS;

const BOOKED: PurchaseLetter = {
  transaction_id: ids[0] ?? '',
  email: 'haus@nemus.example',
  copy_to: null,
  user_type: 'institution',
  name: 'Haus <am> See',
  type: 'course',
  item_name: 'Ethik',
  occurred_at: '2026-11-22T10:00:00Z',
  amount_cents: 240_000,
  payment_method: 'sepa_debit',
  participants: 2,
  credits_amount: null,
  service_from: null,
  service_until: null,
  parts: [],
  invoice_number: 'NE-2026-000007',
  taxes: [{ category: 'S', rate: 19 }],
  booking: {
    start_date: '2026-12-05',
    end_date: '2026-12-06',
    has_dates: false,
    participants: [
      ['Anna', 'Alt'],
      ['Bert', 'Baum'],
    ],
  },
};
let letters: readonly PurchaseLetter[] = [];
/** The document about a purchase; null: its original is not written yet. */
let invoice: object | null = null;
const PARTY = {
  name: 'Haus',
  street: 'Weg 1',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  email: 'a@b.example',
};
const INVOICE = {
  number: 'NE-2026-000007',
  is_sample: false,
  kind: 'invoice',
  issued_on: '2026-11-22',
  service_on: '2026-11-22',
  service_until: null,
  seller: { ...PARTY, tax_number: '30/123/45678' },
  buyer: { ...PARTY, address: 'Weg 1\n10115 Berlin' },
  lines: [{ description: 'Ethik', quantity: 2, unit: 'Teilnahmen', gross_cents: 240_000 }],
  balance_cents: 0,
  net_cents: 201_681,
  tax_cents: 38_319,
  gross_cents: 240_000,
  tax_rate: 19,
  tax_note: null,
  cancels: null,
  original: { profile: 'en16931', xml: '<rsm:CrossIndustryInvoice/>' },
};

const answers: Readonly<Record<string, Answer>> = {
  '/auth/v1/user': () => json({ id: CALLER_ID }),
  '/rest/v1/rpc/nemus_invite_trainees': () =>
    json(
      ids.map((id, index) => ({
        line: index + 1,
        email: emailOf(id),
        code: null,
        values: null,
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
      institution_name: 'Haus <b>am</b> See\r\nBcc: alle@nemus.example https://evil.example',
      expires_at: '2026-12-05T10:00:00Z',
    });
  },
  '/rest/v1/rpc/nemus_claim_trainee_letters': () => json(traineeLetters),
  '/rest/v1/rpc/nemus_unsubscribe_tokens': () => json([]),
  '/rest/v1/rpc/nemus_note_trainee_letter': () => new Response(null, { status: 204 }),
  '/rest/v1/rpc/nemus_move_booking': () => new Response(null, { status: 204 }),
  '/rest/v1/rpc/nemus_cancel_places': () => json({ places: 1, credits_returned: 60, refund_cents: 0 }),
  '/rest/v1/rpc/nemus_claim_purchase_letters': () => json(letters),
  '/rest/v1/rpc/nemus_unwritten_invoices': () => json([]),
  '/rest/v1/rpc/nemus_invoice_document': () => json(invoice),
  '/rest/v1/rpc/nemus_note_purchase_letter': () => new Response(null, { status: 204 }),
  '/rest/v1/rpc/nemus_record_withdrawal': () => json({ ...RECORDED, ...recorded }),
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
  recorded = {};
  letters = [];
  invoice = null;
  traineeLetters = LETTERS;
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
    expect(rights('nemus_invite_trainees')).toEqual(['Bearer a.e30.c']);
    expect(new Set(rights('nemus_invitation_letter'))).toEqual(new Set([`Bearer ${SETTINGS.SUPABASE_SECRET_KEY}`]));
  });

  it('sends a link of the portal, and no name adds a header, an address or a tag', async () => {
    const asked = start();
    await sendInvitations.fetch(signedIn('send-invitations', PEOPLE));
    const [mail] = mailsIn(asked);
    expect(mail?.headers.get('x-mail-key')).toBe(SETTINGS.MAIL_KEY);
    expect(field(mail?.body, 'subject')).toBe('Einladung von Haus <b>am</b> See Bcc:');
    expect(field(mail?.body, 'html')).toContain('Haus &lt;b&gt;am&lt;/b&gt; See Bcc: möchte');
    expect(JSON.stringify(mail?.body)).not.toMatch(/evil\.example|alle@/);
    expect(field(mail?.body, 'text')).toContain(`https://portal.example/auth?ansicht=registrieren&einladung=${TOKEN}`);
    // What it asks consent for includes the logbook with its notes.
    expect(field(mail?.body, 'text')).toContain('aus Ihrem Logbuch einreichen, mit Ihren Notizen');
  });

  it('returns why a person is not invited, with the time of the next attempt', async () => {
    const code = 'invitation_limit_recipient';
    const details = JSON.stringify({ count: 5, again_at: '2026-11-23T09:00:59.123456+00:00' });
    setEnvironment(SETTINGS);
    network = interceptRequests(({ url }) =>
      url.pathname === '/auth/v1/user'
        ? json({ id: CALLER_ID })
        : json({ code: 'PT429', message: code, hint: code, details }, 429),
    );
    const response = await sendInvitations.fetch(signedIn('send-invitations', { traineeId: ids[0] }));
    expect(response.status).toBe(429);
    expect(await response.json()).toEqual({
      error: {
        code,
        message:
          'Diese Person hat in den letzten 24 Stunden schon 5 Einladungen bekommen; mehr gehen nicht an dieselbe Adresse. Wieder möglich ab 23.11.2026, 10:00 Uhr.',
      },
    });
  });

  it('reports a missing mail service for every person', async () => {
    const { MAIL_URL: _url, ...withoutMail } = SETTINGS;
    start(undefined, withoutMail);
    const response = await sendInvitations.fetch(signedIn('send-invitations', PEOPLE));
    const results: unknown = field(await response.json(), 'results');
    expect(results).toMatchObject(ids.map(() => ({ code: 'mail_unavailable' })));
  });
});

describe('confirm-purchases', () => {
  const ask = (body: object = {}) => confirmPurchases.fetch(signedIn('confirm-purchases', body));
  const notesIn = (asked: ReturnType<typeof start>) =>
    asked.filter(({ url }) => url.pathname.endsWith('nemus_note_purchase_letter')).map(({ body }) => body);

  it('says what was bought and where the invoice is, as text and as harmless HTML', async () => {
    letters = [BOOKED];
    const asked = start();
    expect(await (await ask()).json()).toEqual({ sent: 1 });
    const mails = mailsIn(asked);
    expect(mails).toHaveLength(1);
    const mail = mails[0]?.body;
    expect(field(mail, 'to')).toBe('haus@nemus.example');
    expect(field(mail, 'subject')).toBe('Buchung bestätigt: Ethik');
    expect(String(field(mail, 'text')).replaceAll('\u00a0', ' ')).toContain(
      [
        'Kurs: Ethik',
        'Zeitraum: 05.12.2026 bis 06.12.2026',
        'Teilnehmende: Anna Alt, Bert Baum',
        'Betrag: 2.400,00 € inkl. 19 % USt.',
        'Zahlungsart: SEPA-Lastschrift',
        '',
        'https://portal.example/purchases',
        '',
        'Die Rechnung NE-2026-000007 liegt nach der Anmeldung unter „Käufe“.',
      ].join('\n'),
    );
    expect(field(mail, 'html')).toContain('Haus &lt;am&gt; See');
    expect(notesIn(asked)).toEqual([{ p_transaction_id: ids[0], p_sent: true }]);
  });

  it('says of an exempt purchase that it is, apart from the price', async () => {
    letters = [{ ...BOOKED, taxes: [{ category: 'E', rate: 0, note: 'Steuerfrei nach § 4 Nr. 21 UStG' }] }];
    const asked = start();
    await ask();
    const text = String(field(mailsIn(asked)[0]?.body, 'text')).replaceAll('\u00a0', ' ');
    expect(text).toContain('Betrag: 2.400,00 € · Steuerfrei nach § 4 Nr. 21 UStG\n');
    expect(text).not.toContain('inkl.');
  });

  it('sends the address for invoices a copy without participants’ names', async () => {
    letters = [{ ...BOOKED, copy_to: 'buero@nemus.example' }];
    const asked = start();
    await ask();
    const [own, copy] = mailsIn(asked).map(({ body }) => body);
    expect(field(own, 'to')).toBe('haus@nemus.example');
    expect(field(copy, 'to')).toBe('buero@nemus.example');
    expect(JSON.stringify(copy)).not.toMatch(/Anna|Baum/);
    expect(field(copy, 'text')).toContain('Teilnehmende: 2');
    expect(field(copy, 'text')).toContain('als E-Mail für Rechnungen eingetragen');
  });

  describe('the invoice', () => {
    const attached = (mail: { body: unknown } | undefined) => field(mail?.body, 'attachments');

    it('is attached as the PDF with its original, to both mails, and a resent one has the same bytes', async () => {
      letters = [{ ...BOOKED, copy_to: 'buero@nemus.example' }];
      invoice = INVOICE;
      const asked = start();
      await ask();
      const [own, copy] = mailsIn(asked);
      const files = attached(own);
      expect(files).toEqual([
        { filename: 'rechnung-NE-2026-000007.pdf', contentType: 'application/pdf', content: expect.any(String) },
      ]);
      expect(attached(copy)).toEqual(files);
      const pdf = Buffer.from(String(field(Object(files)[0], 'content')), 'base64').toString('latin1');
      expect(pdf.slice(0, 5)).toBe('%PDF-');
      expect(pdf).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
      expect(field(own?.body, 'text')).toContain(
        'Die Rechnung NE-2026-000007 ist angehängt. Sie liegt nach der Anmeldung auch unter „Käufe“.',
      );
      await ask();
      expect(attached(mailsIn(asked)[2])).toEqual(files);
    });

    it.each([
      ['whose original is not written yet', null],
      ['that cannot be drawn', { ...INVOICE, lines: 'broken' }],
      ['too large for a mail service', { ...INVOICE, original: { profile: 'en16931', xml: noise(4_000_000) } }],
    ])('%s stops no mail, which then says where it will be', async (_, document) => {
      letters = [BOOKED];
      invoice = document;
      const asked = start();
      expect(await (await ask()).json()).toEqual({ sent: 1 });
      const [mail] = mailsIn(asked);
      expect(attached(mail)).toBeUndefined();
      expect(field(mail?.body, 'text')).toContain(
        'Die Rechnung NE-2026-000007 liegt nach der Anmeldung unter „Käufe“.',
      );
    });

    it('of a correction is named as one, and a collected payment waits for its invoice', async () => {
      letters = [
        { ...BOOKED, amount_cents: -10_000, booking: null },
        { ...BOOKED, invoice_number: null },
      ];
      invoice = INVOICE;
      const asked = start();
      await ask();
      const texts = mailsIn(asked).map(({ body }) => String(field(body, 'text')));
      expect(texts.some((text) => text.includes('Die Rechnungskorrektur NE-2026-000007 ist angehängt.'))).toBe(true);
      expect(texts.some((text) => text.includes('Diese Zahlung steht auf Ihrer nächsten Sammelrechnung.'))).toBe(true);
    });

    it('has the font of the portal', () => {
      const folder = path.dirname(require.resolve('@expo-google-fonts/figtree/package.json'));
      const { regular, bold } = readFigtree();
      const read = (name: string) => new Uint8Array(readFileSync(path.join(folder, name)));
      expect(regular).toEqual(read('400Regular/Figtree_400Regular.ttf'));
      expect(bold).toEqual(read('700Bold/Figtree_700Bold.ttf'));
    });
  });

  it('names no days of a booking whose people choose their date', async () => {
    letters = [{ ...BOOKED, booking: BOOKED.booking && { ...BOOKED.booking, has_dates: true } }];
    const asked = start();
    await ask();
    const text = String(field(mailsIn(asked)[0]?.body, 'text'));
    expect(text).toContain('Kurs: Ethik\nTermin: wählt jede Person selbst\nTeilnehmende:');
    expect(text).not.toMatch(/Zeitraum|05\.12\.2026/);
  });

  it('shows the period of a subscription, and what a change of plan charged and credited', async () => {
    const year = { service_from: '2026-11-22', service_until: '2027-11-21' };
    letters = [
      {
        ...BOOKED,
        type: 'subscription',
        item_name: 'Wechsel zum Jahresabonnement',
        booking: null,
        ...year,
        parts: [
          { description: 'Jahresabonnement', gross_cents: 299_000, ...year },
          { ...year, description: 'Nicht genutzte Zeit: Monatsabonnement', gross_cents: -29_900 },
        ],
      },
    ];
    const asked = start();
    await ask();
    const text = String(field(mailsIn(asked)[0]?.body, 'text')).replaceAll('\u00a0', ' ');
    expect(text).toContain('Leistungszeitraum: 22.11.2026 bis 21.11.2027');
    expect(text).toContain('Jahresabonnement (22.11.2026 bis 21.11.2027): 2.990,00 €');
    expect(text).toContain('Nicht genutzte Zeit: Monatsabonnement (22.11.2026 bis 21.11.2027): −299,00 €');
  });

  it('leads a trainee to the own list, and says of credits that they had their invoice', async () => {
    letters = [
      { ...BOOKED, user_type: 'piw', name: '', booking: null },
      { ...BOOKED, amount_cents: 0, payment_method: 'credits', credits_amount: -1200, invoice_number: null, taxes: [] },
      { ...BOOKED, user_type: 'piw', name: 'Vera Neu', booking: null, payment_method: 'invoice' },
    ];
    const asked = start();
    await ask();
    const texts = mailsIn(asked).map(({ body }) => String(field(body, 'text')));
    expect(texts.find((text) => text.startsWith('Guten Tag,'))).toContain('https://portal.example/profile/kaeufe');
    const credits = texts.find((text) => text.includes('Kosten: 1.200 Credits'));
    expect(credits).toContain('Die Rechnung haben Sie mit dem Kauf der Credits erhalten.');
    // Bought on the phone: the mail is where the right of withdrawal is told.
    expect(texts.filter((text) => text.includes('https://portal.example/widerrufsbelehrung'))).toEqual([
      expect.stringContaining('Vera Neu'),
    ]);
  });

  it('asks for the caller alone, whatever is sent along', async () => {
    const asked = start();
    expect((await ask({ userId: ids[1] })).status).toBe(400);
    await ask();
    const claims = asked.filter(({ url }) => url.pathname.endsWith('nemus_claim_purchase_letters'));
    expect(claims.map(({ body }) => body)).toEqual([{ p_user_id: CALLER_ID }]);
  });

  it('claims letters of purchases and of trainees with its own rights alone', async () => {
    const asked = start();
    await ask({ bookingId: ids[0] });
    const claims = asked.filter(({ url }) => url.pathname.includes('nemus_claim_'));
    expect(claims).toHaveLength(2);
    for (const { headers } of claims) {
      expect(headers.get('authorization')).toBe(`Bearer ${SETTINGS.SUPABASE_SECRET_KEY}`);
    }
  });

  it('tells each trainee what, when, by whom and what comes next, by a link that only leads to a page', async () => {
    const asked = start();
    await ask({ bookingId: ids[0] });
    const [booked, moved] = mailsIn(asked).map(({ body }) => body);
    expect(field(booked, 'to')).toBe('trainee-1@nemus.example');
    expect(field(booked, 'subject')).toBe('Ein Kurs ist für Sie gebucht: Ethik');
    expect(field(booked, 'text')).toContain(
      'Kurs: Ethik\nZeitraum: 05.12.2026 bis 06.12.2026\nGebucht von: Haus am See\n\nFür Sie entstehen keine Kosten',
    );
    expect(field(booked, 'text')).toContain('\n\nhttps://portal.example/appointments\n\n');
    expect(field(booked, 'html')).toContain('Guten Tag Anna &lt;b&gt; Alt,');
    expect(JSON.stringify([booked, moved])).not.toContain('evil.example');
    expect(field(moved, 'text')).toContain('Bisheriger Beginn: 01.12.2026');
  });

  it('asks a trainee to choose a date of a course that has some, and names no days', async () => {
    traineeLetters = [LETTERS[0] ?? {}, { ...LETTERS[0], letter_id: ids[1], kind: 'cancelled' }].map((letter) => ({
      ...letter,
      has_dates: true,
    }));
    const asked = start();
    await ask({ bookingId: ids[0] });
    const [booked, cancelled] = mailsIn(asked).map(({ body }) => String(field(body, 'text')));
    expect(booked).toContain('Kurs: Ethik\nTermin: wählen Sie selbst\nGebucht von: Haus am See');
    expect(booked).toContain('Bitte wählen Sie unter „Meine Termine“ den Termin');
    expect(cancelled).toContain('Kurs: Ethik\nGebucht von: Haus am See');
    expect(`${booked}${cancelled}`).not.toMatch(/Zeitraum|12\.2026/);
  });

  it('notes which mails of trainees left; one that is refused stops no other', async () => {
    const asked = start((to) => to === 'trainee-1@nemus.example');
    expect(await (await ask({ bookingId: ids[0] })).json()).toEqual({ sent: 0 });
    const noted = asked.filter(({ url }) => url.pathname.endsWith('nemus_note_trainee_letter'));
    expect(noted.map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        { p_letter: ids[0], p_sent: false },
        { p_letter: ids[1], p_sent: true },
      ]),
    );
  });

  it('gives a letter back whose mail could not leave', async () => {
    letters = [BOOKED];
    const asked = start(() => true);
    expect(await (await ask()).json()).toEqual({ sent: 0 });
    expect(notesIn(asked)).toEqual([{ p_transaction_id: ids[0], p_sent: false }]);
  });
});

describe('change-booking', () => {
  const ask = (body: object) => changeBooking.fetch(signedIn('change-booking', body));
  const bodyOf = (asked: ReturnType<typeof start>, name: string) =>
    asked.find(({ url }) => url.pathname.endsWith(name))?.body;

  it('cancels places for the caller’s own institution, and tells the trainees', async () => {
    const asked = start();
    const answer = await ask({ bookingId: ids[0], cancel: [ids[1]] });
    expect(await answer.json()).toEqual({ places: 1, credits_returned: 60, refund_cents: 0 });
    expect(bodyOf(asked, 'nemus_cancel_places')).toEqual({
      p_institution: CALLER_ID,
      p_booking: ids[0],
      p_trainees: [ids[1]],
    });
    expect(bodyOf(asked, 'nemus_claim_trainee_letters')).toEqual({ p_booking: ids[0], p_institution: CALLER_ID });
    expect(mailsIn(asked)).toHaveLength(2);
  });

  it('moves a booking; it is moved when no mail can leave as well', async () => {
    const asked = start(() => true);
    expect((await ask({ bookingId: ids[0], startsOn: '2027-01-05' })).status).toBe(200);
    expect(bodyOf(asked, 'nemus_move_booking')).toEqual({
      p_institution: CALLER_ID,
      p_booking: ids[0],
      p_start: '2027-01-05',
    });
  });

  it.each([
    {},
    { bookingId: ids[0] },
    { bookingId: ids[0], cancel: [] },
    { bookingId: ids[0], startsOn: '2027-02-30' },
    { bookingId: ids[0], startsOn: '2027-01-05', cancel: [ids[1]] },
    { bookingId: ids[0], cancel: [ids[1]], institutionId: ids[2] },
  ])('refuses %j', async (body) => {
    const asked = start();
    expect((await ask(body)).status).toBe(400);
    expect(asked.filter(({ url }) => url.pathname.includes('/rpc/'))).toEqual([]);
  });

  it('passes on why the database refuses', async () => {
    setEnvironment(SETTINGS);
    const message = 'Anna Alt hat den Kurs schon begonnen. Dieser Platz kann nicht mehr storniert werden.';
    network = interceptRequests(({ url }) =>
      url.pathname === '/auth/v1/user'
        ? json({ id: CALLER_ID })
        : json({ code: 'PT409', message: 'place_begun', hint: 'place_begun', details: '{"name": "Anna Alt"}' }, 409),
    );
    const response = await ask({ bookingId: ids[0], cancel: [ids[1]] });
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ error: { code: 'place_begun', message } });
  });
});

describe('withdraw-contract', () => {
  const DECLARATION = { key: ids[0], name: 'Mira', email: 'mira@nemus.example', contract: 'Ethik' };
  const withSupport = { ...SETTINGS, SUPPORT_EMAIL: 'support@nemus.example' };
  const declare = async (headers: Readonly<Record<string, string>> = {}) => {
    const request = signedIn('withdraw-contract', DECLARATION);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return (await withdrawContract.fetch(request)).json();
  };
  const receivers = (asked: ReturnType<typeof start>) => mailsIn(asked).map(({ body }) => field(body, 'to'));
  const callsOf = (asked: ReturnType<typeof start>, name: string) =>
    asked.filter(({ url }) => url.pathname.endsWith(name)).map(({ body }) => body);

  it.each([
    ['the operator’s mail', 'support@nemus.example', true],
    ['the receipt', 'mira@nemus.example', false],
  ])('%s cannot leave: the other one does', async (_what, refused, receipted) => {
    const asked = start((to) => to === refused, withSupport);
    expect(await declare()).toEqual({
      reference: 'W-20261121-ABCDEF01',
      received_at: '2026-11-21T10:00:00Z',
      receipt_sent: receipted,
    });
    expect(mailsIn(asked)).toHaveLength(2);
    expect(callsOf(asked, 'nemus_note_withdrawal_receipt')).toEqual([{ p_key: ids[0], p_sent: receipted }]);
  });

  it('notifies no one without an address in the configuration', async () => {
    const asked = start();
    await declare();
    expect(receivers(asked)).toEqual(['mira@nemus.example']);
  });

  it('mails nothing when the receipt is another call’s', async () => {
    recorded = { claimed: false, is_new: false };
    const asked = start(undefined, withSupport);
    expect(await declare()).toMatchObject({ receipt_sent: false });
    expect(mailsIn(asked)).toEqual([]);
    expect(callsOf(asked, 'nemus_note_withdrawal_receipt')).toEqual([]);
  });

  it('tries a receipt again without telling the operator again', async () => {
    recorded = { is_new: false };
    const asked = start(undefined, withSupport);
    await declare();
    expect(receivers(asked)).toEqual(['mira@nemus.example']);
  });

  it('mails what is recorded, with the declaration in the words of the law, and where support is', async () => {
    recorded = { email: 'recorded@nemus.example', contract: 'Recht' };
    const asked = start(undefined, withSupport);
    await declare();
    const mail = mailsIn(asked).find(({ body }) => field(body, 'to') === 'recorded@nemus.example')?.body;
    expect(field(mail, 'text')).toContain(
      'Hiermit widerrufe ich den folgenden Vertrag.\n\nVorgangsnummer: W-20261121-ABCDEF01',
    );
    expect(field(mail, 'text')).toContain('Vertrag: Recht');
    expect(field(mail, 'text')).toContain('schreiben Sie bitte an support@nemus.example.');
    expect(field(mail, 'html')).toContain('Hiermit widerrufe ich den folgenden Vertrag.');
  });

  describe('the caller’s network address', () => {
    async function sourceFor(settings: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) {
      const asked = start(undefined, { ...SETTINGS, ...settings });
      await declare(headers);
      network?.restore();
      return field(callsOf(asked, 'nemus_record_withdrawal')[0], 'p_source');
    }
    const forwarded = { CLIENT_ADDRESS_HEADER: 'X-Forwarded-For' };
    const from = (text: string) => ({ 'x-forwarded-for': text, 'cf-connecting-ip': '192.0.2.99' });

    it('comes only from the configured header', async () => {
      expect(await sourceFor({}, from('192.0.2.1'))).toBeNull();
      expect(await sourceFor({ CLIENT_ADDRESS_HEADER: 'x-real-ip' }, from('192.0.2.1'))).toBeNull();
    });

    it('is what the proxy added, whatever the caller wrote before it', async () => {
      const honest = await sourceFor(forwarded, from('192.0.2.1'));
      expect(honest).toMatch(/^[0-9a-f]{64}$/);
      expect(await sourceFor(forwarded, from('10.9.8.7, 192.0.2.1'))).toBe(honest);
      expect(await sourceFor(forwarded, from('192.0.2.2'))).not.toBe(honest);
      const behindTwo = { ...forwarded, CLIENT_ADDRESS_PROXIES: '2' };
      expect(await sourceFor(behindTwo, from('10.9.8.7, 192.0.2.1, 198.51.100.7'))).toBe(honest);
    });

    it('is one for everything that one IPv6 connection has', async () => {
      const one = await sourceFor(forwarded, from('2001:db8:0:7::1'));
      expect(await sourceFor(forwarded, from('2001:DB8::7:aaaa:bbbb:cccc:dddd'))).toBe(one);
      expect(await sourceFor(forwarded, from('2001:db8:0:8::1'))).not.toBe(one);
    });

    it('is hashed with a key of the installation', async () => {
      const one = await sourceFor(forwarded, from('192.0.2.1'));
      const elsewhere = { ...forwarded, SUPABASE_SECRET_KEY: 'sb_secret_other' };
      expect(await sourceFor(elsewhere, from('192.0.2.1'))).not.toBe(one);
    });
  });
});
