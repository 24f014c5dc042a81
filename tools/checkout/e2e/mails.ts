import { randomUUID } from 'node:crypto';
import { bookCourse, confirmBooking, inviteTrainees, resendInvitation, verifyPayment } from '@nemus/data';
import { z } from 'zod';
import { register, signUp, type Account } from './accounts';
import { sessionOf, type Market } from './market';
import { ask, refusalOf } from './requests';

const COURSE = 'c0000000-0000-4000-8000-000000000001';
const mailsSchema = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }));
const traineesSchema = z.array(z.object({ id: z.string(), email: z.string() }));
const balancesSchema = z.array(z.object({ available_credits: z.number() }));

/** Functions that send mails: invitations, confirmations of bookings, withdrawals; and the public registry. */
export function describeMails(market: () => Market): void {
  const mailsTo = async (email: string) => {
    const answer = await fetch(`${market().backend.mailUrl}/api/messages?to=${encodeURIComponent(email)}`);
    return mailsSchema.parse(await answer.json());
  };
  const traineesOf = async ({ client }: Account) => {
    const { data } = await client.rest.from('nemus_trainees').select('id, email').order('email');
    return traineesSchema.parse(data);
  };
  const somebody = (first = 'Grete', last = 'Muster') => ({
    first_name: first,
    last_name: last,
    email: `${first.toLowerCase()}-${randomUUID()}@nemus.example`,
    phone: '',
  });
  const tokenIn = (text: string) => /einladung=([0-9a-f]+)/.exec(text)?.[1] ?? '';

  test('an invitation reaches the mailbox, its link nobody else', async () => {
    const institution = await signUp(market(), 'institution');
    const piw = await signUp(market(), 'piw');
    const person = { ...somebody(), email: piw.email, last_name: 'Muster <script>' };
    const results = await inviteTrainees(institution.client, [person]);
    expect(results).toEqual([{ line: 1, email: person.email, code: null, message: null }]);
    const mail = (await mailsTo(person.email)).find(({ subject }) => subject === 'Einladung von Institut am Park');
    expect(mail?.text).toContain('Guten Tag Grete Muster <script>,');
    expect(mail?.html).toContain('Muster &lt;script&gt;');
    const token = tokenIn(mail?.text ?? '');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(results)).not.toContain(token);
    const thief = await signUp(market(), 'piw');
    const stolen = await thief.client.rest.rpc('nemus_accept_invitation', { p_token: token });
    expect(stolen.error?.hint).toBe('invitation_for_other');
    const { data } = await piw.client.rest.rpc('nemus_accept_invitation', { p_token: token });
    expect(data).toMatchObject({ institution_name: 'Institut am Park' });
  });

  test('a bad line stops no other, and each says what is wrong with it', async () => {
    const institution = await signUp(market(), 'institution');
    const [good, twice] = [somebody('Anna'), somebody('Bert')];
    const results = await inviteTrainees(institution.client, [good, { ...somebody(), email: 'keine' }, twice, twice]);
    expect(results.map(({ line, code }) => [line, code])).toEqual([
      [1, null],
      [2, 'invalid_person'],
      [3, null],
      [4, 'trainee_exists'],
    ]);
    expect(await mailsTo(twice.email)).toHaveLength(1);
    expect((await traineesOf(institution)).map(({ email }) => email)).toEqual([good.email, twice.email]);
  });

  test('who invites again too soon, or for somebody else’s trainee, is refused', async () => {
    const institution = await signUp(market(), 'institution');
    await inviteTrainees(institution.client, [somebody()]);
    const [trainee] = await traineesOf(institution);
    const id = trainee?.id ?? '';
    await expect(resendInvitation(institution.client, id)).rejects.toMatchObject({ code: 'invitation_too_soon' });
    const other = await signUp(market(), 'institution');
    await expect(resendInvitation(other.client, id)).rejects.toMatchObject({ code: 'trainee_not_found', status: 404 });
    const piw = await signUp(market(), 'piw');
    await expect(inviteTrainees(piw.client, [somebody()])).rejects.toMatchObject({ code: 'institution_required' });
  });

  test('an institution that nobody has approved sends nothing', async () => {
    const institution = await register(market(), 'institution');
    const person = somebody();
    await expect(inviteTrainees(institution.client, [person])).rejects.toMatchObject({
      code: 'approval_required',
      status: 403,
      message: expect.stringContaining('noch nicht freigegeben'),
    });
    expect(await mailsTo(person.email)).toEqual([]);
  });

  test.each([
    ['nobody', { people: [] }],
    ['more than fit in one call', { people: Array.from({ length: 101 }, () => somebody()) }],
    ['an id that is none', { traineeId: 'x' }],
    ['both ways at once', { traineeId: randomUUID(), people: [somebody()] }],
  ])('send-invitations for %s is refused', async (_who, body) => {
    const { token } = await signUp(market(), 'institution');
    const answer = await ask(market(), 'send-invitations', { token, body });
    expect((await refusalOf(answer)).slice(0, 2)).toEqual([400, 'invalid_request']);
  });

  test('a booking is confirmed to its institution alone, unless it wants no mails', async () => {
    const institution = await signUp(market(), 'institution');
    await giveCredits(institution);
    await inviteTrainees(institution.client, [somebody('Anna', 'Alt'), somebody('Bert', 'Baum')]);
    const trainees = await traineesOf(institution);
    const [first, second] = trainees.map(({ id }) => id);
    const booking = await bookCourse(institution.client, { courseId: COURSE, traineeIds: [first ?? ''] });
    const stranger = await signUp(market(), 'institution');
    await confirmBooking(stranger.client, booking.id);
    expect((await mailsTo(stranger.email)).map(({ subject }) => subject)).not.toContainEqual(/Buchung/);
    await confirmBooking(institution.client, booking.id);
    // Asked again, by a second click or by whoever wants the institution to get many mails.
    const again = await ask(market(), 'confirm-booking', {
      token: institution.token,
      body: { bookingId: booking.id },
    });
    expect(await again.json()).toEqual({ sent: false });
    const confirmations = (await mailsTo(institution.email)).filter(({ subject }) => subject.startsWith('Buchung'));
    expect(confirmations).toHaveLength(1);
    const [mail] = confirmations;
    expect(mail?.subject).toBe('Buchung bestätigt: Grundlagen der Verhaltenstherapie');
    expect(mail?.text).toContain('Teilnehmende: Anna Alt');
    expect(mail?.text).toContain('Kosten: 60 Credits');

    await institution.client.rest
      .from('nemus_institution_settings')
      .update({ email_notifications: false })
      .eq('institution_id', institution.id);
    const quiet = await bookCourse(institution.client, { courseId: COURSE, traineeIds: [second ?? ''] });
    const { token } = institution;
    const answer = await ask(market(), 'confirm-booking', { token, body: { bookingId: quiet.id } });
    expect(await answer.json()).toEqual({ sent: false });
  });

  test('a booking that is paid by card is confirmed once, by whoever grants it', async () => {
    const institution = await signUp(market(), 'institution');
    await inviteTrainees(institution.client, [somebody('Anna', 'Alt')]);
    const { token } = institution;
    const traineeIds = (await traineesOf(institution)).map(({ id }) => id);
    const answer = await ask(market(), 'create-course-purchase', { token, body: { courseId: COURSE, traineeIds } });
    const session = sessionOf(z.object({ url: z.string() }).parse(await answer.json()));
    await market().control('PUT', '/webhooks', { hold: true });
    await market().act(session, 'pay');
    await Promise.all([
      market().control('POST', '/webhooks/release', {}),
      ...Array.from({ length: 4 }, () => verifyPayment(institution.client, session)),
    ]);
    await market().untilDelivered();
    const { data } = await institution.client.rest.from('nemus_course_bookings').select('id');
    const [booking] = z.array(z.object({ id: z.string() })).parse(data);
    const again = await ask(market(), 'confirm-booking', { token, body: { bookingId: booking?.id } });
    expect(await again.json()).toEqual({ sent: false });
    const mails = (await mailsTo(institution.email)).filter(({ subject }) => subject.startsWith('Buchung'));
    expect(mails.map(({ subject }) => subject)).toEqual(['Buchung bestätigt: Grundlagen der Verhaltenstherapie']);
    expect(mails[0]?.text).toContain('Teilnehmende: Anna Alt\nKosten: 120,00');
  });

  test('a withdrawal is recorded once, receipted, and told to the operator', async () => {
    const email = `widerruf-${randomUUID()}@nemus.example`;
    const declaration = { key: randomUUID(), name: 'Mira <b>', email, contract: 'Kurs Ethik', message: '' };
    const declare = async () => (await ask(market(), 'withdraw-contract', { body: declaration })).json();
    // Sent twice at the same moment, as a double click would, and once more afterwards.
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

  /** Credits by the only way there is: buying them. */
  async function giveCredits({ token, client, id }: Account) {
    const answer = await ask(market(), 'create-credit-purchase', { token, body: { credits: 150 } });
    const { url } = z.object({ url: z.string() }).parse(await answer.json());
    await market().act(/\/c\/pay\/(\w+)$/.exec(url)?.[1] ?? '', 'pay');
    await market().untilDelivered();
    const { data } = await client.rest
      .from('nemus_credit_balances')
      .select('available_credits')
      .eq('institution_id', id);
    expect(balancesSchema.parse(data)).toEqual([{ available_credits: 150 }]);
  }
}
