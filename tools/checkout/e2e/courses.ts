import { checkPaymentStatus, createCourseCheckout, verifyPayment } from '@nemus/data';
import { z } from 'zod';
import { signUp, type Account } from './accounts';
import { sessionOf, type Market } from './market';
import { ask, refusalOf } from './requests';
import { enrollmentsOf, ordersOf, transactionsOf } from './rows';

/** Grundlagen der Verhaltenstherapie, 120 €. */
const COURSE = 'c0000000-0000-4000-8000-000000000001';
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
      cancel_url: `${market().siteUrl}/dashboard?course=cancelled&course_id=${COURSE}`,
    });
    expect(await enrollmentsOf(piw.client)).toEqual([]);
    await market().act(session, 'pay');
    await market().untilDelivered();
    expect(await enrollmentsOf(piw.client)).toEqual([ENROLLED]);
    expect(await checkPaymentStatus(piw.client, session)).toEqual({ success: true, message: TAKE_PLACE });
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

  test('money that never comes grants nothing', async () => {
    const piw = await signUp(market(), 'piw');
    const session = await begin(piw);
    await market().act(session, 'later');
    await market().act(session, 'fail');
    await market().untilDelivered();
    expect(await verifyPayment(piw.client, session)).toMatchObject({ success: false, status: 'failed' });
    expect(await ordersOf(piw.client)).toMatchObject([{ status: 'failed' }]);
    expect(await enrollmentsOf(piw.client)).toEqual([]);
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

  test('somebody else’s session is as unknown as one that does not exist', async () => {
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

  test('two pages for the same course: the first one closes when the second opens', async () => {
    const piw = await signUp(market(), 'piw');
    const first = await begin(piw);
    const second = await begin(piw);
    await market().act(first, 'pay');
    await market().act(second, 'pay');
    await market().untilDelivered();
    expect(await verifyPayment(piw.client, first)).toMatchObject({ status: 'expired' });
    expect(await transactionsOf(piw.client)).toHaveLength(1);
  });

  test('two pages opened at the same moment: paying one closes the other', async () => {
    const piw = await signUp(market(), 'piw');
    const [first, second] = await Promise.all([begin(piw), begin(piw)]);
    for (const session of [first, second]) {
      await market().act(session, 'pay');
      await market().untilDelivered();
    }
    expect(await transactionsOf(piw.client)).toHaveLength(1);
  });

  test('a refund takes the course back', async () => {
    const piw = await signUp(market(), 'piw');
    const session = await begin(piw);
    await market().act(session, 'pay');
    await market().untilDelivered();
    const { payment_intent: payment } = await market().provider.checkout.sessions.retrieve(session);
    await market().provider.refunds.create({ payment_intent: String(payment) });
    await market().untilDelivered();
    expect(await enrollmentsOf(piw.client)).toEqual([]);
    expect(await ordersOf(piw.client)).toMatchObject([{ status: 'refunded', refunded_cents: 12_000 }]);
    expect(await verifyPayment(piw.client, session)).toMatchObject({ success: false, status: 'refunded' });
  });

  test('an institution buys for its trainees, and for nobody else’s', async () => {
    const institution = await signUp(market(), 'institution');
    const trainees: string[] = [];
    for (const name of ['Grete', 'Hans']) {
      const { data } = await institution.client.rest.rpc('nemus_invite_trainee', {
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
      body: { courseId: COURSE, traineeIds: trainees, startsOn },
    });
    const session = sessionOf(z.object({ url: z.string() }).parse(await answer.json()));
    await market().act(session, 'pay');
    await market().untilDelivered();
    expect(await ordersOf(institution.client)).toMatchObject([{ status: 'paid', amount_cents: 24_000 }]);
    const { data } = await institution.client.rest
      .from('nemus_course_bookings')
      .select('participants, price_cents, start_date');
    expect(data).toEqual([{ participants: 2, price_cents: 24_000, start_date: startsOn }]);
  });
}
