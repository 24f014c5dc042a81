import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addProbeCourse } from '../scenes/learning';
import { playRun } from '../scenes/quiz';
import { one, text } from '../scenes/rows';
import { setSampleData } from '../scenes/samples';

const LIST = 'select nemus_my_certificates() as rows';

/** The certificates that an account sees; random values are left out. */
async function certificatesOf(database: TestDatabase, user: string) {
  const { rows } = one(await ask(database, signedIn(user), LIST));
  if (!Array.isArray(rows)) throw new Error('The certificates are no list.');
  return rows.map((row: unknown) => (typeof row === 'object' ? { ...row } : {}));
}

/** An appointment that ended an hour ago, with one participant. @returns its id */
async function attend(database: TestDatabase, user: string, status = 'confirmed'): Promise<string> {
  const id = text(
    await database.query(
      `insert into nemus_appointments (title, description, starts_at, ends_at, type, format, instructor, units, capacity)
       values ('Fallseminar', 'Ein Fall', now() - interval '3 hours', now() - interval '1 hour', 'Workshop', 'Präsenz',
         'Dr. Vogt', 3, 5) returning id::text`,
    ),
    'id',
  );
  await database.query(
    `insert into nemus_appointment_participations (appointment_id, user_id, status, cancelled_at)
     values ($1::text::uuid, $2::text::uuid, $3, case when $3 = 'cancelled' then now() - interval '9 hours' end)`,
    [id, user, status],
  );
  return id;
}

export function certificateCases(database: () => TestDatabase): void {
  it('issues one for an attended appointment, once, and none for a cancelled one or one to come', async () => {
    const user = await signUp(database(), { first: 'Ida', last: 'Groß' });
    await attend(database(), user, 'cancelled');
    expect(await certificatesOf(database(), user)).toEqual([]);
    const appointment = await attend(database(), user);
    for (const look of [1, 2]) {
      expect([look, await certificatesOf(database(), user)]).toMatchObject([
        look,
        [
          {
            kind: 'attendance',
            appointment_id: appointment,
            number: expect.stringMatching(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/),
            holder: 'Ida Groß',
            title: 'Fallseminar',
            units: 3,
            content: 'Ein Fall',
            session: { type: 'Workshop', format: 'Präsenz', instructor: 'Dr. Vogt' },
            is_sample: false,
          },
        ],
      ]);
    }
  });

  it('states the facts at the end of the appointment, even if it is first read after a change', async () => {
    const user = await signUp(database(), { first: 'Ida', last: 'Groß' });
    const appointment = await attend(database(), user);
    await database().query(`update nemus_profiles set last_name = 'Klein' where user_id = $1::text::uuid`, [user]);
    const other = await attend(database(), user);
    await database().query(
      `update nemus_appointments set title = 'Ganz anders', units = 40, instructor = 'Niemand' where id = $1::text::uuid`,
      [other],
    );
    await database().query('delete from nemus_appointments where id = $1::text::uuid', [appointment]);
    const rows = await certificatesOf(database(), user);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({ holder: 'Ida Groß', title: 'Fallseminar', units: 3, appointment_id: null }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({ holder: 'Ida Klein', title: 'Fallseminar', units: 3, appointment_id: other }),
    );
  });

  it('issues one for a completed course, which no later change of course or name touches', async () => {
    const { id } = await addProbeCourse(database());
    await database().query('update nemus_learning_blocks set is_open = true where course_id = $1', [id]);
    const user = await signUp(database(), { first: 'Ida', last: 'Groß' });
    const modules = await database().query(
      'select id, type, block_id from nemus_learning_modules where course_id = $1 order by position',
      [id],
    );
    for (const module of modules) {
      expect(await certificatesOf(database(), user)).toEqual([]);
      if (module.type === 'quiz') {
        await playRun(database(), user, 3, { course: id, block: String(module.block_id) });
      }
      await ask(database(), signedIn(user), 'select nemus_complete_module($1)', [module.id]);
    }
    const before = await certificatesOf(database(), user);
    expect(before).toMatchObject([{ kind: 'completion', course_id: id, holder: 'Ida Groß', is_sample: false }]);
    await database().query(`update nemus_profiles set first_name = 'Eva' where user_id = $1::text::uuid`, [user]);
    await database().query(`update nemus_learning_courses set title = 'Anders', units = 99 where id = $1`, [id]);
    expect(await certificatesOf(database(), user)).toEqual(before);
  });

  it('can be changed by no account, and names its account, whichever account issues it', async () => {
    const user = await signUp(database(), { first: 'Ida', last: 'Groß' });
    await ask(
      database(),
      SERVICE,
      `insert into nemus_certificates (user_id, number, holder, title, issuer, units, issued_on)
       values ($1::text::uuid, 'X-1', 'Dr. Niemand', 'Probe', 'Probe', 1, current_date)`,
      [user],
    );
    expect(await certificatesOf(database(), user)).toMatchObject([{ holder: 'Ida Groß' }]);
    const change = `update nemus_certificates set holder = 'Dr. Ida Groß'`;
    for (const caller of [signedIn(user), SERVICE]) {
      expect(await refusal(database(), caller, change)).toMatchObject({ code: '42501' });
    }
    expect(await refusal(database(), signedIn(user), 'delete from nemus_certificates')).toMatchObject({
      code: '42501',
    });
    await expect(
      database().query(`update nemus_certificates set units = 9 where user_id = $1::text::uuid`, [user]),
    ).rejects.toMatchObject({ code: 'PT405' });
  });

  it('marks those of the sample set, and shows each account only its own', async () => {
    await setSampleData(database(), true);
    const [user, stranger] = [await signUp(database()), await signUp(database())];
    await setSampleData(database(), false);
    const rows = await certificatesOf(database(), user);
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.every((row) => 'is_sample' in row && row.is_sample === true)).toBe(true);
    const own = new Set(rows.map((row) => ('id' in row ? row.id : null)));
    const others = await certificatesOf(database(), stranger);
    expect(others.filter((row) => own.has('id' in row ? row.id : null))).toEqual([]);
  });
}
