import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { enrolWithCredits } from '../scenes/enrolments';
import { signUpInstitution } from '../scenes/institutions';
import { addProbeCourse } from '../scenes/learning';
import { playRun } from '../scenes/quiz';

const MINE = `select course_id, seminar_id, status, progress_percentage, is_done, next_module
  from nemus_my_learning order by position`;

export function ownLearningCases(database: () => TestDatabase): void {
  const own = (user: string) => ask(database(), signedIn(user), MINE);
  const complete = (user: string, module: string) =>
    ask(database(), signedIn(user), 'select nemus_complete_module($1)', [module]);
  const enroll = (user: string, seminar: string) => enrolWithCredits(database(), user, seminar);
  /** Modules are called by their ids, so that one can be told from another. */
  const probe = async (options: Parameters<typeof addProbeCourse>[1] = {}) => {
    const course = await addProbeCourse(database(), options);
    await database().query('update nemus_learning_modules set title = id where course_id = $1', [course.id]);
    return course;
  };

  it('are those that were begun, with the first open module that is left', async () => {
    const { id, seminar } = await probe();
    await probe();
    const user = await signUp(database());
    expect(await own(user)).toEqual([]);
    await complete(user, `${id}-a1`);
    const course = { course_id: id, seminar_id: seminar, is_done: false };
    expect(await own(user)).toEqual([
      { ...course, status: 'in_progress', progress_percentage: 20, next_module: `${id}-a2` },
    ]);
    await complete(user, `${id}-a2`);
    await playRun(database(), user, 1, { course: id, block: 'block-a' });
    for (const module of ['aq', 'a3']) await complete(user, `${id}-${module}`);
    // The last module is in a block that is released later.
    expect(await own(user)).toEqual([{ ...course, status: 'in_progress', progress_percentage: 80, next_module: null }]);
    await database().query('update nemus_learning_blocks set is_open = true where course_id = $1', [id]);
    expect(await own(user)).toMatchObject([{ is_done: false, next_module: `${id}-b1` }]);
    await complete(user, `${id}-b1`);
    expect(await own(user)).toEqual([
      { ...course, is_done: true, status: 'completed', progress_percentage: 100, next_module: null },
    ]);
  });

  it('are not done when a module was added after the last one', async () => {
    const { id } = await probe();
    const user = await signUp(database());
    await database().query(`delete from nemus_learning_modules where course_id = $1 and id <> $1::text || '-a1'`, [id]);
    await complete(user, `${id}-a1`);
    expect(await own(user)).toMatchObject([{ status: 'completed', is_done: true, next_module: null }]);
    await database().query(
      `insert into nemus_learning_modules (id, course_id, block_id, position, title, duration_minutes, type)
       values ($1::text || '-a9', $1, 'block-a', 9, 'Neu', 30, 'reading')`,
      [id],
    );
    await database().query(
      `insert into nemus_learning_contents (module_id, content) values ($1::text || '-a9', 'Neu')`,
      [id],
    );
    expect(await own(user)).toMatchObject([{ status: 'completed', is_done: false, next_module: 'Neu' }]);
  });

  it('are also those of a seminar that the account has, once, before anything is begun and after', async () => {
    const { id, seminar } = await probe({ premium: true });
    const user = await signUpInstitution(database());
    await enroll(user, seminar);
    expect(await own(user)).toEqual([
      {
        course_id: id,
        seminar_id: seminar,
        status: 'not_started',
        progress_percentage: 0,
        is_done: false,
        next_module: `${id}-a1`,
      },
    ]);
    await complete(user, `${id}-a1`);
    expect(await own(user)).toMatchObject([{ course_id: id, status: 'in_progress', next_module: `${id}-a2` }]);
  });

  it('are none that is not offered any more', async () => {
    const { id } = await probe();
    const user = await signUp(database());
    await complete(user, `${id}-a1`);
    await database().query('update nemus_learning_courses set is_active = false where id = $1', [id]);
    expect(await own(user)).toEqual([]);
  });

  it('are nothing of another account, whatever it asks for', async () => {
    const { id, seminar } = await probe({ premium: true });
    const institution = await signUpInstitution(database());
    await enroll(institution, seminar);
    await complete(institution, `${id}-a1`);
    const [stranger, other] = [await signUp(database()), await signUpInstitution(database())];
    for (const user of [stranger, other]) {
      const asked = `select * from nemus_my_learning where course_id = $1 or seminar_id = $2::text::uuid or true`;
      expect(await ask(database(), signedIn(user), asked, [id, seminar])).toEqual([]);
    }
    // What two accounts have of the same course, each sees as it stands for itself.
    await enroll(other, seminar);
    expect(await own(other)).toMatchObject([{ course_id: id, status: 'not_started', next_module: `${id}-a1` }]);
    expect(await own(institution)).toMatchObject([{ course_id: id, status: 'in_progress', next_module: `${id}-a2` }]);
  });

  it('are read by accounts alone, and cannot be changed', async () => {
    const user = await signUp(database());
    for (const caller of [ANONYMOUS, SERVICE]) {
      expect(await refusal(database(), caller, MINE)).toMatchObject({ code: '42501' });
    }
    for (const change of ['update nemus_my_learning set title = title', 'delete from nemus_my_learning']) {
      expect(await refusal(database(), signedIn(user), change)).not.toBeNull();
    }
  });
}
