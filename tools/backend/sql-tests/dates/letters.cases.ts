import { NET } from '../../src/server/database/net';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { enrol } from '../scenes/enrolments';
import { givePlace } from '../scenes/places';
import { one } from '../scenes/rows';
import { undone } from '../scenes/undone';

const WRITE = 'select private.nemus_write_date_letter($1::text::uuid, $2::text::uuid, $3, $4::text::jsonb)';
const CLAIM = `select l ->> 'letter_id' as id, l ->> 'kind' as kind, l -> 'details' as details,
    (l ->> 'has_place')::boolean as place
  from jsonb_array_elements(nemus_claim_date_letters(array[$1::text::uuid])) l`;
const NOTE = 'select nemus_note_date_letter($1::text::uuid, $2::text::boolean)';

export function dateLetterCases(database: () => TestDatabase): void {
  const age = (column: string) =>
    database().query(`update private.nemus_date_letters set ${column} = now() - interval '6 minutes'`);

  async function scene() {
    const course = await addSeminar(database());
    const date = await addDate(database(), course, { hours: 48, capacity: 2 });
    const user = await signUp(database());
    await enrol(database(), user, course);
    await givePlace(database(), user, date);
    await database().query('delete from private.nemus_date_letters');
    const write = (kind: string, values: object | null = null) =>
      database().query(WRITE, [user, date, kind, values && JSON.stringify(values)]);
    const claim = () => ask(database(), SERVICE, CLAIM, [date]);
    return { course, date, user, write, claim };
  }

  it('gives a letter to one caller, and again, not at once, when its mail did not leave', async () => {
    const { write, claim } = await scene();
    await write('place_confirmed');
    const [letter] = await claim();
    expect(letter).toMatchObject({ kind: 'place_confirmed', place: true });
    expect(await claim()).toEqual([]);
    await ask(database(), SERVICE, NOTE, [letter?.id, 'false']);
    expect(await claim()).toEqual([]);
    await age('tried_at');
    expect(await claim()).toMatchObject([{ id: letter?.id }]);
    await ask(database(), SERVICE, NOTE, [letter?.id, 'true']);
    expect(await claim()).toEqual([]);
  });

  it('is tried again once in five minutes by those who come by, however often they do', async () => {
    const { write } = await scene();
    const pass = () => ask(database(), SERVICE, CLAIM, [null]);
    await write('place_confirmed');
    expect(await pass()).toEqual([]);
    await age('created_at');
    const [letter] = await pass();
    await ask(database(), SERVICE, NOTE, [letter?.id, 'false']);
    for (let n = 0; n < 5; n += 1) expect(await pass()).toEqual([]);
    await age('tried_at');
    expect(await pass()).toMatchObject([{ id: letter?.id }]);
  });

  it('keeps its attempts while the mail service is down, for every caller and any number of calls', async () => {
    const { date, user, write } = await scene();
    const stranger = await signUp(database());
    await write('place_confirmed');
    /** As the function calls for an account: with the dates that it names, and with itself. */
    const call = async (dates: readonly string[], account: string) => {
      const given = await ask(
        database(),
        SERVICE,
        `select l ->> 'letter_id' as id from jsonb_array_elements(
           nemus_claim_date_letters($1::text::uuid[], $2::text::uuid)) l`,
        [`{${dates.join(',')}}`, account],
      );
      for (const { id } of given) await ask(database(), SERVICE, NOTE, [id, 'false']);
      return given.length;
    };
    let given = 0;
    for (let n = 0; n < 6; n += 1) given += (await call([date], stranger)) + (await call([], user));
    expect(given).toBe(1);
    expect(await database().query('select attempts from private.nemus_date_letters')).toEqual([{ attempts: 1 }]);
    // A newer letter that replaces it is another one, and leaves immediately.
    await write('cancelled', { reason: 'Krank' });
    expect(await call([date], stranger)).toBe(1);
  });

  it('goes to no blocked account, neither now nor after the block', async () => {
    const { user, write, claim } = await scene();
    await write('moved');
    const block = (until: string) =>
      database().query(`update auth.users set banned_until = ${until} where id = $1::text::uuid`, [user]);
    await block(`now() + interval '1 year'`);
    expect(await claim()).toEqual([]);
    await block('null');
    await age('tried_at');
    expect(await claim()).toEqual([]);
    await write('moved');
    expect(await claim()).toMatchObject([{ kind: 'moved' }]);
  });

  it('leaves automatically: a job requests letters unsent for five minutes, without a key', async () => {
    const { write } = await scene();
    await write('place_confirmed');
    await undone(database(), async (connection) => {
      const job = async () => one(await connection.query('select private.nemus_send_letters() as asked')).asked;
      await connection.query('delete from private.nemus_trainee_letters');
      await connection.query(
        `insert into private.nemus_settings (key, value) values ('functions_url', '"https://x.test/functions/v1"')
         on conflict (key) do update set value = excluded.value`,
      );
      await connection.query(NET);
      expect(await job()).toBe(false);
      await connection.query(`update private.nemus_date_letters set created_at = now() - interval '6 minutes'`);
      expect(await job()).toBe(true);
      expect(await connection.query('select url, headers, body from net.http_request_queue')).toEqual([
        { url: 'https://x.test/functions/v1/send-letters', headers: { 'Content-Type': 'application/json' }, body: {} },
      ]);
      await connection.query('update private.nemus_date_letters set tried_at = now()');
      expect(await job()).toBe(false);
      await connection.query('update private.nemus_date_letters set tried_at = null, attempts = 5');
      expect(await job()).toBe(false);
    });
  });

  it('sends the newest alone of what did not leave, and says the time that the person knows', async () => {
    const { write, claim } = await scene();
    await write('moved', { earlier_start: '2027-01-01T10:00:00Z' });
    await write('moved', { earlier_start: '2027-01-02T10:00:00Z' });
    expect(await claim()).toMatchObject([{ kind: 'moved', details: { earlier_start: '2027-01-01T10:00:00Z' } }]);
    await write('cancelled', { reason: 'Krank' });
    expect(await claim()).toMatchObject([{ kind: 'cancelled', details: { reason: 'Krank' } }]);
  });

  it('writes at most 20 letters a day of what people do themselves, and always what was done to them', async () => {
    const { write, date, user } = await scene();
    const count = () =>
      database().query(
        'select count(*)::int as n from private.nemus_date_letters where user_id = $1::text::uuid and appointment_id = $2::text::uuid',
        [user, date],
      );
    for (let n = 0; n < 22; n += 1) {
      await write('place_confirmed');
      await database().query('update private.nemus_date_letters set sent_at = now() where sent_at is null');
    }
    expect(await count()).toEqual([{ n: 20 }]);
    await write('moved');
    expect(await count()).toEqual([{ n: 21 }]);
  });

  it('has no letters for appointments without a seminar, and none for callers other than the functions', async () => {
    const { date, user, write } = await scene();
    await database().query('update nemus_appointments set course_id = null where id = $1::text::uuid', [date]);
    await write('moved');
    expect(await database().query('select 1 from private.nemus_date_letters')).toEqual([]);
    expect((await refusal(database(), signedIn(user), CLAIM, [date]))?.code).toBe('42501');
  });

  it('of a place or a waiting position does not leave once that has ended', async () => {
    for (const kind of ['waitlisted', 'promoted', 'place_confirmed']) {
      const { date, user, write, claim } = await scene();
      await write(kind);
      await database().query(
        `update nemus_appointment_participations set status = 'cancelled', cancelled_at = now()
         where appointment_id = $1::text::uuid and user_id = $2::text::uuid`,
        [date, user],
      );
      await database().query(`delete from private.nemus_date_letters where kind <> $1`, [kind]);
      expect(await claim()).toEqual([]);
    }
  });

  it('replaces an unsent one, also after the 20 of a day', async () => {
    const { course, date, user, write } = await scene();
    await write('promoted');
    for (let count = 0; count < 20; count += 1) {
      const other = await addDate(database(), course, { hours: 500 });
      await database().query(WRITE, [user, other, 'place_ended', null]);
    }
    await write('place_ended');
    expect(
      await database().query(
        'select kind from private.nemus_date_letters where user_id = $1::text::uuid and appointment_id = $2::text::uuid',
        [user, date],
      ),
    ).toEqual([{ kind: 'place_ended' }]);
  });
}
