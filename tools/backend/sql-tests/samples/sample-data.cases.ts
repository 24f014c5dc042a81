import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { COURSE_60 } from '../scenes/courses';
import { enrol } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addProbeCourse } from '../scenes/learning';
import { one } from '../scenes/rows';
import { setSampleData } from '../scenes/samples';
import { ACCEPT_INVITATION, mintToken } from '../scenes/trainees';

const REMOVE = 'select nemus_remove_sample_data() as removed';
const removedBy = async (database: TestDatabase, user: string) =>
  one(await ask(database, signedIn(user), REMOVE)).removed;

/** Signs up as real people do where sample data is on. */
async function withSample(database: TestDatabase, make: () => Promise<string>): Promise<string> {
  await setSampleData(database, true);
  const id = await make();
  await setSampleData(database, false);
  return id;
}

/** Every row of an account in a table with a mark, as `table: marked of all`. */
async function marks(database: TestDatabase, user: string) {
  const count = async (table: string, own: string, mark = 'is_sample') =>
    one(
      await database.query(
        `select count(*) filter (where ${mark})::int as marked, count(*)::int as all from ${table}
         where ${own} = $1::text::uuid`,
        [user],
      ),
    );
  return {
    certificates: await count('nemus_certificates', 'user_id'),
    plans: await count('nemus_competency_targets', 'user_id'),
    logbook: await count('nemus_logbook_entries', 'user_id'),
    modules: await count('nemus_module_progress', 'user_id'),
    learning: await count('nemus_learning_progress', 'user_id'),
    appointments: await count(
      'nemus_appointment_participations p join nemus_appointments a on a.id = p.appointment_id',
      'p.user_id',
      'a.is_sample',
    ),
    trainees: await count('nemus_trainees', 'institution_id'),
    bookings: await count('nemus_course_bookings', 'institution_id', `origin = 'sample'`),
    purchases: await count('nemus_transactions', 'user_id'),
  };
}
const NONE = { marked: 0, all: 0 };
const NOTHING = {
  certificates: NONE,
  plans: NONE,
  logbook: NONE,
  modules: NONE,
  learning: NONE,
  appointments: NONE,
  trainees: NONE,
  bookings: NONE,
  purchases: NONE,
};

export function sampleDataCases(database: () => TestDatabase): void {
  const trainee = () => withSample(database(), () => signUp(database()));
  const institution = () => withSample(database(), () => signUpInstitution(database()));

  it('marks every row that it gives, and gives no purchases', async () => {
    for (const user of [await trainee(), await institution()]) {
      const given = Object.entries(await marks(database(), user));
      expect(given.filter(([, { marked, all }]) => marked !== all)).toEqual([]);
      expect(given.some(([, { all }]) => Number(all) > 0)).toBe(true);
      expect(Object.fromEntries(given).purchases).toEqual(NONE);
    }
  });

  it('invents no data of a person or an institution', async () => {
    const [user, ambulance] = [await trainee(), await institution()];
    expect(
      await ask(
        database(),
        signedIn(user),
        `select phone, street, postal_code, city, birth_date, chamber, training_site, supervisor_name, field, started_on
         from nemus_personal_data join nemus_training_info using (user_id)`,
      ),
    ).toEqual([
      {
        phone: '',
        street: '',
        postal_code: '',
        city: '',
        birth_date: null,
        chamber: '',
        training_site: '',
        supervisor_name: '',
        field: null,
        started_on: null,
      },
    ]);
    expect(
      await ask(
        database(),
        signedIn(ambulance),
        `select institution_address, institution_phone, institution_website, institution_description
         from nemus_institution_settings`,
      ),
    ).toEqual([
      { institution_address: '', institution_phone: '', institution_website: '', institution_description: '' },
    ]);
  });

  it('invents details for demo accounts alone', async () => {
    const demo = await database().query(
      `select p.email, d.birth_date is not null as born,
         exists (select from nemus_transactions t where t.user_id = p.user_id and t.is_sample) as bought
       from nemus_profiles p left join nemus_personal_data d using (user_id)
       where p.email in ('demo.piw@nemus.example', 'demo.institution@nemus.example') order by p.email`,
    );
    expect(demo).toEqual([
      { email: 'demo.institution@nemus.example', born: false, bought: true },
      { email: 'demo.piw@nemus.example', born: true, bought: false },
    ]);
  });

  it('is removed from a trainee, a second time without effect', async () => {
    const user = await trainee();
    expect(await removedBy(database(), user)).toBeGreaterThan(20);
    expect(await marks(database(), user)).toEqual(NOTHING);
    expect(
      await ask(
        database(),
        signedIn(user),
        'select distinct completed_units, sample_units from nemus_training_progress',
      ),
    ).toEqual([{ completed_units: 0, sample_units: 0 }]);
    expect(await removedBy(database(), user)).toBe(0);
  });

  it('leaves what a trainee did, in a course of the sample set too, and appointments and units of its own', async () => {
    const user = await trainee();
    const next = 'select id from nemus_learning_modules where course_id = $1 and position = $2::text::int';
    const [third] = await database().query(next, ['course-3', '3']);
    const [fourth] = await database().query(next, ['course-3', '4']);
    for (const module of [fourth, third]) {
      await ask(database(), signedIn(user), 'select nemus_complete_module($1)', [module?.id]);
    }
    await database().query(
      `with own as (insert into nemus_appointments (title, starts_at, ends_at, type, format, units, capacity)
         values ('Eigener', now() - interval '2 hours', now() - interval '1 hour', 'Webinar', 'Online', 7, 3) returning id)
       insert into nemus_appointment_participations (appointment_id, user_id) select id, $1::text::uuid from own`,
      [user],
    );
    await removedBy(database(), user);
    const rest = await marks(database(), user);
    expect(rest).toEqual({
      ...NOTHING,
      modules: { marked: 0, all: 2 },
      learning: { marked: 0, all: 1 },
      appointments: { marked: 0, all: 1 },
    });
    expect(
      await ask(database(), signedIn(user), 'select course_id, status, completed_at from nemus_learning_progress'),
    ).toEqual([{ course_id: 'course-3', status: 'in_progress', completed_at: null }]);
    expect(
      await ask(
        database(),
        signedIn(user),
        'select area, completed_units from nemus_training_progress where completed_units > 0',
      ),
    ).toEqual([{ area: 'theory', completed_units: 7 }]);
    const { rows } = one(await ask(database(), signedIn(user), 'select nemus_my_certificates() as rows'));
    expect(rows).toMatchObject([{ title: 'Eigener', is_sample: false }]);
  });

  it('takes the progress back from a seminar that its modules had moved', async () => {
    const user = await signUp(database());
    const { id, seminar } = await addProbeCourse(database(), { premium: true });
    await enrol(database(), user, seminar);
    await database().query(
      `insert into nemus_module_progress (user_id, module_id, is_sample)
       select $1::text::uuid, m.id, true from nemus_learning_modules m where m.course_id = $2`,
      [user, id],
    );
    const enrolled = 'select status, progress_percentage from nemus_course_enrollments';
    expect(await ask(database(), signedIn(user), enrolled)).toEqual([
      { status: 'completed', progress_percentage: 100 },
    ]);
    await removedBy(database(), user);
    expect(await ask(database(), signedIn(user), enrolled)).toEqual([
      { status: 'not_started', progress_percentage: 0 },
    ]);
  });

  it('is removed from an institution with its invented people', async () => {
    const user = await institution();
    expect(await removedBy(database(), user)).toBe(13);
    expect(await marks(database(), user)).toEqual(NOTHING);
    expect(await removedBy(database(), user)).toBe(0);
  });

  it('leaves people who were made one’s own, were booked for, or have an account, and what was bought', async () => {
    const user = await institution();
    await giveCredits(database(), user, 500);
    const act = (statement: string, parameters: readonly unknown[] = []) =>
      ask(database(), signedIn(user), statement, parameters);
    await act(`update nemus_trainees set first_name = 'Ida', email = 'ida@praxis.example' where first_name = 'Anna'`);
    await act(`update nemus_trainees set completed_hours = 1 where first_name = 'Lukas'`);
    await act(
      `select nemus_book_course($1::text::uuid, array(select id from nemus_trainees where first_name = 'Fatima'))`,
      [COURSE_60],
    );
    const [sarah] = await act(`select id, email from nemus_trainees where first_name = 'Sarah'`);
    const [sent] = await act(`select nemus_resend_invitation($1::text::uuid) ->> 'invitation_id' as id`, [sarah?.id]);
    const linked = await signUp(database(), { first: 'Sarah', email: String(sarah?.email) });
    await ask(database(), signedIn(linked), ACCEPT_INVITATION, [await mintToken(database(), String(sent?.id))]);
    await removedBy(database(), user);
    expect(await act('select first_name, is_sample from nemus_trainees order by first_name')).toEqual(
      ['Fatima', 'Ida', 'Sarah'].map((first_name) => ({ first_name, is_sample: false })),
    );
    expect(await act('select origin, participants from nemus_course_bookings')).toEqual([
      { origin: 'portal', participants: 1 },
    ]);
    expect(await act('select used_credits from nemus_credit_balances')).toEqual([{ used_credits: 60 }]);
    expect(await act('select count(*)::int as n from nemus_transactions')).toEqual([{ n: 1 }]);
  });

  it('is removed for the caller alone, and is nothing that a client writes', async () => {
    const [user, stranger] = [await trainee(), await trainee()];
    const before = await marks(database(), stranger);
    await removedBy(database(), user);
    expect(await marks(database(), stranger)).toEqual(before);
    const ambulance = await institution();
    for (const statement of [
      'update nemus_trainees set is_sample = true',
      'update nemus_course_bookings set origin = origin',
      'update nemus_transactions set is_sample = true',
    ]) {
      expect(await refusal(database(), signedIn(ambulance), statement)).not.toBeNull();
    }
    expect(await refusal(database(), { role: 'anon' }, REMOVE)).toMatchObject({ code: '42501' });
  });
}
