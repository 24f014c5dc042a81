import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { BOOK } from '../scenes/bookings';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { addSoldSeminar } from '../scenes/dates';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { text } from '../scenes/rows';
import { ACCEPT_INVITATION, addTrainee, invite, SET_INACTIVE } from '../scenes/trainees';

const BALANCE = 'select total_credits, used_credits, available_credits from nemus_credit_balances';

export function creditCases(database: () => TestDatabase): void {
  it('debits the price of the course row with the insert of S-12.10', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 100);
    await ask(database(), signedIn(id), ENROL_WITH_CREDITS, [id, COURSE_85]);
    expect(await ask(database(), signedIn(id), BALANCE)).toEqual([
      { total_credits: 100, used_credits: 85, available_credits: 15 },
    ]);
    expect(
      await ask(database(), signedIn(id), `select kind, amount from nemus_credit_entries where kind = 'spend'`),
    ).toEqual([{ kind: 'spend', amount: -85 }]);
  });

  it('refuses with the code and what is available, and writes nothing', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 84);
    expect(await refusal(database(), signedIn(id), ENROL_WITH_CREDITS, [id, COURSE_85])).toEqual({
      code: 'PT409',
      hint: 'insufficient_credits',
      message: 'insufficient_credits',
      values: { available: 84 },
    });
    expect(await ask(database(), signedIn(id), 'select * from nemus_course_enrollments')).toEqual([]);
    expect(await ask(database(), signedIn(id), BALANCE)).toEqual([
      { total_credits: 84, used_credits: 0, available_credits: 84 },
    ]);
  });

  it('pays for several courses of one statement one after the other, or for none', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 144);
    const both = ENROL_WITH_CREDITS.replace(
      'returning id',
      `, ($1::text::uuid, $3::text::uuid, 'institution_credits', 'not_started') returning id`,
    );
    expect(await refusal(database(), signedIn(id), both, [id, COURSE_60, COURSE_85])).toMatchObject({
      hint: 'insufficient_credits',
      values: { available: 84 },
    });
    expect(await ask(database(), signedIn(id), 'select 1 from nemus_course_enrollments')).toEqual([]);
    await giveCredits(database(), id, 1);
    await ask(database(), signedIn(id), both, [id, COURSE_60, COURSE_85]);
    expect(await ask(database(), signedIn(id), BALANCE)).toMatchObject([{ used_credits: 145, available_credits: 0 }]);
  });

  it('enrols once, also when the second insert would rather be skipped', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 500);
    await ask(database(), signedIn(id), ENROL_WITH_CREDITS, [id, COURSE_60]);
    for (const statement of [
      ENROL_WITH_CREDITS,
      ENROL_WITH_CREDITS.replace('returning id', 'on conflict do nothing'),
    ]) {
      expect(await refusal(database(), signedIn(id), statement, [id, COURSE_60])).toMatchObject({
        code: 'PT409',
        hint: 'already_enrolled',
      });
    }
    expect(await ask(database(), signedIn(id), BALANCE)).toMatchObject([{ used_credits: 60 }]);
  });

  it('reveals nothing about another account’s balance', async () => {
    const rich = await signUpInstitution(database());
    await giveCredits(database(), rich, 10);
    const poor = await signUpInstitution(database());
    expect(await refusal(database(), signedIn(poor), ENROL_WITH_CREDITS, [rich, COURSE_85])).toMatchObject({
      code: '42501',
    });
    const piw = await signUp(database());
    expect(await refusal(database(), signedIn(piw), ENROL_WITH_CREDITS, [piw, COURSE_85])).toMatchObject({
      code: 'PT403',
      hint: 'institution_required',
    });
  });

  it('sells no course that left the catalogue, and still shows it to who has it', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 500);
    const course = await addSoldSeminar(database(), { credits: 60 });
    await ask(database(), signedIn(id), ENROL_WITH_CREDITS, [id, course]);
    await database().query('update nemus_courses set is_active = false where id = $1::text::uuid', [course]);
    const other = await signUpInstitution(database());
    expect(await refusal(database(), signedIn(other), ENROL_WITH_CREDITS, [other, course])).toMatchObject({
      hint: 'course_not_found',
    });
    const visible = 'select title from nemus_courses where id = $1::text::uuid';
    expect(await ask(database(), signedIn(id), visible, [course])).toHaveLength(1);
    expect(await ask(database(), signedIn(other), visible, [course])).toHaveLength(0);
  });

  it('gives credits back by an entry of its own', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 100);
    const enrollment = text(await ask(database(), signedIn(id), ENROL_WITH_CREDITS, [id, COURSE_85]), 'id');
    await ask(database(), SERVICE, 'select nemus_refund_enrollment($1::text::uuid)', [enrollment]);
    expect(await ask(database(), signedIn(id), BALANCE)).toEqual([
      { total_credits: 100, used_credits: 0, available_credits: 100 },
    ]);
    const entries = await ask(database(), signedIn(id), 'select kind, amount from nemus_credit_entries order by id');
    expect(entries.map(({ kind }) => kind)).toEqual(['grant', 'spend', 'spend_reversal']);
    expect(
      await refusal(database(), SERVICE, 'select nemus_refund_enrollment($1::text::uuid)', [enrollment]),
    ).toMatchObject({
      hint: 'enrollment_not_found',
    });
  });

  it('keeps the ledger as it was written, for its owner too', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 100);
    for (const statement of ['update nemus_credit_entries set amount = 1', 'delete from nemus_credit_entries']) {
      await expect(database().query(statement)).rejects.toMatchObject({ code: 'PT405' });
    }
    await expect(
      database().query(
        `insert into nemus_credit_entries (institution_id, kind, amount, source_id) values ($1::text::uuid, 'spend', -101, 'x')`,
        [id],
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });

  it.each(['grant', 'spend'])('has no line of kind %s that moves nothing, or moves the wrong way', async (kind) => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 100);
    for (const amount of [0, kind === 'grant' ? -1 : 1]) {
      await expect(
        database().query(
          `insert into nemus_credit_entries (institution_id, kind, amount, source_id)
            values ($1::text::uuid, $2, $3::text::int, 'x')`,
          [id, kind, String(amount)],
        ),
      ).rejects.toMatchObject({ code: '23514', message: expect.stringContaining('sign_fits_kind') });
    }
  });

  it('books for chosen trainees all or nothing', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 150);
    const trainees = [await addTrainee(database(), id), await addTrainee(database(), id)];
    const book = `select course_name, participants, credits_spent, price_cents, status, origin
      from nemus_book_course($1::text::uuid, $2::text::uuid[])`;
    const both = `{${trainees.join(',')}}`;
    expect(await refusal(database(), signedIn(id), book, [COURSE_85, both])).toMatchObject({
      hint: 'insufficient_credits',
      values: { available: 150 },
    });
    expect(await ask(database(), signedIn(id), 'select * from nemus_booking_participants')).toEqual([]);
    expect(await ask(database(), signedIn(id), book, [COURSE_60, both])).toEqual([
      {
        course_name: 'Grundlagen der Verhaltenstherapie',
        participants: 2,
        credits_spent: 120,
        price_cents: 24000,
        status: 'confirmed',
        origin: 'portal',
      },
    ]);
    expect(await ask(database(), signedIn(id), BALANCE)).toMatchObject([{ available_credits: 30 }]);
    expect(await ask(database(), signedIn(id), 'select nemus_institution_overview() as counters')).toEqual([
      { counters: { linked_trainees: 0, bookings_this_month: 1 } },
    ]);
    expect(await refusal(database(), signedIn(id), book, [COURSE_60, `{${trainees[0]}}`])).toMatchObject({
      hint: 'already_enrolled',
      values: { name: 'Kim Lang' },
    });
  });

  it.each([
    ['no trainees', '{}', 'no_trainees'],
    ['a stranger', '{00000000-0000-4000-8000-000000000000}', 'trainee_not_found'],
  ])('books for %s: refused', async (_who, trainees, hint) => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 500);
    expect(await refusal(database(), signedIn(id), BOOK, [COURSE_60, trainees])).toMatchObject({ hint });
  });

  it('books for an inactive trainee: refused, with the name', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 500);
    const active = await addTrainee(database(), id);
    const inactive = await addTrainee(database(), id);
    await ask(database(), signedIn(id), SET_INACTIVE, [inactive]);
    expect(await refusal(database(), signedIn(id), BOOK, [COURSE_60, `{${active},${inactive}}`])).toMatchObject({
      code: 'PT409',
      hint: 'trainee_inactive',
      values: { name: 'Kim Lang' },
    });
    expect(await ask(database(), signedIn(id), BALANCE)).toMatchObject([{ used_credits: 0 }]);
  });

  it('enrols a linked trainee with the booking, an invited one when the account is there, and follows both', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 500);
    const email = freshAddress('ada');
    const { token, trainee } = await invite(database(), id, email, ['Ada', 'Voss']);
    await ask(database(), signedIn(id), BOOK, [COURSE_60, `{${trainee}}`]);
    const piw = await signUp(database(), { email });
    await ask(database(), signedIn(piw), ACCEPT_INVITATION, [token]);
    expect(
      await ask(database(), signedIn(piw), 'select enrollment_type, status from nemus_course_enrollments'),
    ).toEqual([{ enrollment_type: 'institution_booking', status: 'not_started' }]);
    await database().query(
      `update nemus_course_enrollments set status = 'completed', progress_percentage = 100 where user_id = $1::text::uuid`,
      [piw],
    );
    expect(await ask(database(), signedIn(id), 'select status, completion_rate from nemus_course_bookings')).toEqual([
      { status: 'completed', completion_rate: 100 },
    ]);
  });

  it('a booking no longer follows a trainee who has left the institution', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 500);
    const email = freshAddress();
    const piw = await signUp(database(), { email });
    const { token, trainee } = await invite(database(), id, email);
    await ask(database(), signedIn(piw), ACCEPT_INVITATION, [token]);
    const other = await addTrainee(database(), id);
    await ask(database(), signedIn(id), BOOK, [COURSE_60, `{${trainee},${other}}`]);
    const reach = (progress: number) =>
      database().query(
        `update nemus_course_enrollments set status = 'in_progress', progress_percentage = $2::text::int
         where user_id = $1::text::uuid`,
        [piw, String(progress)],
      );
    const completion = () => ask(database(), signedIn(id), 'select completion_rate from nemus_course_bookings');
    await reach(40);
    expect(await completion()).toEqual([{ completion_rate: 20 }]);
    await ask(database(), signedIn(piw), 'select nemus_leave_institution($1::text::uuid)', [trainee]);
    await reach(80);
    expect(await completion()).toEqual([{ completion_rate: 20 }]);
  });
}
