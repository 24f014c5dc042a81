import { NET } from '../../src/server/database/net';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { Author, draftBlock, draftDocument, draftModule } from '../scenes/authoring';
import { enrol } from '../scenes/enrolments';
import { addProbeCourse } from '../scenes/learning';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { undone } from '../scenes/undone';

const FILE = `select name from storage.objects where bucket_id = 'learning' and name = $1`;
const ROW = 'select id from nemus_learning_media where path = $1';
const SEND = `insert into storage.objects (bucket_id, name) values ('learning', $1)`;

export function learningMediaCases(database: () => TestDatabase): void {
  const hire = async () => new Author(database(), await hireStaff(database(), ['catalogue']));

  /** A premium course with a picture in its open block and one in its closed block. */
  async function withPictures(author: Author) {
    const { seminar } = await addProbeCourse(database());
    await database().query('update nemus_learning_courses set seminar_id = null where seminar_id = $1::text::uuid', [
      seminar,
    ]);
    const course = await author.create();
    const [shown, closed] = [
      await author.upload(course, 'picture', 'image/png'),
      await author.upload(course, 'picture', 'image/png'),
    ];
    const block = (media: string, is_open: boolean) =>
      draftBlock({
        is_open,
        modules: [draftModule('Comic', { panels: [{ media, alternative: 'Zwei Personen reden.' }] })],
        questions: [],
      });
    await author.save(
      course,
      draftDocument({
        is_premium: true,
        seminar_id: seminar,
        blocks: [block(shown.id, true), block(closed.id, false)],
      }),
    );
    return { course, seminar, shown: shown.path, closed: closed.path };
  }

  it('are read by those who may learn what shows them, and by staff; no file of a draft or a closed block', async () => {
    const author = await hire();
    const { course, seminar, shown, closed } = await withPictures(author);
    const [owner, stranger] = [await signUp(database()), await signUp(database())];
    await enrol(database(), owner, seminar);
    // A closed block is not added while someone has still to finish (authoring.cases.ts).
    await database().query(
      `update nemus_course_enrollments set status = 'completed', progress_percentage = 100 where user_id = $1::text::uuid`,
      [owner],
    );
    const readers = async (path: string) => {
      const found: string[] = [];
      for (const [name, caller] of [
        ['owner', signedIn(owner)],
        ['stranger', signedIn(stranger)],
        ['staff', signedIn(author.staff)],
      ] as const) {
        if ((await ask(database(), caller, FILE, [path])).length > 0) found.push(name);
      }
      return found;
    };
    expect(await readers(shown)).toEqual(['staff']);
    await author.publish(course);
    // A paid course sends files once it has begun.
    expect(await readers(shown)).toEqual(['staff']);
    const open = `select nemus_open_module(m.id) from nemus_learning_modules m where m.course_id = $1`;
    for (const account of [owner, stranger]) await ask(database(), signedIn(account), open, [course]);
    expect(await readers(shown)).toEqual(['owner', 'staff']);
    expect(await readers(closed)).toEqual(['staff']);
    expect(await ask(database(), signedIn(stranger), ROW, [shown])).toEqual([]);
    expect(await ask(database(), ANONYMOUS, FILE, [shown])).toEqual([]);
    // Refunded courses are gone.
    await database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [owner]);
    expect(await readers(shown)).toEqual(['staff']);
  });

  it('are sent by staff to the place that was made for them, and to no other', async () => {
    const author = await hire();
    const course = await author.create();
    const { path } = await author.begin(course, 'picture', 'image/png');
    expect(path).toMatch(new RegExp(`^${course}/[0-9a-f-]{36}\\.png$`));
    const send = async (caller: string, name: string) =>
      (await refusal(database(), signedIn(caller), SEND, [name]))?.code ?? null;
    expect(await send(await signUp(database()), path)).toBe('42501');
    expect(await send(await hireStaff(database(), ['catalogue']), path)).toBe('42501');
    for (const name of [`${course}/other.png`, '../env', `${path}/x`, `${path}.html`]) {
      expect(await send(author.staff, name)).toBe('42501');
    }
    expect(await send(author.staff, path)).toBeNull();
  });

  it('cannot be replaced or removed', async () => {
    const author = await hire();
    const { path } = await author.upload(await author.create(), 'picture', 'image/png');
    const caller = signedIn(author.staff);
    const change = `update storage.objects set metadata = '{}' where name = $1 returning name`;
    expect(await ask(database(), caller, change, [path])).toEqual([]);
    expect(await ask(database(), caller, 'delete from storage.objects where name = $1 returning name', [path])).toEqual(
      [],
    );
  });

  it.each([
    ['picture', 'image/svg+xml', 10, 'media_type_refused'],
    ['picture', 'text/html', 10, 'media_type_refused'],
    ['video', 'image/png', 10, 'media_type_refused'],
    ['picture', 'image/png', 0, 'media_empty'],
    ['picture', 'image/png', 5_242_881, 'media_too_large'],
    ['video', 'video/mp4', 104_857_601, 'media_too_large'],
  ])('are refused before they are sent: %s, %s, %i bytes', async (kind, type, size, hint) => {
    const author = await hire();
    const course = await author.create();
    const begin = `select nemus_begin_upload($1, $2, $3, $4::text::bigint, 'name')`;
    const values = [course, kind, type, String(size)];
    expect(await refusal(database(), signedIn(author.staff), begin, values)).toMatchObject({ hint });
    expect(await database().query('select id from nemus_learning_media where course_id = $1', [course])).toEqual([]);
  });

  it('are of no use in another course, or before they were checked', async () => {
    const author = await hire();
    const [course, other] = [await author.create(), await author.create()];
    const foreign = await author.upload(other, 'picture', 'image/png');
    const waiting = await author.begin(course, 'picture', 'image/png');
    for (const { id: media } of [foreign, waiting]) {
      const panels = [{ media, alternative: 'Ein Bild.' }];
      const blocks = [draftBlock({ modules: [draftModule('Comic', { panels })], questions: [] })];
      await author.save(course, draftDocument({ blocks }));
      expect(await author.call('nemus_check_learning_draft($1)', [course])).toContainEqual(
        expect.objectContaining({ place: 'blocks/1/modules/1/panels/1', problem: 'unknown_media' }),
      );
    }
  });

  it('that were never finished are found a day later; what was checked is not', async () => {
    const author = await hire();
    const course = await author.create();
    const abandoned = await author.begin(course, 'picture', 'image/png');
    const fresh = await author.begin(course, 'picture', 'image/png');
    const whole = await author.upload(course, 'picture', 'image/png');
    await database().query(
      `update nemus_learning_media set created_at = now() - interval '25 hours' where path in ($1, $2)`,
      [abandoned.path, whole.path],
    );
    const found = (await ask(database(), SERVICE, 'select path from nemus_abandoned_uploads()')).map(
      ({ path }) => path,
    );
    expect(found).toContain(abandoned.path);
    expect(found).not.toContain(fresh.path);
    expect(found).not.toContain(whole.path);
    await ask(database(), SERVICE, 'select nemus_drop_uploads(array[$1, $2])', [abandoned.path, whole.path]);
    expect(await database().query(ROW, [abandoned.path])).toEqual([]);
    expect(await database().query(ROW, [whole.path])).toHaveLength(1);
  });

  it('that were never finished are the business of a job, which asks a function without a key', async () => {
    const author = await hire();
    const { path } = await author.begin(await author.create(), 'picture', 'image/png');
    await undone(database(), async (connection) => {
      const clear = async () => one(await connection.query('select private.nemus_clear_uploads() as asked')).asked;
      const setUrl = `insert into private.nemus_settings (key, value) values ('functions_url', '"https://x.test/functions/v1/"')
        on conflict (key) do update set value = excluded.value`;
      await connection.query(`delete from private.nemus_settings where key = 'functions_url'`);
      await connection.query(`delete from nemus_learning_media where confirmed_at is null and path <> $1`, [path]);
      await connection.query(NET);
      await connection.query(setUrl);
      // No file is a day old.
      expect(await clear()).toBe(false);
      await connection.query(
        `update nemus_learning_media set created_at = now() - interval '25 hours' where path = $1`,
        [path],
      );
      expect(await clear()).toBe(true);
      expect(await connection.query('select url, headers, body from net.http_request_queue')).toEqual([
        {
          url: 'https://x.test/functions/v1/clear-uploads',
          headers: { 'Content-Type': 'application/json' },
          body: {},
        },
      ]);
      // Without a function to call, the next upload clears.
      await connection.query(`delete from private.nemus_settings where key = 'functions_url'`);
      expect(await clear()).toBe(false);
    });
  });
}
