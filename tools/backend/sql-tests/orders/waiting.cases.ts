import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import {
  CLOSE_CHECKOUT,
  CREATE_ORDER,
  fulfil,
  ONE_COURSE,
  openCheckout,
  orderArguments,
  type Purchase,
} from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { addTrainee } from '../scenes/trainees';

const GIVE_UP = 'select nemus_give_up_order($1::text::uuid, $2::text::uuid) as given_up';

/** A person with an account, and the institution whose trainee they are. */
async function linkedPair(database: TestDatabase) {
  const [account, institution] = [await signUp(database), await signUpInstitution(database)];
  await giveCredits(database, institution, 1000);
  const trainee = await addTrainee(database, institution, { account });
  return { account, institution, trainee };
}

/** A pending purchase blocks another one of the same thing for the same person, and all buyers see it. */
export function waitingCases(database: () => TestDatabase): void {
  const orderAgain = (user: string, purchase: Purchase) =>
    refusal(database(), SERVICE, CREATE_ORDER, orderArguments(user, purchase));
  const seen = async (user: string) =>
    one(await ask(database(), signedIn(user), 'select nemus_open_purchases() as list')).list;

  it.each(['open', 'pending'])('stops a second order while the first is %s, and shows it', async (state) => {
    const id = await signUp(database());
    const { order, session } = await openCheckout(database(), id, ONE_COURSE, '1 day');
    if (state === 'pending') await ask(database(), SERVICE, CLOSE_CHECKOUT, [session, 'pending']);
    expect(await orderAgain(id, ONE_COURSE)).toMatchObject({ code: 'PT409', hint: 'purchase_pending' });
    // It blocks no other course and no other person.
    expect(await orderAgain(id, { kind: 'course', course: COURSE_85 })).toBeNull();
    expect(await orderAgain(await signUp(database()), ONE_COURSE)).toBeNull();
    expect(await seen(id)).toContainEqual({
      order_id: order,
      kind: 'course',
      course_id: COURSE_60,
      trainee_ids: [],
      title: 'Grundlagen der Verhaltenstherapie',
      amount_cents: 12_000,
      state,
      is_own: true,
      session_id: session,
      url: `https://pay.example/${session}`,
      begun_at: expect.any(String),
    });
  });

  it('lets the next one begin when the page is closed, was given up, or has expired', async () => {
    const id = await signUp(database());
    const first = await openCheckout(database(), id, ONE_COURSE, '1 day');
    const given = { session_id: first.session, status: 'open' };
    expect(one(await ask(database(), SERVICE, GIVE_UP, [id, first.order])).given_up).toEqual(given);
    expect(await orderAgain(id, ONE_COURSE)).toMatchObject({ hint: 'purchase_pending' });
    await ask(database(), SERVICE, CLOSE_CHECKOUT, [first.session, 'expired']);
    // Its page was never opened: the function ended before it got one.
    const { ordered } = one(await ask(database(), SERVICE, CREATE_ORDER, orderArguments(id, ONE_COURSE)));
    const order = String(Reflect.get(Object(ordered), 'order_id'));
    expect(await orderAgain(id, ONE_COURSE)).toMatchObject({ hint: 'purchase_pending' });
    const stranger = await signUp(database());
    expect(one(await ask(database(), SERVICE, GIVE_UP, [stranger, order])).given_up).toBeNull();
    const gone = { session_id: null, status: 'expired' };
    expect(one(await ask(database(), SERVICE, GIVE_UP, [id, order])).given_up).toEqual(gone);
    await openCheckout(database(), id, ONE_COURSE, '0');
    expect(await orderAgain(id, ONE_COURSE)).toBeNull();
  });

  it('stops credits while the institution pays for the same by card', async () => {
    const { institution, trainee } = await linkedPair(database());
    await openCheckout(database(), institution, { ...ONE_COURSE, trainees: [trainee] }, '1 day');
    expect(await refusal(database(), signedIn(institution), BOOK_FOR_ONE, [COURSE_60, trainee])).toMatchObject({
      hint: 'purchase_pending',
      values: { name: 'Kim Lang' },
    });
    // Others, and the institution itself, are not meant.
    const other = await addTrainee(database(), institution);
    expect(await refusal(database(), signedIn(institution), BOOK_FOR_ONE, [COURSE_60, other])).toBeNull();
    await openCheckout(database(), institution, ONE_COURSE, '1 day');
    expect(
      await refusal(database(), signedIn(institution), ENROL_WITH_CREDITS, [institution, COURSE_60]),
    ).toMatchObject({
      hint: 'purchase_pending',
    });
  });

  it('stops the institution while its trainee pays, and the trainee while the institution does', async () => {
    const { account, institution, trainee } = await linkedPair(database());
    const own = await openCheckout(database(), account, ONE_COURSE, '1 day');
    const places = { ...ONE_COURSE, trainees: [trainee] };
    expect(await orderAgain(institution, places)).toMatchObject({ hint: 'purchase_elsewhere' });
    expect(await refusal(database(), signedIn(institution), BOOK_FOR_ONE, [COURSE_60, trainee])).toMatchObject({
      hint: 'purchase_elsewhere',
    });
    expect(await seen(institution)).toEqual([]);
    await ask(database(), SERVICE, CLOSE_CHECKOUT, [own.session, 'expired']);
    await openCheckout(database(), institution, places, '1 day');
    expect(await orderAgain(account, ONE_COURSE)).toMatchObject({ hint: 'purchase_elsewhere' });
    // Of the institution's purchase only its subject.
    expect(await seen(account)).toEqual([
      expect.objectContaining({
        is_own: false,
        course_id: COURSE_60,
        order_id: null,
        url: null,
        amount_cents: null,
        session_id: null,
        trainee_ids: [],
      }),
    ]);
    // Another buyer's abandoned page blocks for an hour, not for a day.
    await database().query(
      `update nemus_orders set created_at = now() - interval '61 minutes' where user_id = $1::text::uuid`,
      [institution],
    );
    expect(await seen(account)).toEqual([]);
    expect(await orderAgain(account, ONE_COURSE)).toBeNull();
  });

  it('stops a second subscription, and no second purchase of credits', async () => {
    const id = await signUpInstitution(database());
    await openCheckout(database(), id, { kind: 'subscription', tier: 'monthly' }, '1 day');
    expect(await orderAgain(id, { kind: 'subscription', tier: 'yearly' })).toMatchObject({ hint: 'purchase_pending' });
    await openCheckout(database(), id, { kind: 'credits', credits: 100 }, '1 day');
    expect(await orderAgain(id, { kind: 'credits', credits: 100 })).toBeNull();
    expect(await seen(id)).toMatchObject([{ kind: 'subscription' }]);
  });

  it('tells of a payment that failed until the account has seen it, and mails it once', async () => {
    const id = await signUp(database());
    const { session } = await openCheckout(database(), id, ONE_COURSE, '1 day');
    const notice = async () => one(await ask(database(), SERVICE, 'select nemus_failure_notice($1) as n', [session])).n;
    await ask(database(), SERVICE, CLOSE_CHECKOUT, [session, 'pending']);
    expect(await notice()).toBeNull();
    await ask(database(), SERVICE, CLOSE_CHECKOUT, [session, 'failed']);
    const letter = await notice();
    expect(letter).toMatchObject({
      title: 'Grundlagen der Verhaltenstherapie',
      amount_cents: 12_000,
      user_type: 'piw',
    });
    expect(await notice()).toBeNull();
    await ask(database(), SERVICE, 'select nemus_forget_failure_notice($1::text::uuid)', [
      String(Reflect.get(Object(letter), 'order_id')),
    ]);
    expect(await notice()).toEqual(letter);
    expect(await seen(id)).toMatchObject([{ state: 'failed' }]);
    await ask(database(), signedIn(await signUp(database())), 'select nemus_note_result_shown($1)', [session]);
    expect(await seen(id)).toHaveLength(1);
    await ask(database(), signedIn(id), 'select nemus_note_result_shown($1)', [session]);
    expect(await seen(id)).toEqual([]);
    // A failed payment blocks no one.
    expect(await orderAgain(id, ONE_COURSE)).toBeNull();
  });

  it('reports a result as new once, whichever call granted it and however long ago', async () => {
    const id = await signUpInstitution(database());
    const checkout = await openCheckout(database(), id, { kind: 'credits', credits: 100 });
    const deliver = async () =>
      one(await ask(database(), SERVICE, 'select nemus_deliver_result($1) as first', [checkout.session])).first;
    expect(await deliver()).toBe(false);
    await fulfil(database(), checkout);
    await database().query(`update nemus_orders set paid_at = now() - interval '25 hours' where id = $1::text::uuid`, [
      checkout.order,
    ]);
    expect(await deliver()).toBe(true);
    expect(await deliver()).toBe(false);
  });
}
