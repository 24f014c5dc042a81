import { NEWS, newsText } from '../../../../supabase/functions/_shared/texts/notifications';
import { ask, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { fulfil, openCheckout } from '../scenes/checkouts';
import { addSeminar, COURSE_60, COURSE_85 } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { enrol } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addEntry, setLogbookScene, TAKE_BACK_ENTRY } from '../scenes/logbook';
import { givePlace } from '../scenes/places';
import { one, text } from '../scenes/rows';
import { decide, submitTo } from '../scenes/sign-off';
import { ACCEPT_INVITATION, addTrainee, invite } from '../scenes/trainees';

/** Events notify the people concerned in the same transaction, with facts that fit their texts. */
export function notificationEventCases(database: () => TestDatabase): void {
  /** News of an account, newest first; each has to be understood. */
  const newsOf = async (user: string) => {
    const rows = await database().query(
      `select kind, facts, path, read_at is null as unread from nemus_notifications where user_id = $1::text::uuid
       order by created_at desc, kind`,
      [user],
    );
    return rows.map(({ kind, facts, path, unread }) => {
      const name = String(kind);
      expect(NEWS).toHaveProperty(name);
      const known = Object.entries(NEWS).find(([each]) => each === name)?.[1];
      expect(known?.facts().safeParse(facts)).toMatchObject({ success: true });
      return { kind: name, path, unread, ...newsText(name, facts) };
    });
  };
  const kindsOf = async (user: string) => (await newsOf(user)).map(({ kind }) => kind);
  const unsubscribe = (user: string, kind: string) =>
    ask(database(), signedIn(user), `select nemus_choose_notification($1, 'mail', false)`, [kind]);
  const mailsOf = (user: string) =>
    database().query(`select 1 from private.nemus_notification_sendings where user_id = $1::text::uuid`, [user]);

  it('an invitation, and its answer', async () => {
    const institution = await signUpInstitution(database(), 'Klinik am Wald');
    const email = freshAddress();
    const user = await signUp(database(), { email });
    const { token } = await invite(database(), institution, email);
    expect(await newsOf(user)).toMatchObject([
      { kind: 'invitation', title: 'Klinik am Wald lädt Sie ein', path: null },
    ]);
    expect(await kindsOf(institution)).toEqual([]);
    await ask(database(), signedIn(user), ACCEPT_INVITATION, [token]);
    expect(await newsOf(institution)).toMatchObject([
      { kind: 'invitation_answered', title: 'Nora Beck hat Ihre Einladung angenommen', path: '/piw-management' },
    ]);
    // The invitation itself is the mail.
    expect(await mailsOf(user)).toEqual([]);
  });

  it('no invitation to an account with an unconfirmed address', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress();
    const user = await signUp(database(), { email });
    await database().query('update auth.users set email_confirmed_at = null where id = $1::text::uuid', [user]);
    await invite(database(), institution, email);
    expect(await kindsOf(user)).toEqual([]);
  });

  it('a place, a date that is moved and one that is cancelled; mails by the letters that there are', async () => {
    const course = await addSeminar(database());
    const date = await addDate(database(), course, { hours: 48 });
    const [first, second] = [await signUp(database()), await signUp(database())];
    await enrol(database(), first, course);
    await enrol(database(), second, course);
    const write = (user: string, kind: string, values: object | null = null) =>
      database().query('select private.nemus_write_date_letter($1::text::uuid, $2::text::uuid, $3, $4::text::jsonb)', [
        user,
        date,
        kind,
        values && JSON.stringify(values),
      ]);
    await givePlace(database(), first, date);
    await write(first, 'place_confirmed');
    await write(second, 'waitlisted');
    await write(second, 'promoted');
    await write(first, 'moved', { earlier_start: '2027-01-01T10:00:00Z' });
    await write(first, 'cancelled', { reason: 'Krankheit' });
    await write(second, 'place_ended');
    expect((await kindsOf(first)).toSorted()).toEqual(['date_cancelled', 'date_moved', 'place_confirmed']);
    expect((await kindsOf(second)).toSorted()).toEqual(['place_ended', 'place_moved_up', 'place_waiting']);
    expect((await newsOf(first)).find(({ kind }) => kind === 'date_cancelled')?.sentence).toContain('Krankheit');
    expect(await mailsOf(first)).toEqual([]);
    const letters = () =>
      database().query(
        'select kind, attempts from private.nemus_date_letters where user_id = $1::text::uuid and sent_at is null',
        [second],
      );
    expect(await letters()).toEqual([{ kind: 'place_ended', attempts: 0 }]);
    // Accounts without such mails read it in the portal; mandatory notifications are still mailed.
    await unsubscribe(second, 'place_confirmed');
    await write(second, 'place_confirmed');
    expect(await letters()).toEqual([{ kind: 'place_confirmed', attempts: 5 }]);
    expect(await kindsOf(second)).toContain('place_confirmed');
  });

  it('an account’s own recent action is no news', async () => {
    const course = await addSeminar(database());
    const date = await addDate(database(), course, { hours: 48, capacity: 2 });
    const user = await signUp(database());
    await enrol(database(), user, course);
    await ask(database(), signedIn(user), 'select nemus_choose_date($1::text::uuid)', [date]);
    expect(await newsOf(user)).toMatchObject([{ kind: 'place_confirmed', unread: false }]);
  });

  it('a booking by an institution, and to its members later changes of the date', async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const email = freshAddress();
    const user = await signUp(database(), { email });
    const { token, trainee } = await invite(database(), institution, email);
    await ask(database(), signedIn(user), ACCEPT_INVITATION, [token]);
    await ask(database(), signedIn(institution), BOOK_FOR_ONE, [COURSE_60, trainee]);
    expect(await newsOf(user)).toContainEqual(
      expect.objectContaining({
        kind: 'booking_made',
        path: '/appointments',
        sentence: expect.stringMatching(/Ambulanz am Park/),
      }),
    );
    const date = await addDate(database(), COURSE_60, { hours: 48, capacity: 2 });
    await givePlace(database(), user, date);
    const tell = (kind: string, values: object = { reason: 'Krankheit' }) =>
      database().query(`select private.nemus_write_institution_letters($1::text::uuid, $2, $3::text::jsonb)`, [
        date,
        kind,
        JSON.stringify(values),
      ]);
    await tell('moved', { earlier_start: '2027-01-01T10:00:00Z' });
    await tell('cancelled');
    expect(await kindsOf(institution)).toEqual(
      expect.arrayContaining(['trainee_date_moved', 'trainee_date_cancelled']),
    );
    // One mail each: the letter with the names.
    const letters = () =>
      database().query(
        `select kind, details ? 'earlier_start' as moved from private.nemus_date_letters
         where user_id = $1::text::uuid and audience = 'institution' and sent_at is null`,
        [institution],
      );
    // The cancellation does not mention that it was moved earlier.
    expect(await letters()).toEqual([{ kind: 'cancelled', moved: false }]);
    const named = await database().query(
      `select 1 from private.nemus_notification_sendings s join nemus_notifications n on n.id = s.notification_id
       where s.user_id = $1::text::uuid and n.kind like 'trainee_date%'`,
      [institution],
    );
    expect(named).toEqual([]);
    await database().query('delete from private.nemus_date_letters where user_id = $1::text::uuid', [institution]);
    await database().query(
      'update nemus_institution_settings set email_notifications = false where institution_id = $1::text::uuid',
      [institution],
    );
    await tell('moved');
    expect(await letters()).toEqual([]);
    // Nothing of a place that another account paid for, or of a cancelled booking.
    await database().query(
      'update nemus_booking_participants set enrollment_id = null where institution_id = $1::text::uuid',
      [institution],
    );
    // Counted after the place came loose, which is news of its own.
    const told = (await kindsOf(institution)).length;
    await tell('cancelled');
    expect(await kindsOf(institution)).toHaveLength(told);
    await database().query(
      `update nemus_course_bookings set status = 'cancelled' where institution_id = $1::text::uuid`,
      [institution],
    );
    await tell('cancelled');
    expect(await kindsOf(institution)).toHaveLength(told);
  });

  it('entries that wait, are confirmed and returned: once for each, however many', async () => {
    const scene = await setLogbookScene(database());
    const { id: confirmer, account } = scene.confirmer;
    const before = (await kindsOf(scene.owner)).length;
    const ids = [];
    for (const day of [-3, -2, -1]) {
      void day;
      ids.push(await submitTo(database(), scene, confirmer));
    }
    expect(await kindsOf(account)).toEqual(['sign_off_waiting']);
    // Taking one back is no decision.
    const back = await submitTo(database(), scene, confirmer);
    await ask(database(), signedIn(scene.owner), TAKE_BACK_ENTRY, [back]);
    expect((await kindsOf(scene.owner)).length).toBe(before);
    await decide(database(), account, ids.slice(0, 2), 'confirm', null);
    await decide(database(), account, ids.slice(2), 'return', 'Der Tag fehlt.');
    const told = (await newsOf(scene.owner)).slice(0, (await kindsOf(scene.owner)).length - before);
    expect(told.map(({ kind }) => kind).toSorted()).toEqual(['sign_off_confirmed', 'sign_off_returned']);
    expect(told[0]?.sentence).toContain('Ada Lehr');
    // The weekly reminder is the mail of what waits.
    const old = await addEntry(database(), scene, 'submitted');
    await database().query(
      `update nemus_logbook_entries set submitted_at = now() - interval '8 days' where id = $1::text::uuid`,
      [old],
    );
    const remind = async () => {
      await database().query('select private.nemus_remind_confirmers()');
      return database().query(`select 1 as n from private.nemus_sign_off_letters where account_id = $1::text::uuid`, [
        account,
      ]);
    };
    await unsubscribe(account, 'sign_off_waiting');
    expect(await remind()).toEqual([]);
    await database().query('delete from nemus_notification_choices where user_id = $1::text::uuid', [account]);
    expect(await remind()).toEqual([{ n: 1 }]);
  });

  it('an invoice, a failed payment, a refund: to the trainee, or to the institution that pays', async () => {
    const user = await signUp(database());
    const paid = await openCheckout(database(), user, { kind: 'course', course: COURSE_85 });
    await fulfil(database(), paid);
    expect(await newsOf(user)).toMatchObject([{ kind: 'invoice_issued', path: '/profile/kaeufe' }]);
    const failed = await openCheckout(database(), user, { kind: 'course', course: COURSE_60 });
    await ask(database(), SERVICE, `select nemus_close_checkout($1, 'pending')`, [failed.session]);
    await ask(database(), SERVICE, `select nemus_close_checkout($1, 'failed')`, [failed.session]);
    expect(await kindsOf(user)).toContain('payment_failed');
    // Their mails exist already.
    expect(await mailsOf(user)).toEqual([]);

    const institution = await signUpInstitution(database());
    const clerk = await signUpInstitution(database());
    const reader = await signUpInstitution(database());
    await database().query(
      `insert into nemus_members (institution_id, user_id, roles)
       values ($1::text::uuid, $2::text::uuid, '{billing}'), ($1::text::uuid, $3::text::uuid, '{reading}')`,
      [institution, clerk, reader],
    );
    const credits = await openCheckout(database(), institution, { kind: 'credits', credits: 100 });
    await fulfil(database(), credits);
    await database().query(
      `update nemus_orders set refunded_cents = 100 where checkout_session_id = $1 and status = 'paid'`,
      [credits.session],
    );
    for (const payer of [institution, clerk]) {
      expect(await newsOf(payer)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'invoice_issued', path: '/purchases' }),
          expect.objectContaining({ kind: 'refund_made', sentence: expect.stringMatching(/^Betrag: 1,00/) }),
        ]),
      );
    }
    expect(await kindsOf(reader)).toEqual([]);
  });

  it('credits that run low, once each time, and a renewal that failed', async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 120);
    expect(await kindsOf(institution)).toEqual([]);
    const trainees = [await addTrainee(database(), institution), await addTrainee(database(), institution)];
    for (const trainee of trainees.slice(0, 1)) {
      await ask(database(), signedIn(institution), BOOK_FOR_ONE, [COURSE_60, trainee]);
    }
    expect(await newsOf(institution)).toMatchObject([{ kind: 'credits_low', path: '/subscription' }]);
    await database().query(
      `insert into nemus_subscriptions (institution_id, tier, status) values ($1::text::uuid, 'monthly', 'active')`,
      [institution],
    );
    for (const status of ['past_due', 'past_due', 'active', 'past_due']) {
      await database().query('update nemus_subscriptions set status = $2 where institution_id = $1::text::uuid', [
        institution,
        status,
      ]);
    }
    expect((await kindsOf(institution)).filter((kind) => kind === 'renewal_failed')).toHaveLength(2);
    expect(await mailsOf(institution)).not.toEqual([]);
  });

  it('a certificate, and a new version of the requirements that were chosen', async () => {
    const user = await signUp(database());
    await database().query(
      `insert into nemus_certificates (user_id, number, title, issuer, units, issued_on)
       values ($1::text::uuid, 'NE-' || gen_random_uuid(), 'Trauma <b>', 'Nemus', 8, current_date)`,
      [user],
    );
    expect(await newsOf(user)).toMatchObject([
      { kind: 'certificate_issued', title: 'Zertifikat ausgestellt: Trauma <b>' },
    ]);
    const set = async (version: string, family: string | null, state: string) =>
      text(
        await database().query(
          `insert into nemus_requirement_sets (family_id, name, version, valid_from, state, published_at)
           values (coalesce($2::text::uuid, gen_random_uuid()), 'Kammer', $1, '2026-01-01', $3,
             case $3 when 'draft' then null else now() end) returning id::text`,
          [version, family, state],
        ),
        'id',
      );
    const first = await set('1', null, 'published');
    const { family } = one(
      await database().query('select family_id::text as family from nemus_requirement_sets where id = $1::text::uuid', [
        first,
      ]),
    );
    await database().query(
      'insert into nemus_requirement_choices (user_id, set_id) values ($1::text::uuid, $2::text::uuid)',
      [user, first],
    );
    const second = await set('2', String(family), 'draft');
    await database().query(
      `update nemus_requirement_sets set state = 'published', published_at = now() where id = $1::text::uuid`,
      [second],
    );
    expect(await newsOf(user)).toContainEqual(
      expect.objectContaining({ kind: 'requirement_set_changed', path: '/logbook/requirements' }),
    );
  });
}
