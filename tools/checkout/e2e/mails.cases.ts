import { randomUUID } from 'node:crypto';
import {
  bookCourse,
  confirmPurchases,
  fetchInvoice,
  fetchTransactions,
  inviteTrainees,
  resendInvitation,
  verifyPayment,
} from '@nemus/data';
import { z } from 'zod';
import { register, signUp, type Account } from './accounts';
import { mailsTo as mailsOf, sessionOf, type Market } from './market';
import { ask, refusalOf } from './requests';

const COURSE = 'c0000000-0000-4000-8000-000000000001';
const traineesSchema = z.array(z.object({ id: z.string(), email: z.string() }));
const balancesSchema = z.array(z.object({ available_credits: z.number() }));

/** Functions that send mails: invitations, confirmations of purchases, withdrawals; and the public registry. */
export function describeMails(market: () => Market): void {
  const mailsTo = (email: string) => mailsOf(market(), email);
  const traineesOf = async ({ client }: Account) => {
    const { data } = await client.from('nemus_trainees').select('id, email').order('email');
    return traineesSchema.parse(data);
  };
  const invitee = (first = 'Grete', last = 'Muster') => ({
    first_name: first,
    last_name: last,
    email: `${first.toLowerCase()}-${randomUUID()}@nemus.example`,
    phone: '',
  });
  const tokenIn = (text: string) => /einladung=([0-9a-f]+)/.exec(text)?.[1] ?? '';

  test('an invitation reaches the mailbox, its link is in no other mail', async () => {
    const institution = await signUp(market(), 'institution');
    const piw = await signUp(market(), 'piw');
    const person = { ...invitee(), email: piw.email, last_name: 'Muster <script>' };
    const results = await inviteTrainees(institution.client, [person]);
    expect(results).toEqual([{ line: 1, email: person.email, code: null, message: null }]);
    const mail = (await mailsTo(person.email)).find(({ subject }) => subject === 'Einladung von Institut am Park');
    expect(mail?.text).toContain('Guten Tag Grete Muster <script>,');
    expect(mail?.html).toContain('Muster &lt;script&gt;');
    const token = tokenIn(mail?.text ?? '');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(results)).not.toContain(token);
    const thief = await signUp(market(), 'piw');
    const stolen = await thief.client.rpc('nemus_accept_invitation', { p_token: token });
    expect(stolen.error?.hint).toBe('invitation_for_other');
    const { data } = await piw.client.rpc('nemus_accept_invitation', { p_token: token });
    expect(data).toMatchObject({ institution_name: 'Institut am Park' });
  });

  test('a bad line stops no other, and each says what is wrong with it', async () => {
    const institution = await signUp(market(), 'institution');
    const [good, twice] = [invitee('Anna'), invitee('Bert')];
    const results = await inviteTrainees(institution.client, [good, { ...invitee(), email: 'keine' }, twice, twice]);
    expect(results.map(({ line, code }) => [line, code])).toEqual([
      [1, null],
      [2, 'invalid_person'],
      [3, null],
      [4, 'invitation_open'],
    ]);
    expect(await mailsTo(twice.email)).toHaveLength(1);
    expect((await traineesOf(institution)).map(({ email }) => email)).toEqual([good.email, twice.email]);
  });

  test('inviting again too soon, or for another institution’s trainee, is refused', async () => {
    const institution = await signUp(market(), 'institution');
    await inviteTrainees(institution.client, [invitee()]);
    const [trainee] = await traineesOf(institution);
    const id = trainee?.id ?? '';
    await expect(resendInvitation(institution.client, id)).rejects.toMatchObject({ code: 'invitation_too_soon' });
    const other = await signUp(market(), 'institution');
    await expect(resendInvitation(other.client, id)).rejects.toMatchObject({ code: 'trainee_not_found', status: 404 });
    const piw = await signUp(market(), 'piw');
    await expect(inviteTrainees(piw.client, [invitee()])).rejects.toMatchObject({ code: 'institution_required' });
  });

  test('an institution without approval sends nothing', async () => {
    const institution = await register(market(), 'institution');
    const person = invitee();
    await expect(inviteTrainees(institution.client, [person])).rejects.toMatchObject({
      code: 'approval_required',
      status: 403,
      message: expect.stringContaining('noch nicht freigegeben'),
    });
    expect(await mailsTo(person.email)).toEqual([]);
  });

  test.each([
    ['no people', { people: [] }],
    ['more than fit in one call', { people: Array.from({ length: 101 }, () => invitee()) }],
    ['an id that is none', { traineeId: 'x' }],
    ['both ways at once', { traineeId: randomUUID(), people: [invitee()] }],
  ])('send-invitations for %s is refused', async (_who, body) => {
    const { token } = await signUp(market(), 'institution');
    const answer = await ask(market(), 'send-invitations', { token, body });
    expect((await refusalOf(answer)).slice(0, 2)).toEqual([400, 'invalid_request']);
  });

  const boughtMails = async (email: string) =>
    (await mailsTo(email)).filter(({ subject }) => /^(Kauf|Buchung|Zahlung) bestätigt/.test(subject));

  test('what is paid with credits is confirmed to its institution alone, once, unless it wants no mails', async () => {
    const institution = await signUp(market(), 'institution');
    await giveCredits(institution);
    expect((await boughtMails(institution.email)).map(({ subject }) => subject)).toEqual([
      'Kauf bestätigt: 150 Credits',
    ]);
    await inviteTrainees(institution.client, [invitee('Anna', 'Alt'), invitee('Bert', 'Baum')]);
    const trainees = await traineesOf(institution);
    const [first, second] = trainees.map(({ id }) => id);
    await bookCourse(institution.client, { courseId: COURSE, traineeIds: [first ?? ''] });
    const stranger = await signUp(market(), 'institution');
    await confirmPurchases(stranger.client);
    expect(await boughtMails(stranger.email)).toEqual([]);
    // Requested again, by a second click or to flood the institution with mail.
    await Promise.all([1, 2, 3].map(() => confirmPurchases(institution.client)));
    const confirmations = (await boughtMails(institution.email)).filter(({ subject }) => subject.startsWith('Buchung'));
    expect(confirmations).toHaveLength(1);
    const [mail] = confirmations;
    expect(mail?.subject).toBe('Buchung bestätigt: Grundlagen der Verhaltenstherapie');
    expect(mail?.text).toContain('Teilnehmende: Anna Alt');
    expect(mail?.text).toContain('Kosten: 60 Credits');

    await institution.client
      .from('nemus_institution_settings')
      .update({ email_notifications: false })
      .eq('institution_id', institution.id);
    await bookCourse(institution.client, { courseId: COURSE, traineeIds: [second ?? ''] });
    await confirmPurchases(institution.client);
    expect(await boughtMails(institution.email)).toHaveLength(2);
  });

  test('a payment on the provider’s page is confirmed once, by the first call that grants it, with its invoice', async () => {
    const piw = await signUp(market(), 'piw');
    const answer = await ask(market(), 'create-course-purchase', { token: piw.token, body: { courseId: COURSE } });
    const session = sessionOf(z.object({ url: z.string() }).parse(await answer.json()));
    // By direct debit: the money arrives later.
    await market().act(session, 'later');
    await market().untilDelivered();
    expect(await boughtMails(piw.email)).toEqual([]);
    await market().control('PUT', '/webhooks', { hold: true });
    await market().act(session, 'settle');
    await Promise.all([
      market().control('POST', '/webhooks/release', {}),
      ...Array.from({ length: 4 }, () => verifyPayment(piw.client, session)),
    ]);
    await market().untilDelivered();
    const mails = await boughtMails(piw.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Kauf bestätigt: Grundlagen der Verhaltenstherapie']);
    const [purchase] = await fetchTransactions(piw.client);
    expect(purchase).toMatchObject({ payment_method: 'sepa_debit', status: 'completed' });
    expect(mails[0]?.text).toContain('Zahlungsart: SEPA-Lastschrift');
    expect(mails[0]?.text).toContain(`Die Rechnung ${purchase?.invoice?.number} ist angehängt`);
    const invoice = await fetchInvoice(piw.client, purchase?.invoice?.id ?? '');
    expect(invoice.buyer).toMatchObject({ name: 'Ada Muster', address: 'Weg 1\n10115 Berlin' });
  });

  test('a withdrawal is recorded once, receipted, and told to the operator', async () => {
    const email = `widerruf-${randomUUID()}@nemus.example`;
    const declaration = { key: randomUUID(), name: 'Mira <b>', email, contract: 'Kurs Ethik', message: '' };
    const declare = async () => (await ask(market(), 'withdraw-contract', { body: declaration })).json();
    // Sent twice at the same moment, as a double click would, and again afterwards.
    await Promise.all([declare(), declare(), declare()]);
    expect(await declare()).toMatchObject({
      reference: expect.stringMatching(/^W-\d{8}-[0-9A-F]{8}$/),
      receipt_sent: true,
    });
    const other = { ...declaration, email: `jemand-${email}`, contract: 'Etwas anderes' };
    const refused = await ask(market(), 'withdraw-contract', { body: other });
    expect((await refusalOf(refused)).slice(0, 2)).toEqual([409, 'withdrawal_differs']);
    expect(await mailsTo(other.email)).toEqual([]);
    const receipts = await mailsTo(email);
    expect(receipts).toHaveLength(1);
    expect(receipts[0]?.html).toContain('Mira &lt;b&gt;');
    expect(receipts[0]?.text).toContain('Hiermit widerrufe ich den folgenden Vertrag.');
    const notices = (await mailsTo('support@nemus.example')).filter(({ text }) => text.includes(email));
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain('Vertrag: Kurs Ethik');
  });

  test('the registry of an environment that has none is not found, and asking is open to every origin', async () => {
    const answer = await fetch(`${market().functionsUrl}/release-registry/production.json`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const written = await fetch(`${market().functionsUrl}/release-registry/production.json`, { method: 'POST' });
    expect(written.status).toBe(405);
  });

  /** Credits, in the only way there is: buying them. */
  async function giveCredits({ token, client, id }: Account) {
    const answer = await ask(market(), 'create-credit-purchase', { token, body: { credits: 150 } });
    const { url } = z.object({ url: z.string() }).parse(await answer.json());
    await market().act(/\/c\/pay\/(\w+)$/.exec(url)?.[1] ?? '', 'pay');
    await market().untilDelivered();
    const { data } = await client.from('nemus_credit_balances').select('available_credits').eq('institution_id', id);
    expect(balancesSchema.parse(data)).toEqual([{ available_credits: 150 }]);
  }
}
