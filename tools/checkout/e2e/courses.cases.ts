import {
  cancelPurchase,
  checkPaymentStatus,
  createCourseCheckout,
  fetchOpenPurchases,
  verifyPayment,
} from '@nemus/data';
import { z } from 'zod';
import { signUp, type Account } from './accounts';
import { mailsTo, sessionOf, type Market } from './market';
import { ask, refusalOf } from './requests';
import { enrollmentsOf, expireInPortal, ordersOf, transactionsOf } from './rows';

/** Grundlagen der Verhaltenstherapie, 120 €. */
const COURSE = 'c0000000-0000-4000-8000-000000000001';
/** E-learning alone, so that a booking has a first day; 400 euro. */
const ONLINE_COURSE = 'c0000000-0000-4000-8000-000000000017';
const UNKNOWN_COURSE = 'c0000000-0000-4000-8000-0000000000ff';
const ENROLLED = { course_id: COURSE, enrollment_type: 'direct_purchase', status: 'not_started' };
const TAKE_PLACE = 'Sie haben erfolgreich Zugang zu diesem Kurs erhalten.';

async function begin(account: Account, course = COURSE): Promise<string> {
  return sessionOf(await createCourseCheckout(account.client, course));
}

/** A course by card. */
export function describeCourses(market: () => Market): void {
  test('by card: the webhook grants, both questions afterwards find it done', async () => {
    const piw = await signUp(market(), 'piw');
    const session = await begin(piw);
    const bought = await market().provider.checkout.sessions.retrieve(session);
    expect(bought).toMatchObject({
      amount_total: 12_000,
      client_reference_id: piw.id,
      success_url: `${market().siteUrl}/dashboard?course=success&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: expect.stringMatching(`/dashboard\\?course=cancelled&course_id=${COURSE}&order_id=[0-9a-f-]{36}$`),
    });
    expect(await enrollmentsOf(piw.client)).toEqual([]);
    await market().act(session, 'pay');
    await market().untilDelivered();
    expect(await enrollmentsOf(piw.client)).toEqual([ENROLLED]);
    expect(await checkPaymentStatus(piw.client, session)).toEqual({ success: true, message: TAKE_PLACE });
    // The webhook granted it: the buyer's first call reports success all the same.
    expect(await verifyPayment(piw.client, session)).toMatchObject({ already_processed: false, message: TAKE_PLACE });
    expect(await verifyPayment(piw.client, session)).toMatchObject({
      success: true,
      already_processed: true,
      message: 'Zahlung bereits verarbeitet',
      payment_details: { amount_paid: 12_000 },
    });
    expect(await transactionsOf(piw.client)).toEqual([{ type: 'course', amount_cents: 12_000, status: 'completed' }]);
  });

  test('the question may come before the webhook, which then finds it done', async () => {
    const piw = await signUp(market(), 'piw');
    await market().control('PUT', '/webhooks', { hold: true });
    const session = await begin(piw);
    await market().act(session, 'pay');
    expect(await verifyPayment(piw.client, session)).toMatchObject({
      success: true,
      already_processed: false,
      message: TAKE_PLACE,
      kind: 'course',
    });
    await market().control('POST', '/webhooks/release', {});
    await market().untilDelivered();
    expect(await enrollmentsOf(piw.client)).toEqual([ENROLLED]);
    expect(await transactionsOf(piw.client)).toHaveLength(1);
  });

  test('a course that the account has cannot be bought, nor one that is not offered', async () => {
    const piw = await signUp(market(), 'piw');
    await market().act(await begin(piw), 'pay');
    await market().untilDelivered();
    await expect(begin(piw)).rejects.toMatchObject({
      code: 'already_enrolled',
      status: 409,
      message: 'Für diesen Kurs besteht bereits eine Anmeldung.',
    });
    const gone = { code: 'course_not_found', status: 404 };
    await expect(begin(piw, UNKNOWN_COURSE)).rejects.toMatchObject(gone);
    await expect(begin(piw, 'rechtliche-grundlagen')).rejects.toMatchObject(gone);
  });

  test('a declined card grants nothing; the same page then takes another one', async () => {
    const piw = await signUp(market(), 'piw');
    const session = await begin(piw);
    await market().act(session, 'decline');
    await market().untilDelivered();
    expect(await verifyPayment(piw.client, session)).toMatchObject({
      success: false,
      status: 'open',
      message: 'Die Zahlung ist noch nicht abgeschlossen.',
      payment_details: { amount_paid: null },
    });
    expect(await enrollmentsOf(piw.client)).toEqual([]);
    await market().act(session, 'pay');
    expect(await checkPaymentStatus(piw.client, session)).toMatchObject({ success: true });
  });

  test('money that comes later is granted when it comes', async () => {
    const piw = await signUp(market(), 'piw');
    const session = await begin(piw);
    await market().act(session, 'later');
    await market().untilDelivered();
    expect(await verifyPayment(piw.client, session)).toMatchObject({ success: false, status: 'pending' });
    expect(await transactionsOf(piw.client)).toMatchObject([{ status: 'pending' }]);
    expect(await enrollmentsOf(piw.client)).toEqual([]);
    await market().act(session, 'settle');
    await market().untilDelivered();
    expect(await enrollmentsOf(piw.client)).toEqual([ENROLLED]);
    expect(await transactionsOf(piw.client)).toMatchObject([{ status: 'completed' }]);
  });

  test('an expired page grants nothing', async () => {
    const piw = await signUp(market(), 'piw');
    const session = await begin(piw);
    await market().act(session, 'expire');
    await market().untilDelivered();
    expect(await ordersOf(piw.client)).toMatchObject([{ status: 'expired' }]);
    expect(await checkPaymentStatus(piw.client, session)).toEqual({
      success: false,
      message: 'Die Bezahlseite ist abgelaufen. Es wurde nichts abgebucht.',
    });
  });

  test('another account’s session is as unknown as one that does not exist', async () => {
    const [piw, stranger] = [await signUp(market(), 'piw'), await signUp(market(), 'piw')];
    const session = await begin(piw);
    await market().control('PUT', '/webhooks', { hold: true });
    await market().act(session, 'pay');
    const foreign = verifyPayment(stranger.client, session);
    await expect(foreign).rejects.toMatchObject({ code: 'payment_not_found', status: 404 });
    await expect(checkPaymentStatus(stranger.client, session)).rejects.toMatchObject({ code: 'payment_not_found' });
    await expect(verifyPayment(piw.client, 'cs_test_unknown')).rejects.toMatchObject({ code: 'payment_not_found' });
    expect(await enrollmentsOf(stranger.client)).toEqual([]);
    await market().control('POST', '/webhooks/release', {});
    await market().untilDelivered();
    expect(await enrollmentsOf(piw.client)).toEqual([ENROLLED]);
  });

  test('a purchase that is not decided stops a second one, until it is cancelled, which closes its page', async () => {
    const piw = await signUp(market(), 'piw');
    const first = await begin(piw);
    await expect(begin(piw)).rejects.toMatchObject({ code: 'purchase_pending', status: 409 });
    const [open] = await fetchOpenPurchases(piw.client);
    expect(open).toMatchObject({ state: 'open', session_id: first, course_id: COURSE });
    const stranger = await signUp(market(), 'piw');
    const orderId = String(open?.order_id);
    await expect(cancelPurchase(stranger.client, orderId)).rejects.toMatchObject({ code: 'payment_not_found' });
    expect(await cancelPurchase(piw.client, orderId)).toEqual({
      cancelled: true,
      message: 'Der Kaufvorgang wurde abgebrochen.',
    });
    await market().act(first, 'pay');
    expect(await market().provider.checkout.sessions.retrieve(first)).toMatchObject({ status: 'expired' });
    expect(await fetchOpenPurchases(piw.client)).toEqual([]);
    await market().act(await begin(piw), 'pay');
    await market().untilDelivered();
    expect(await transactionsOf(piw.client)).toHaveLength(1);
    // Nor can it be cancelled once it is paid, or pending.
    expect(await cancelPurchase(piw.client, orderId)).toMatchObject({ cancelled: true });
  });

  test('of two purchases that begin at the same moment one is refused', async () => {
    const piw = await signUp(market(), 'piw');
    const begun = await Promise.allSettled([begin(piw), begin(piw)]);
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('money that is on its way is waited for; when it fails, the buyer is told', async () => {
    const piw = await signUp(market(), 'piw');
    const session = await begin(piw);
    await market().act(session, 'later');
    await market().untilDelivered();
    const [pending] = await fetchOpenPurchases(piw.client);
    expect(pending).toMatchObject({ state: 'pending' });
    expect(await cancelPurchase(piw.client, String(pending?.order_id))).toMatchObject({ cancelled: false });
    await expect(begin(piw)).rejects.toMatchObject({ code: 'purchase_pending' });
    await market().act(session, 'fail');
    await market().untilDelivered();
    expect(await fetchOpenPurchases(piw.client)).toMatchObject([{ state: 'failed', session_id: session }]);
    expect(await verifyPayment(piw.client, session)).toMatchObject({ success: false, status: 'failed' });
    expect(await enrollmentsOf(piw.client)).toEqual([]);
    const mails = await mailsTo(market(), piw.email);
    expect(mails.filter(({ subject }) => subject.startsWith('Zahlung fehlgeschlagen'))).toHaveLength(1);
    expect(sessionOf(await createCourseCheckout(piw.client, COURSE))).toMatch(/^cs_test_/);
  });

  describe('what is paid twice', () => {
    /** Two pages for one place: the portal takes the first one for expired, and it is paid all the same. */
    async function payTwice(): Promise<{ piw: Account; late: string; first: string }> {
      const piw = await signUp(market(), 'piw');
      const late = await begin(piw);
      await expireInPortal(market(), late);
      const first = await begin(piw);
      await market().act(first, 'pay');
      await market().untilDelivered();
      return { piw, late, first };
    }
    const refunds = async (session: string) => {
      const { payment_intent: payment } = await market().provider.checkout.sessions.retrieve(session);
      return (await market().provider.refunds.list({ payment_intent: String(payment) })).data;
    };
    const refundMails = async (piw: Account) =>
      (await mailsTo(market(), piw.email)).filter(({ subject }) => subject.startsWith('Erstattung'));

    test('goes back by itself, once, also when webhook and result page come together', async () => {
      const { piw, late } = await payTwice();
      await market().act(late, 'pay');
      const [told] = await Promise.all([
        verifyPayment(piw.client, late),
        verifyPayment(piw.client, late),
        checkPaymentStatus(piw.client, late),
        market().untilDelivered(),
      ]);
      expect(told).toMatchObject({ success: false, message: expect.stringContaining('Wir erstatten Ihnen 120,00') });
      await market().untilDelivered();
      expect(await refunds(late)).toMatchObject([{ amount: 12_000 }]);
      expect(await ordersOf(piw.client)).toMatchObject([
        { status: 'refunded', refunded_cents: 12_000 },
        { status: 'paid', refunded_cents: 0 },
      ]);
      const sum = (await transactionsOf(piw.client)).reduce((total, { amount_cents: cents }) => total + cents, 0);
      expect(sum).toBe(12_000);
      expect(await enrollmentsOf(piw.client)).toEqual([ENROLLED]);
      expect(await refundMails(piw)).toHaveLength(1);
      expect(await verifyPayment(piw.client, late)).toMatchObject({ status: 'refunded', success: false });
    });

    test('goes back when the provider is there again', async () => {
      const { piw, late } = await payTwice();
      await market().control('PUT', '/webhooks', { hold: true });
      await market().act(late, 'pay');
      await market().control('PUT', '/outage', { requests: 100, path: '/v1/refunds' });
      expect(await verifyPayment(piw.client, late)).toMatchObject({ success: false, status: 'returning' });
      expect(await refundMails(piw)).toEqual([]);
      await market().control('DELETE', '/faults');
      expect(await refunds(late)).toEqual([]);
      await market().control('POST', '/webhooks/release', {});
      await market().untilDelivered();
      expect(await refunds(late)).toHaveLength(1);
      expect(await ordersOf(piw.client)).toMatchObject([{ status: 'refunded' }, { status: 'paid' }]);
      expect(await refundMails(piw)).toHaveLength(1);
    });
  });

  test('an institution buys for its own trainees only', async () => {
    const institution = await signUp(market(), 'institution');
    const trainees: string[] = [];
    for (const name of ['Grete', 'Hans']) {
      const { data } = await institution.client.rpc('nemus_invite_trainee', {
        p_first_name: name,
        p_last_name: 'Muster',
        p_email: `${name.toLowerCase()}-${institution.id}@nemus.example`,
      });
      trainees.push(z.object({ trainee_id: z.uuid() }).parse(data).trainee_id);
    }
    const { token } = institution;
    const foreign = await signUp(market(), 'institution');
    const stolen = await ask(market(), 'create-course-purchase', {
      token: foreign.token,
      body: { courseId: COURSE, traineeIds: trainees },
    });
    expect((await refusalOf(stolen)).slice(0, 2)).toEqual([404, 'trainee_not_found']);
    const early = { courseId: COURSE, traineeIds: trainees, startsOn: '2020-01-01' };
    const past = await ask(market(), 'create-course-purchase', { token, body: early });
    expect((await refusalOf(past)).slice(0, 2)).toEqual([400, 'start_in_the_past']);
    const startsOn = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const answer = await ask(market(), 'create-course-purchase', {
      token,
      body: { courseId: ONLINE_COURSE, traineeIds: trainees, startsOn },
    });
    const session = sessionOf(z.object({ url: z.string() }).parse(await answer.json()));
    await market().act(session, 'pay');
    await market().untilDelivered();
    expect(await ordersOf(institution.client)).toMatchObject([{ status: 'paid', amount_cents: 80_000 }]);
    const { data } = await institution.client
      .from('nemus_course_bookings')
      .select('participants, price_cents, start_date');
    expect(data).toEqual([{ participants: 2, price_cents: 80_000, start_date: startsOn }]);
  });
}
