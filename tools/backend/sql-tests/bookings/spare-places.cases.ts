import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE, CANCEL_PLACES } from '../scenes/bookings';
import { buy, CREATE_ORDER, orderArguments, REFUND_CHECKOUT } from '../scenes/checkouts';
import { addDate, addSoldSeminar } from '../scenes/dates';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { chooseDate, partOf } from '../scenes/places';
import { race } from '../scenes/races';
import { one, text } from '../scenes/rows';
import { ACCEPT_INVITATION, invite, linkTrainee } from '../scenes/trainees';

/** Places paid for a person who has the seminar another way. */
export function sparePlaceCases(database: () => TestDatabase, races: boolean): void {
  const enrolments = async (account: string) =>
    (await ask(database(), signedIn(account), 'select enrollment_type as type from nemus_course_enrollments')).map(
      ({ type }) => type,
    );
  const told = async (account: string) =>
    (await ask(database(), signedIn(account), 'select kind from nemus_notifications')).map(({ kind }) => kind);
  const accept = (account: string, token: string) => ask(database(), signedIn(account), ACCEPT_INVITATION, [token]);

  /** An institution that has booked a seminar for an invited person. */
  async function bookFor(seminar: string, email: string) {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const { token, trainee } = await invite(database(), institution, email);
    const booking = text(await ask(database(), signedIn(institution), BOOK_FOR_ONE, [seminar, trainee]), 'id');
    const cancel = () => ask(database(), SERVICE, CANCEL_PLACES, [institution, booking, `{${trainee}}`]);
    return { institution, token, trainee, booking, cancel };
  }

  /** A person with a date of a seminar bought alone, who then accepts the invitation of an institution that paid too. */
  async function boughtTwice(accepted = true) {
    const seminar = await addSoldSeminar(database());
    const date = await addDate(database(), seminar);
    const email = freshAddress();
    const ida = await signUp(database(), { email });
    const booked = await bookFor(seminar, email);
    const own = await buy(database(), ida, { kind: 'course', course: seminar });
    await chooseDate(database(), ida, date);
    if (accepted) await accept(ida, booked.token);
    const refunded = [own.payment, String(own.amount)];
    const refund = () => ask(database(), SERVICE, REFUND_CHECKOUT, refunded);
    return { ...booked, seminar, date, ida, refund, refunded };
  }

  it('tells the institution that a person has the course already', async () => {
    const { institution, ida } = await boughtTwice();
    expect(await told(institution)).toContain('place_spare');
    expect(await told(ida)).not.toContain('booking_made');
    expect(await enrolments(ida)).toEqual(['direct_purchase']);
  });

  it('the own purchase is refunded: the paid place takes over, with the chosen date', async () => {
    const { institution, ida, date, refund } = await boughtTwice();
    await refund();
    expect(await enrolments(ida)).toEqual(['institution_booking']);
    expect(await partOf(database(), ida, date)).toBe('confirmed');
    expect(await told(ida)).toEqual(expect.arrayContaining(['booking_made']));
    expect(await told(ida)).not.toContain('place_ended');
    const { seats } = Object(
      one(await ask(database(), signedIn(institution), 'select nemus_seats() as list')).list,
    ) as { readonly seats: readonly unknown[] };
    expect(seats).toMatchObject([{ state: 'unused', back: 'payment' }]);
  });

  it('a spare place that was given back tells the person of no end', async () => {
    const { ida, cancel } = await boughtTwice();
    await cancel();
    expect(await enrolments(ida)).toEqual(['direct_purchase']);
    expect(await told(ida)).not.toContain('booking_cancelled');
    expect(
      await database().query('select kind from private.nemus_trainee_letters where user_id = $1::text::uuid', [ida]),
    ).toEqual([]);
  });

  it('a place that ended sends no mail of its end to a person whom another place follows', async () => {
    const seminar = await addSoldSeminar(database());
    const email = freshAddress();
    const ida = await signUp(database(), { email });
    const [a, b] = [await bookFor(seminar, email), await bookFor(seminar, email)];
    await accept(ida, a.token);
    await accept(ida, b.token);
    await a.cancel();
    await database().query(
      `update private.nemus_trainee_letters set created_at = now() - interval '10 minutes' where user_id = $1::text::uuid`,
      [ida],
    );
    const claimed = await ask(
      database(),
      SERVICE,
      `select l ->> 'kind' as kind from jsonb_array_elements(nemus_claim_trainee_letters()) l where l ->> 'email' = $1`,
      [email],
    );
    expect(claimed).toEqual([{ kind: 'booked' }]);
  });

  it('a spare place that was given back, or whose link ended, takes nothing over', async () => {
    const back = await boughtTwice();
    await back.cancel();
    await back.refund();
    expect(await enrolments(back.ida)).toEqual([]);
    expect(await partOf(database(), back.ida, back.date)).toBe('cancelled');
    const left = await boughtTwice();
    await database().query('update nemus_trainees set user_id = null, linked_at = null where id = $1::text::uuid', [
      left.trainee,
    ]);
    await left.refund();
    expect(await enrolments(left.ida)).toEqual([]);
  });

  it('of two institutions that paid, the second takes over when the first cancels, and none when both do', async () => {
    const seminar = await addSoldSeminar(database());
    const date = await addDate(database(), seminar);
    const email = freshAddress();
    const ida = await signUp(database(), { email });
    const a = await bookFor(seminar, email);
    const b = await bookFor(seminar, email);
    await accept(ida, a.token);
    await accept(ida, b.token);
    await chooseDate(database(), ida, date);
    await a.cancel();
    expect(await enrolments(ida)).toEqual(['institution_booking']);
    expect(await partOf(database(), ida, date)).toBe('confirmed');
    await b.cancel();
    expect(await enrolments(ida)).toEqual([]);
    expect(await partOf(database(), ida, date)).toBe('cancelled');
  });

  it('a person with a paid place cannot pay for the course again', async () => {
    const seminar = await addSoldSeminar(database());
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const first = await linkTrainee(database(), institution, 'Ada');
    const { account, trainee } = await linkTrainee(database(), institution, 'Ben');
    const booking = text(await ask(database(), signedIn(institution), BOOK_FOR_ONE, [seminar, first.trainee]), 'id');
    // As it was left before places were passed on.
    await database().query(
      `insert into nemus_booking_participants (booking_id, trainee_id, institution_id, course_id)
       values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4::text::uuid)`,
      [booking, trainee, institution, seminar],
    );
    const order = orderArguments(account, { kind: 'course', course: seminar });
    expect((await refusal(database(), SERVICE, CREATE_ORDER, order))?.hint).toBe('already_enrolled');
  });

  it('a place of an account that is deleted unbegun goes to the account linked by then', async () => {
    const seminar = await addSoldSeminar(database());
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const { account, trainee } = await linkTrainee(database(), institution, 'Ida');
    await ask(database(), signedIn(institution), BOOK_FOR_ONE, [seminar, trainee]);
    await ask(database(), signedIn(account), 'select nemus_leave_institution($1::text::uuid)', [trainee]);
    const other = await signUp(database());
    await database().query(
      'update nemus_trainees set user_id = $2::text::uuid, linked_at = now() where id = $1::text::uuid',
      [trainee, other],
    );
    expect(await enrolments(other)).toEqual([]);
    const fresh = { ...signedIn(account), signedInAt: Math.floor(Date.now() / 1000) };
    await ask(database(), fresh, 'select nemus_delete_account()');
    expect(await enrolments(other)).toEqual(['institution_booking']);
    expect(await told(other)).toContain('booking_made');
  });

  it('an account that is deleted gets no place', async () => {
    const { ida, trainee } = await boughtTwice();
    const fresh = { ...signedIn(ida), signedInAt: Math.floor(Date.now() / 1000) };
    await ask(database(), fresh, 'select nemus_delete_account()');
    expect(
      await database().query('select from nemus_course_enrollments where user_id = $1::text::uuid', [ida]),
    ).toEqual([]);
    const [row] = await database().query(
      'select enrollment_id, used_at from nemus_booking_participants where trainee_id = $1::text::uuid',
      [trainee],
    );
    expect(row).toEqual({ enrollment_id: null, used_at: null });
  });

  it('a booking whose money went back takes nothing over', async () => {
    const seminar = await addSoldSeminar(database());
    const date = await addDate(database(), seminar);
    const institution = await signUpInstitution(database());
    const email = freshAddress();
    const ida = await signUp(database(), { email });
    const { token, trainee } = await invite(database(), institution, email);
    const booked = await buy(database(), institution, { kind: 'course', course: seminar, trainees: [trainee] });
    const own = await buy(database(), ida, { kind: 'course', course: seminar });
    await accept(ida, token);
    await chooseDate(database(), ida, date);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [booked.payment, String(booked.amount)]);
    expect(await enrolments(ida)).toEqual(['direct_purchase']);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [own.payment, String(own.amount)]);
    expect(await enrolments(ida)).toEqual([]);
    expect(await partOf(database(), ida, date)).toBe('cancelled');
  });

  if (!races) return;
  it('an invitation accepted while the own purchase is refunded leaves the person with the place', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { ida, token, refunded } = await boughtTwice(false);
      await race(database(), [
        { caller: signedIn(ida), statement: ACCEPT_INVITATION, parameters: [token] },
        { caller: SERVICE, statement: REFUND_CHECKOUT, parameters: refunded },
      ]);
      expect(await enrolments(ida)).toEqual(['institution_booking']);
    }
  });
}
