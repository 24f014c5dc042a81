import { createHash } from 'node:crypto';
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
      `select a.id from nemus_appointments a, private.nemus_parts(a) t, unnest($1::text::date[]) day
       where a.id::text like 'da000000-%'
         and day between (t.starts_at at time zone 'Europe/Berlin')::date and (t.ends_at at time zone 'Europe/Berlin')::date`,
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

  it('one seminar has a date in three parts, with all of its units', async () => {
    const found = await database().query(
      `select jsonb_array_length(a.parts) as parts, a.parts_needed, a.parts #>> '{0,id}' = a.id::text as has_first,
         (select sum(t.units)::int from private.nemus_parts(a) t) = a.units as is_whole
       from nemus_appointments a where a.id::text like 'da000000-%' and a.parts is not null`,
    );
    expect(found).toEqual([{ parts: 3, parts_needed: 2, has_first: true, is_whole: true }]);
  });

  it('no date collides with another, and a past one waits for its list', async () => {
    const found = one(
      await database().query(
        `select count(*) filter (where exists (
             select from nemus_appointments o, private.nemus_parts(o) other, private.nemus_parts(a) part
             where o.id <> a.id and o.course_id is not null and o.id::text like 'da000000-%'
               and other.starts_at < part.ends_at and other.ends_at > part.starts_at
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

  describe('its logbook', () => {
    const remove = async (name: string) => {
      const [answer] = await ask(
        database(),
        signedIn(await accountOf(name)),
        'select nemus_remove_sample_data() as removed',
      );
      return answer?.removed;
    };
    const states = (owner: string) =>
      database().query(
        `select e.state, count(*)::int as entries from nemus_logbook_entries e where e.user_id = $1::text::uuid
         and e.done_on >= date_trunc('week', now() at time zone 'Europe/Berlin') and e.is_sample group by 1 order by 1`,
        [owner],
      );

    it('has a current week in every state, and an institution with linked trainees, one of them far behind', async () => {
      expect(await states(await accountOf('piw'))).toEqual([
        { state: 'confirmed', entries: 4 },
        { state: 'draft', entries: 2 },
        { state: 'returned', entries: 1 },
        { state: 'submitted', entries: 4 },
      ]);
      const { cohort } = one(
        await ask(database(), signedIn(await accountOf('institution')), 'select nemus_cohort() as cohort'),
      ) as { cohort: { rows: { last_name: string; categories: { category: string; standing: string }[] }[] } };
      expect(
        cohort.rows.map(({ last_name: name, categories }) => [
          name,
          categories.find(({ category }) => category === 'practice')?.standing,
        ]),
      ).toEqual([
        ['Albrecht', 'on_track'],
        ['Aydın', 'far_behind'],
        ['Brunner', 'on_track'],
      ]);
      const { inbox } = one(
        await ask(database(), signedIn(await accountOf('supervision')), 'select nemus_sign_off_inbox() as inbox'),
      ) as { inbox: { entries: readonly unknown[] } };
      expect(inbox.entries).toHaveLength(7);
      expect(await database().query('select * from private.nemus_check_sums()')).toEqual([]);
    });

    it('has two certificates from elsewhere, whose files are those in the seeds', async () => {
      const owner = await accountOf('piw');
      const { entries } = one(
        await ask(database(), signedIn(owner), 'select nemus_logbook_certificates() as entries'),
      ) as { entries: readonly { state: string; file: { path: string; size_bytes: number; sha256: string } }[] };
      expect(entries.map(({ state }) => state)).toEqual(['submitted', 'confirmed']);
      for (const { file } of entries) {
        const bytes = readFileSync(path.join(path.dirname(SEED), 'files', file.path));
        expect([bytes.byteLength, createHash('sha256').update(bytes).digest('hex')]).toEqual([
          file.size_bytes,
          file.sha256,
        ]);
      }
      for (const reader of [owner, await accountOf('supervision')]) {
        const read = await ask(
          database(),
          signedIn(reader),
          `select name from storage.objects where bucket_id = 'logbook'`,
        );
        expect(read).toHaveLength(2);
      }
    });

    it('is removed by one click of the institution: what is real stays, and a second click finds nothing', async () => {
      const [house, owner] = [await accountOf('institution'), await accountOf('piw')];
      const [confirmer] = await database().query(
        `select id::text from nemus_confirmers where institution_id = $1::text::uuid and user_id is null`,
        [house],
      );
      // Real: an own entry that waits at an invented person, who therefore stays.
      await database().query(
        `insert into nemus_logbook_entries (user_id, category, minutes, done_on, state, submitted_at, confirmer_id, institution_id)
         values ($1::text::uuid, 'self_experience', 50, current_date - 1, 'submitted', now(), $2::text::uuid, $3::text::uuid)`,
        [owner, confirmer?.id, house],
      );
      // A correction without a confirmer does not keep what it corrects.
      await ask(
        database(),
        signedIn(owner),
        `select nemus_correct_entry(e.id) from nemus_logbook_entries e where e.user_id = auth.uid()
           and e.confirmer_id is not null and e.state = 'confirmed' and e.done_on < current_date order by e.done_on limit 1`,
      );
      await database().query(
        `update nemus_logbook_entries set confirmer_id = null where corrects is not null and user_id = $1::text::uuid`,
        [owner],
      );
      expect(await remove('institution')).toBeGreaterThan(50);
      expect(
        await database().query(
          `select c.name, c.is_sample from nemus_confirmers c where c.institution_id = $1::text::uuid`,
          [house],
        ),
      ).toEqual([{ name: 'Prof. Dr. Martin Keller', is_sample: false }]);
      expect(
        await database().query(
          `select t.last_name, t.is_sample, t.user_id is not null as linked from nemus_trainees t
           where t.institution_id = $1::text::uuid`,
          [house],
        ),
      ).toEqual([{ last_name: 'Albrecht', is_sample: false, linked: true }]);
      expect(await states(owner)).toEqual([{ state: 'draft', entries: 1 }]);
      expect(await remove('institution')).toBe(0);
    });

    it('is removed by one click of the trainee, with site and cases, but not what a real entry names', async () => {
      const owner = await accountOf('piw');
      await database().query(
        `insert into nemus_logbook_entries (user_id, category, minutes, done_on, case_id)
         select c.user_id, 'practice', 50, current_date - 1, c.id from nemus_logbook_cases c
         where c.user_id = $1::text::uuid order by c.code limit 1`,
        [owner],
      );
      expect(await remove('piw')).toBeGreaterThan(50);
      expect(
        await database().query(
          `select (select count(*)::int from nemus_logbook_entries e where e.user_id = p.user_id and e.is_sample) as entries,
             (select count(*)::int from nemus_logbook_sites s where s.user_id = p.user_id) as sites,
             (select string_agg(c.code || ' ' || c.is_sample, ',') from nemus_logbook_cases c where c.user_id = p.user_id) as cases
           from nemus_profiles p where p.user_id = $1::text::uuid`,
          [owner],
        ),
      ).toEqual([{ entries: 0, sites: 0, cases: 'F-4R8T false' }]);
      expect(await remove('piw')).toBe(0);
    });
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
