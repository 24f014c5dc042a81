import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { CANCEL_PLACES } from '../scenes/bookings';
import {
  buy,
  CREATE_ORDER,
  fulfil,
  openCheckout,
  orderArguments,
  REFUND_CHECKOUT,
  type Checkout,
} from '../scenes/checkouts';
import { certificatesOf, mark } from '../scenes/attendance';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { addDate, addRunningDate } from '../scenes/dates';
import { signUpInstitution } from '../scenes/institutions';
import { addProbeCourse } from '../scenes/learning';
import { kindsTold } from '../scenes/notifications';
import { givePlace } from '../scenes/places';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { addTrainee, linkTrainee } from '../scenes/trainees';

const SETTLE = `select nemus_settle_dispute($1, $2, $3::text::int, 'fraudulent', $4, $5::text::timestamptz) as r`;

/** A dispute of a payment, and what the provider answers about it at one time after the other. */
function disputeOf(database: TestDatabase, { payment, amount }: Checkout, cents = amount, id = `du_${randomUUID()}`) {
  return {
    id,
    /** The provider's answer; `minute` orders the answers. */
    stands: async (status: string, minute = 0): Promise<unknown> => {
      const asked = new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString();
      return one(await ask(database, SERVICE, SETTLE, [id, payment, String(cents), status, asked])).r;
    },
  };
}

export function disputeCases(database: () => TestDatabase): void {
  const rows = (user: string, statement: string) => ask(database(), signedIn(user), statement);
  const enrolled = (user: string) =>
    rows(user, 'select enrollment_type, status, progress_percentage from nemus_course_enrollments');
  const balance = async (user: string) =>
    one(await rows(user, 'select total_credits, available_credits from nemus_credit_balances'));
  const order = async (user: string) =>
    one(await rows(user, 'select status, disputed_cents, refunded_cents, attention from nemus_orders'));
  const lines = (user: string) =>
    rows(
      user,
      `select t.item_name, t.amount_cents, i.kind from nemus_transactions t
       left join nemus_invoices i on i.transaction_id = t.id order by t.created_at, t.id`,
    );

  it('takes a course away while it is disputed, and gives it back with its progress when it is won', async () => {
    const id = await signUp(database());
    const checkout = await buy(database(), id, { kind: 'course', course: COURSE_85 });
    await database().query(
      `update nemus_course_enrollments set status = 'in_progress', progress_percentage = 40 where user_id = $1::text::uuid`,
      [id],
    );
    const dispute = disputeOf(database(), checkout);
    expect(await dispute.stands('needs_response', 1)).toMatchObject({ tell: 'opened', kind: 'course' });
    expect(await enrolled(id)).toEqual([]);
    expect(await order(id)).toMatchObject({ status: 'disputed', disputed_cents: 17_000 });
    // Notified once, withdrawn once; granting the payment again gives nothing back.
    expect(await dispute.stands('under_review', 2)).toMatchObject({ tell: null });
    expect(await fulfil(database(), checkout)).toMatchObject({ already_processed: true });
    expect(await enrolled(id)).toEqual([]);
    expect(await dispute.stands('won', 3)).toMatchObject({ tell: 'closed' });
    expect(await enrolled(id)).toEqual([
      { enrollment_type: 'direct_purchase', status: 'in_progress', progress_percentage: 40 },
    ]);
    expect(await order(id)).toEqual({ status: 'paid', disputed_cents: 0, refunded_cents: 0, attention: null });
    expect(await lines(id)).toEqual([
      { item_name: expect.any(String), amount_cents: 17_000, kind: 'invoice' },
      { item_name: expect.stringMatching(/^Rückbelastung: /), amount_cents: -17_000, kind: null },
      { item_name: expect.stringMatching(/^Rückbelastung aufgehoben: /), amount_cents: 17_000, kind: null },
    ]);
  });

  it('gives back what a correction of the attendance left meanwhile, without a certificate', async () => {
    const [staff, id] = [await hireStaff(database(), ['teaching']), await signUp(database())];
    const { seminar, date } = await addRunningDate(database());
    await addDate(database(), seminar, { hours: 500 });
    const checkout = await buy(database(), id, { kind: 'course', course: seminar });
    await givePlace(database(), id, date);
    await mark(database(), staff, date, [{ user_id: id, attendance: 'present' }]);
    const dispute = disputeOf(database(), checkout);
    await dispute.stands('needs_response', 1);
    await mark(database(), staff, date, [{ user_id: id, attendance: 'partial', units: 4, seen: 1 }]);
    await dispute.stands('won', 2);
    expect(await enrolled(id)).toEqual([
      { enrollment_type: 'direct_purchase', status: 'in_progress', progress_percentage: 33 },
    ]);
    const standing = (await certificatesOf(database(), id)).filter(({ is_revoked }) => is_revoked === false);
    expect(standing).toMatchObject([{ kind: 'attendance', units: 4 }]);
  });

  it('cancels the invoice once when the dispute is lost', async () => {
    const id = await signUp(database());
    const dispute = disputeOf(database(), await buy(database(), id, { kind: 'course', course: COURSE_85 }));
    await dispute.stands('needs_response', 1);
    expect(await dispute.stands('lost', 2)).toMatchObject({ tell: 'closed' });
    expect(await dispute.stands('lost', 3)).toMatchObject({ tell: null });
    expect(await lines(id)).toMatchObject([
      { amount_cents: 17_000, kind: 'invoice' },
      { amount_cents: -17_000, kind: 'cancellation' },
    ]);
    expect(await enrolled(id)).toEqual([]);
  });

  it('listens to the later answer of the provider, whichever comes first', async () => {
    const id = await signUp(database());
    const dispute = disputeOf(database(), await buy(database(), id, { kind: 'course', course: COURSE_85 }));
    await dispute.stands('won', 9);
    expect(await dispute.stands('needs_response', 1)).toMatchObject({ tell: null });
    expect(await enrolled(id)).toHaveLength(1);
    expect(await order(id)).toMatchObject({ status: 'paid' });
  });

  it('takes nothing for a mere question of the bank, and tells of it', async () => {
    const id = await signUp(database());
    const dispute = disputeOf(database(), await buy(database(), id, { kind: 'course', course: COURSE_85 }));
    expect(await dispute.stands('warning_needs_response', 1)).toMatchObject({ tell: 'opened' });
    expect(await enrolled(id)).toHaveLength(1);
    expect(await dispute.stands('warning_closed', 2)).toMatchObject({ tell: 'closed' });
    // An inquiry that becomes a dispute, with a status that is not known yet.
    await dispute.stands('something_new', 3);
    expect(await enrolled(id)).toEqual([]);
  });

  it('takes credits back as far as they are there, and gives back as many as it took', async () => {
    const id = await signUpInstitution(database());
    const checkout = await buy(database(), id, { kind: 'credits', credits: 100 });
    await rows(
      id,
      `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
       values ('${id}', '${COURSE_60}', 'institution_credits', 'not_started')`,
    );
    const dispute = disputeOf(database(), checkout);
    expect(await dispute.stands('needs_response', 1)).toMatchObject({ tell: 'opened', attention: 'credits_spent' });
    expect(await balance(id)).toEqual({ total_credits: 60, available_credits: 0 });
    await dispute.stands('won', 2);
    expect(await balance(id)).toEqual({ total_credits: 100, available_credits: 40 });
    expect(await order(id)).toMatchObject({ status: 'paid', attention: null });
    await dispute.stands('appeal_under_review', 3);
    await dispute.stands('won', 4);
    expect(await balance(id)).toEqual({ total_credits: 100, available_credits: 40 });
  });

  it('adds a refund and disputes of parts up, and never beyond what was paid', async () => {
    const id = await signUpInstitution(database());
    const checkout = await buy(database(), id, { kind: 'credits', credits: 100 });
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '5000']);
    const [one1, two] = [disputeOf(database(), checkout, 5_000), disputeOf(database(), checkout, 20_000)];
    await one1.stands('needs_response', 1);
    expect(await balance(id)).toMatchObject({ available_credits: 50 });
    await two.stands('needs_response', 2);
    expect(await balance(id)).toMatchObject({ available_credits: 0 });
    expect(await order(id)).toMatchObject({ status: 'disputed', refunded_cents: 5_000, disputed_cents: 15_000 });
    await two.stands('won', 3);
    expect(await balance(id)).toMatchObject({ available_credits: 50 });
    expect(await order(id)).toMatchObject({ status: 'paid', disputed_cents: 5_000 });
    const sum = (await lines(id)).reduce((total, { amount_cents: cents }) => total + Number(cents), 0);
    expect(sum).toBe(10_000);
  });

  it('cancels a booking, and books again whom it can when the dispute is won', async () => {
    const id = await signUpInstitution(database());
    const [stays, leaves, later] = [
      await addTrainee(database(), id),
      await addTrainee(database(), id),
      await addTrainee(database(), id),
    ];
    const link = async (trainee: string) =>
      database().query(
        'update nemus_trainees set user_id = $2::text::uuid, linked_at = now() where id = $1::text::uuid',
        [trainee, await signUp(database())],
      );
    await link(stays);
    const chosen = { kind: 'course', course: COURSE_60, trainees: [stays, leaves, later] } as const;
    const dispute = disputeOf(database(), await buy(database(), id, chosen));
    const placesOf = () =>
      rows(
        id,
        `select b.status, count(p.trainee_id)::int as places, count(p.enrollment_id)::int as enrolled
         from nemus_course_bookings b left join nemus_booking_participants p on p.booking_id = b.id group by b.status`,
      );
    expect(await placesOf()).toEqual([{ status: 'confirmed', places: 3, enrolled: 1 }]);
    await dispute.stands('needs_response', 1);
    expect(await placesOf()).toEqual([{ status: 'cancelled', places: 0, enrolled: 0 }]);
    await database().query('delete from nemus_trainees where id = $1::text::uuid', [leaves]);
    await link(later);
    await dispute.stands('won', 2);
    expect(await placesOf()).toEqual([{ status: 'confirmed', places: 2, enrolled: 2 }]);
  });

  it('tells the people of a booking that its money took away, and again when it is back', async () => {
    const id = await signUpInstitution(database());
    const people = [await linkTrainee(database(), id), await linkTrainee(database(), id)];
    const left = await linkTrainee(database(), id);
    const trainees = [...people, left].map(({ trainee }) => trainee);
    const checkout = await buy(database(), id, { kind: 'course', course: COURSE_60, trainees });
    const leave = 'select nemus_leave_institution($1::text::uuid)';
    await ask(database(), signedIn(left.account), leave, [left.trainee]);
    const dispute = disputeOf(database(), checkout);
    const claim = `select l ->> 'kind' as kind from jsonb_array_elements(
      nemus_claim_trainee_letters(p_session_id => $1)) l join nemus_profiles p on p.email = l ->> 'email'
      where p.user_id = any ($2::text::uuid[])`;
    const sent = async () =>
      (
        await ask(database(), SERVICE, claim, [
          checkout.session,
          `{${[...people, left].map(({ account }) => account).join(',')}}`,
        ])
      ).map(({ kind }) => kind);
    // The letters of the booking had not left yet.
    await dispute.stands('needs_response', 1);
    expect(await sent()).toEqual(['cancelled', 'cancelled']);
    for (const { account } of [...people, left]) {
      expect(await kindsTold(database(), account)).toContain('booking_cancelled');
    }
    await dispute.stands('won', 2);
    expect(await sent()).toEqual(['booked', 'booked']);
    for (const { account } of [...people, left]) {
      expect((await kindsTold(database(), account)).at(-1)).toBe('booking_made');
    }
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, String(checkout.amount)]);
    expect(await sent()).toEqual(['cancelled', 'cancelled']);
    // A further report about the same money tells no one again.
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, String(checkout.amount)]);
    expect(await sent()).toEqual([]);
  });

  it.each(['leaves', 'deletes the account'])(
    'a used place stays used when the trainee %s and the dispute is won',
    async (how) => {
      const [staff, id] = [await hireStaff(database(), ['teaching']), await signUpInstitution(database())];
      const [gone, other] = [await linkTrainee(database(), id), await linkTrainee(database(), id)];
      const { seminar, date } = await addRunningDate(database());
      await addDate(database(), seminar, { hours: 500 });
      const trainees = [gone.trainee, other.trainee];
      const dispute = disputeOf(database(), await buy(database(), id, { kind: 'course', course: seminar, trainees }));
      await givePlace(database(), gone.account, date);
      await mark(database(), staff, date, [{ user_id: gone.account, attendance: 'present' }]);
      const end = async () =>
        how === 'leaves'
          ? ask(database(), signedIn(gone.account), 'select nemus_leave_institution($1::text::uuid)', [gone.trainee])
          : ask(
              database(),
              { ...signedIn(gone.account), signedInAt: Math.floor(Date.now() / 1000) },
              'select nemus_delete_account()',
            );
      if (how === 'leaves') await end();
      await dispute.stands('needs_response', 1);
      if (how !== 'leaves') await end();
      await dispute.stands('won', 2);
      const booking = text(
        await database().query('select id from nemus_course_bookings where institution_id = $1::text::uuid', [id]),
        'id',
      );
      const places = [id, booking, `{${gone.trainee}}`];
      expect((await refusal(database(), SERVICE, CANCEL_PLACES, places))?.hint).toBe('trainee_left');
      if (how === 'leaves') {
        expect(await enrolled(gone.account)).toMatchObject([{ status: 'completed' }]);
        expect((await certificatesOf(database(), gone.account)).at(-1)).toMatchObject({ is_revoked: false });
      }
    },
  );

  it('a place whose trainee deletes the account during the dispute is the institution’s again', async () => {
    const id = await signUpInstitution(database());
    const gone = await linkTrainee(database(), id);
    const dispute = disputeOf(
      database(),
      await buy(database(), id, { kind: 'course', course: COURSE_60, trainees: [gone.trainee] }),
    );
    await dispute.stands('needs_response', 1);
    await ask(
      database(),
      { ...signedIn(gone.account), signedInAt: Math.floor(Date.now() / 1000) },
      'select nemus_delete_account()',
    );
    await dispute.stands('won', 2);
    const places = await database().query(
      `select enrollment_id, used_at from nemus_booking_participants where institution_id = $1::text::uuid`,
      [id],
    );
    expect(places).toEqual([{ enrollment_id: null, used_at: null }]);
  });

  it('a place whose trainee had only opened a module before the dispute stays used up', async () => {
    const id = await signUpInstitution(database());
    const gone = await linkTrainee(database(), id);
    const course = await addProbeCourse(database(), { premium: true });
    const dispute = disputeOf(
      database(),
      await buy(database(), id, { kind: 'course', course: course.seminar, trainees: [gone.trainee] }),
    );
    await ask(database(), signedIn(gone.account), 'select nemus_open_module($1)', [`${course.id}-a1`]);
    await dispute.stands('needs_response', 1);
    await ask(
      database(),
      { ...signedIn(gone.account), signedInAt: Math.floor(Date.now() / 1000) },
      'select nemus_delete_account()',
    );
    await dispute.stands('won', 2);
    const places = await database().query(
      `select used_at is not null as used from nemus_booking_participants where institution_id = $1::text::uuid`,
      [id],
    );
    expect(places).toEqual([{ used: true }]);
  });

  it('leaves alone what was bought again meanwhile, and tells an operator', async () => {
    const id = await signUp(database());
    const first = await buy(database(), id, { kind: 'course', course: COURSE_85 });
    const dispute = disputeOf(database(), first);
    await dispute.stands('needs_response', 1);
    await buy(database(), id, { kind: 'course', course: COURSE_85 });
    // A further answer about the withdrawn purchase does not affect the second one.
    await dispute.stands('under_review', 2);
    expect(await enrolled(id)).toHaveLength(1);
    expect(await dispute.stands('won', 3)).toMatchObject({ attention: 'already_enrolled' });
    expect(await enrolled(id)).toHaveLength(1);
  });

  it('waits for the payment that it overtook, and touches no other account', async () => {
    const [id, other] = [await signUp(database()), await signUp(database())];
    await buy(database(), other, { kind: 'course', course: COURSE_85 });
    const checkout = await openCheckout(database(), id, { kind: 'course', course: COURSE_85 });
    const dispute = disputeOf(database(), checkout);
    await expect(dispute.stands('needs_response')).rejects.toMatchObject({ hint: 'order_not_found' });
    await fulfil(database(), checkout);
    await dispute.stands('needs_response', 1);
    expect(await enrolled(id)).toEqual([]);
    expect(await enrolled(other)).toHaveLength(1);
    // The same dispute named with another payment changes neither.
    await disputeOf(database(), await buy(database(), id, { kind: 'course', course: COURSE_60 }), 1, dispute.id).stands(
      'won',
      9,
    );
    expect(await enrolled(id)).toHaveLength(1);
    expect(await rows(id, `select status from nemus_orders where status = 'disputed'`)).toHaveLength(1);
  });

  it('repeats the notification of a dispute that had no recipient, and of a renewal without an order', async () => {
    const settle = `select nemus_settle_dispute($1, 'pi_renewal', 29900, '', 'needs_response', now(), true) as r`;
    const id = `du_${randomUUID()}`;
    const tell = async () => Reflect.get(Object(one(await ask(database(), SERVICE, settle, [id])).r), 'tell');
    expect([await tell(), await tell()]).toEqual(['opened', null]);
    await ask(database(), SERVICE, 'select nemus_untell_dispute($1)', [id]);
    expect(await tell()).toBe('opened');
  });

  describe('limits of orders', () => {
    const create = (id: string) =>
      refusal(database(), SERVICE, CREATE_ORDER, orderArguments(id, { kind: 'credits', credits: 100 }));
    const change = (id: string, set: string) =>
      database().query(`update nemus_orders set ${set} where user_id = $1::text::uuid`, [id]);

    it('takes 25 that wait for their payment; expired ones do not count', async () => {
      const [id, other] = [await signUpInstitution(database()), await signUpInstitution(database())];
      for (let count = 0; count < 25; count += 1) expect(await create(id)).toBeNull();
      expect(await create(id)).toMatchObject({ code: 'PT429', hint: 'too_many_orders' });
      expect(await create(other)).toBeNull();
      await change(id, `expires_at = now() - interval '1 minute'`);
      expect(await create(id)).toBeNull();
    });

    it('takes 100 within an hour, whatever became of them', async () => {
      const id = await signUpInstitution(database());
      for (let count = 0; count < 100; count += 1) {
        expect(await create(id)).toBeNull();
        await change(id, `status = 'expired'`);
      }
      expect(await create(id)).toMatchObject({ hint: 'too_many_orders' });
      await change(id, `created_at = now() - interval '61 minutes'`);
      expect(await create(id)).toBeNull();
    });
  });
}
