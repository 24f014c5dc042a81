import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addRunningDate } from '../scenes/dates';
import { signUpEnrolled } from '../scenes/enrolments';
import { givePlace, LEAVE_DATE } from '../scenes/places';
import { one, text } from '../scenes/rows';

/** An online appointment for one person that begins `hours` from now. */
async function appoint(database: TestDatabase, hours: number, capacity = 1): Promise<string> {
  const id = text(
    await database.query(
      `insert into nemus_appointments (title, starts_at, ends_at, type, format, capacity)
       values ('Supervision', now() + $1::text::interval, now() + $1::text::interval + interval '1 hour', 'Supervision',
         'Online', $2::text::int) returning id::text`,
      [`${hours} hours`, String(capacity)],
    ),
    'id',
  );
  await database.query(
    `insert into nemus_appointment_links (appointment_id, meeting_url) values ($1::text::uuid, 'https://meet.example/x')`,
    [id],
  );
  return id;
}

const join = (database: TestDatabase, appointment: string, user: string) => givePlace(database, user, appointment);

const RATE = 'select nemus_rate_appointment($1::text::uuid, $2::text::int, $3)';
const OWN =
  'select status, waitlist_position, participants_taken, meeting_url is not null as link from nemus_my_appointments';

export function appointmentCases(database: () => TestDatabase): void {
  it('gives a cancelled place to the first on the waiting list, and the list moves up', async () => {
    const id = await appoint(database(), 24);
    const people = [
      await signUp(database()),
      await signUp(database()),
      await signUp(database()),
      await signUp(database()),
    ];
    for (const person of people) await join(database(), id, person);
    const [first = '', second = '', third = '', fourth = ''] = people;
    expect(await ask(database(), signedIn(third), OWN)).toEqual([
      { status: 'waitlist', waitlist_position: 2, participants_taken: 1, link: false },
    ]);
    await ask(database(), signedIn(first), LEAVE_DATE, [id]);
    expect(await ask(database(), signedIn(first), OWN)).toMatchObject([{ status: 'cancelled', link: false }]);
    expect(await ask(database(), signedIn(second), OWN)).toEqual([
      { status: 'confirmed', waitlist_position: null, participants_taken: 1, link: true },
    ]);
    await ask(database(), signedIn(third), LEAVE_DATE, [id]);
    expect(await ask(database(), signedIn(fourth), OWN)).toMatchObject([{ status: 'waitlist', waitlist_position: 1 }]);
  });

  it('keeps the link of a running date of a seminar only as long as its enrolment', async () => {
    const { seminar, date } = await addRunningDate(database());
    await database().query(
      `insert into nemus_appointment_links (appointment_id, meeting_url) values ($1::text::uuid, 'https://meet.example/x')`,
      [date],
    );
    const user = await signUpEnrolled(database(), seminar);
    await join(database(), date, user);
    const links = () => ask(database(), signedIn(user), 'select meeting_url from nemus_appointment_links');
    expect(await links()).toHaveLength(1);
    await database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [user]);
    expect(await links()).toEqual([]);
    expect(await ask(database(), signedIn(user), OWN)).toMatchObject([{ link: false }]);
  });

  it('frees the place when the waiting list is empty', async () => {
    const id = await appoint(database(), 24, 3);
    const user = await signUp(database());
    await join(database(), id, user);
    await ask(database(), signedIn(user), LEAVE_DATE, [id]);
    const row = one(
      await database().query('select participants_taken from nemus_appointments where id = $1::text::uuid', [id]),
    );
    expect(row).toEqual({ participants_taken: 0 });
    // A second click: done is done, and the place is freed once.
    await ask(database(), signedIn(user), LEAVE_DATE, [id]);
    expect(
      await database().query('select participants_taken from nemus_appointments where id = $1::text::uuid', [id]),
    ).toEqual([{ participants_taken: 0 }]);
  });

  it('refuses to cancel appointments that have begun, or of others', async () => {
    const [past, other] = [await appoint(database(), -2), await appoint(database(), 24)];
    const user = await signUp(database());
    await join(database(), past, user);
    expect(await refusal(database(), signedIn(user), LEAVE_DATE, [past])).toMatchObject({ hint: 'appointment_over' });
    expect(await refusal(database(), signedIn(user), LEAVE_DATE, [other])).toMatchObject({
      hint: 'appointment_not_found',
    });
  });

  it('shows a past confirmed appointment as completed and takes a rating, which can be changed', async () => {
    const [past, coming] = [await appoint(database(), -2), await appoint(database(), 24)];
    const user = await signUp(database());
    await join(database(), past, user);
    await join(database(), coming, user);
    expect(await refusal(database(), signedIn(user), RATE, [coming, '5', null])).toMatchObject({
      hint: 'appointment_not_over',
    });
    expect(await refusal(database(), signedIn(user), RATE, [past, '6', null])).toMatchObject({
      hint: 'invalid_rating',
    });
    await ask(database(), signedIn(user), RATE, [past, '3', null]);
    await ask(database(), signedIn(user), RATE, [past, '5', ' Gut. ']);
    expect(
      await ask(
        database(),
        signedIn(user),
        `select status, rating, feedback from nemus_my_appointments where rating is not null`,
      ),
    ).toEqual([{ status: 'completed', rating: 5, feedback: 'Gut.' }]);
  });
}
