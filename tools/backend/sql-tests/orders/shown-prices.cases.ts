import { ask, refusal, SERVICE, signedIn, type Caller, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addTrainee } from '../scenes/trainees';
import { budgetScene, DECIDE_REQUEST, REQUEST_BOOKING } from '../scenes/budgets';
import { COURSE_60 } from '../scenes/courses';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';

/** What is bought costs what the caller was shown, or is refused with both amounts. */
export function shownPriceCases(database: () => TestDatabase): void {
  const { setScene, call, refused, setLimit, listOf } = budgetScene(database);

  /** Runs with another price of the course. */
  async function atPrice(euros: number, credits: number, run: () => Promise<void>): Promise<void> {
    const set = `update nemus_courses set price_euros = $2::text::numeric, credit_cost = $3::text::int
      where id = $1::text::uuid`;
    await database().query(set, [COURSE_60, String(euros), String(credits)]);
    try {
      await run();
    } finally {
      await database().query(set, [COURSE_60, '120', '60']);
    }
  }
  const changed = (unit: string, shown: number, now: number) => ({
    code: 'PT409',
    hint: 'price_changed',
    values: { unit, shown, now },
  });
  const refuses = async (caller: Caller, statement: string, values: readonly unknown[], expected: object) =>
    expect(await refusal(database(), caller, statement, values)).toMatchObject(expected);

  it('orders by card at the price that was shown, for one and for many, and without one named', async () => {
    const institution = await signUpInstitution(database());
    const trainees = [await addTrainee(database(), institution), await addTrainee(database(), institution)];
    const order = `select nemus_order_course($1::text::uuid, $2::text::uuid, $3::text::uuid[], null, $4::text::int)`;
    await atPrice(130, 60, async () => {
      const [buyer] = [await signUp(database())];
      await refuses(SERVICE, order, [buyer, COURSE_60, '{}', '12000'], changed('cents', 12_000, 13_000));
      const places = [institution, COURSE_60, `{${trainees.join(',')}}`];
      await refuses(SERVICE, order, [...places, '24000'], changed('cents', 24_000, 26_000));
      await ask(database(), SERVICE, order, [...places, '26000']);
      await ask(database(), SERVICE, order, [buyer, COURSE_60, '{}', null]);
    });
  });

  it('orders credits and a subscription at the price that was shown', async () => {
    const institution = await signUpInstitution(database());
    const credits = 'select nemus_order_credits($1::text::uuid, 100, $2::text::int)';
    await refuses(SERVICE, credits, [institution, '19900'], changed('cents', 19_900, 20_000));
    await ask(database(), SERVICE, credits, [institution, '20000']);
    const plan = `select nemus_order_subscription($1::text::uuid, 'yearly', $2::text::int)`;
    await refuses(SERVICE, plan, [institution, '1'], changed('cents', 1, 299_000));
    await ask(database(), SERVICE, plan, [institution, '299000']);
  });

  it('books and enrols with credits at the price that was shown, and debits nothing otherwise', async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 500);
    const trainee = await addTrainee(database(), institution);
    const book = 'select (nemus_book_course($1::text::uuid, $2::text::uuid[], null, $3::text::int)).id';
    const enrol = `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status, shown_credits)
      values ($1::text::uuid, $2::text::uuid, 'institution_credits', 'not_started', $3::text::int)`;
    const left = async () =>
      one(await ask(database(), signedIn(institution), 'select available_credits from nemus_credit_balances'))
        .available_credits;
    await atPrice(120, 70, async () => {
      const me = signedIn(institution);
      await refuses(me, book, [COURSE_60, `{${trainee}}`, '60'], changed('credits', 60, 70));
      await refuses(me, enrol, [institution, COURSE_60, '60'], changed('credits', 60, 70));
      expect(await left()).toBe(500);
      await ask(database(), me, book, [COURSE_60, `{${trainee}}`, '70']);
      await ask(database(), me, enrol, [institution, COURSE_60, '70']);
      expect(await left()).toBe(360);
    });
  });

  it.each([
    ['credits', 60, 70],
    ['card', 12_000, 13_000],
  ])('approves a request for %s at the price that the approver was shown', async (payment, asked, now) => {
    const { institution, trainee, booker } = await setScene();
    await setLimit(institution, 10, 1_000);
    const { id } = one(await call(booker, REQUEST_BOOKING, [COURSE_60, `{${trainee}}`, payment]));
    const decide = `select nemus_decide_booking_request($1::text::uuid, true, '', $2::text::int) as answer`;
    await atPrice(130, 70, async () => {
      const unit = payment === 'card' ? 'cents' : payment;
      expect(await listOf(institution)).toMatchObject([{ [unit]: asked, price_now: now, state: 'waiting' }]);
      const expected = { hint: 'price_changed', values: { unit, shown: asked, now } };
      expect(await refused(institution, DECIDE_REQUEST, [id, 'true', ''])).toMatchObject(expected);
      expect(await refused(institution, decide, [id, String(asked)])).toMatchObject(expected);
      await call(institution, decide, [id, String(now)]);
      expect(await listOf(institution)).toMatchObject([{ [unit]: now, price_now: null }]);
    });
  });
}
