import path from 'node:path';
import { readFileSync } from 'node:fs';
import { ask, signedIn, type TestDatabase } from '../database/database';
import { LEAVE_DATE } from '../scenes/places';
import { one, text } from '../scenes/rows';

const SEED = path.resolve(import.meta.dirname, '../../../../supabase/seeds/dates.sql');

/** What a demonstration portal shows of dates, from the seed alone. */
export function demonstrationCases(database: () => TestDatabase): void {
  const accountOf = async (name: string) =>
    text(
      await database().query('select id::text from auth.users where email = $1', [`demo.${name}@nemus.example`]),
      'id',
    );
  const own = async (name: string) =>
    ask(
      database(),
      signedIn(await accountOf(name)),
      `select right(id::text, 2) as date, status, waitlist_position from nemus_my_appointments
       where course_id is not null order by id`,
    );

  it('one trainee has a place and waits for another date, and has one course without a date', async () => {
    expect(await own('piw')).toEqual([
      { date: '01', status: 'waitlist', waitlist_position: 1 },
      { date: '02', status: 'confirmed', waitlist_position: null },
      { date: '13', status: 'confirmed', waitlist_position: null },
      { date: '18', status: 'confirmed', waitlist_position: null },
      { date: '27', status: 'confirmed', waitlist_position: null },
    ]);
    const open = await ask(
      database(),
      signedIn(await accountOf('piw')),
      `select c.title from nemus_course_enrollments e join nemus_courses c on c.id = e.course_id
       where c.has_dates and e.status <> 'completed' and not exists (select from nemus_my_appointments a where a.course_id = c.id)`,
    );
    expect(open).toEqual([{ title: 'Selbstfürsorge in der Weiterbildung' }]);
  });

  it('every seminar in the catalogue can be bought, and its dates fit its units and are on working days', async () => {
    const unsold = await database().query(
      `select title from nemus_courses where id::text like 'c0000000-%' and not private.nemus_is_buyable(id)`,
    );
    expect(unsold).toEqual([]);
    const odd = await database().query(
      `select a.id from nemus_appointments a join nemus_courses c on c.id = a.course_id where a.id::text like 'da000000-%'
         and (a.units <> c.theory_units + c.practical_units or (a.starts_at at time zone 'Europe/Berlin')::time < '08:00'
           or (a.ends_at at time zone 'Europe/Berlin')::time > '20:00')`,
    );
    expect(odd).toEqual([]);
    // Sundays of Easter by year, from published calendars.
    const easter = {
      2026: '2026-04-05',
      2027: '2027-03-28',
      2028: '2028-04-16',
      2029: '2029-04-01',
      2030: '2030-04-21',
    };
    const holidays = Object.entries(easter).flatMap(([year, sunday]) => [
      ...['01-01', '05-01', '10-03', '12-24', '12-25', '12-26', '12-31'].map((day) => `${year}-${day}`),
      ...[-2, 0, 1, 39, 49, 50].map((days) =>
        new Date(Date.parse(sunday) + days * 86_400_000).toISOString().slice(0, 10),
      ),
    ]);
    const onHolidays = await database().query(
      `select a.id from nemus_appointments a, unnest($1::text::date[]) day where a.id::text like 'da000000-%'
         and day between (a.starts_at at time zone 'Europe/Berlin')::date and (a.ends_at at time zone 'Europe/Berlin')::date`,
      [`{${holidays.join(',')}}`],
    );
    expect(onHolidays).toEqual([]);
  });

  it('every seminar with dates has one with free places, and a teacher', async () => {
    const seminars = await database().query(
      `select c.title, bool_or(a.starts_at > now() and a.participants_taken < a.capacity) as is_free,
         bool_and(a.instructor <> '') as is_taught
       from nemus_courses c join nemus_appointments a on a.course_id = c.id
       where c.id::text like 'c0000000-0000-4000-8000-%' group by c.id`,
    );
    expect(seminars.length).toBeGreaterThan(28);
    expect(seminars.filter(({ is_free, is_taught }) => is_free !== true || is_taught !== true)).toEqual([]);
  });

  it('no date collides with another, and a past one waits for its list', async () => {
    const found = one(
      await database().query(
        `select count(*) filter (where exists (
             select from nemus_appointments o where o.id <> a.id and o.course_id is not null and o.id::text like 'da000000-%'
               and o.starts_at < a.ends_at and o.ends_at > a.starts_at
               and (o.instructor = a.instructor or (o.format <> 'Online' and o.location = a.location))))::int as colliding,
           count(*) filter (where a.ends_at < now())::int as over
         from nemus_appointments a where a.id::text like 'da000000-%'`,
      ),
    );
    expect(found).toEqual({ colliding: 0, over: 1 });
    expect(await own('betrieb')).toEqual([{ date: '12', status: 'confirmed', waitlist_position: null }]);
    const counted = await database().query(
      `select a.id from nemus_appointments a where a.id::text like 'da000000-%' and a.participants_taken <>
         (select count(*) from nemus_appointment_participations p where p.appointment_id = a.id and p.status = 'confirmed')`,
    );
    expect(counted).toEqual([]);
  });

  it('invented people have no password and no sample set', async () => {
    const people = await database().query(
      `select count(*)::int as people, count(*) filter (where u.encrypted_password = '')::int as closed,
         (select count(*)::int from nemus_certificates c where c.user_id::text like 'd1000000-%') as certificates
       from auth.users u where u.id::text like 'd1000000-%'`,
    );
    expect(people).toEqual([{ people: 8, closed: 8, certificates: 0 }]);
  });

  it('changes nothing when it runs again, whatever people have done meanwhile', async () => {
    const standing = () =>
      database().query(
        `select a.id::text, a.starts_at::text, a.participants_taken, p.user_id::text, p.status, p.waitlist_position
         from nemus_appointments a left join nemus_appointment_participations p on p.appointment_id = a.id
         where a.id::text like 'da000000-%' order by a.id, p.user_id`,
      );
    await ask(database(), signedIn(await accountOf('piw')), LEAVE_DATE, ['da000000-0000-4000-8000-000000000002']);
    const before = await standing();
    // One statement after the other, as a blank line parts them.
    for (const statement of readFileSync(SEED, 'utf8').split(/;\n\n/)) await database().query(statement);
    expect(await standing()).toEqual(before);
  });
}
