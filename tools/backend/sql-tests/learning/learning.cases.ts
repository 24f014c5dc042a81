import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { enrolWithCredits } from '../scenes/enrolments';
import { signUpInstitution } from '../scenes/institutions';
import { addProbeCourse, COMPLETE_MODULE } from '../scenes/learning';
import { playRun } from '../scenes/quiz';
import { one } from '../scenes/rows';

const MODULE = 'rechtliche-grundlagen';

export function learningCases(database: () => TestDatabase): void {
  it('opens one module after the other and counts the share of completed ones', async () => {
    const { id } = await addProbeCourse(database());
    const user = await signUp(database());
    const complete = (module: string) => ask(database(), signedIn(user), COMPLETE_MODULE, [`${id}-${module}`]);
    const refused = async (module: string) =>
      (await refusal(database(), signedIn(user), COMPLETE_MODULE, [module]))?.hint ?? null;
    expect(await refused(`${id}-a2`)).toBe('module_locked');
    for (const module of ['a1', 'a2', 'a1']) await complete(module);
    expect(
      await ask(database(), signedIn(user), 'select status, progress_percentage from nemus_learning_progress'),
    ).toEqual([{ status: 'in_progress', progress_percentage: 40 }]);
    expect(await refused(`${id}-aq`)).toBe('quiz_not_finished');
    expect(await refused(`${id}-a3`)).toBe('module_locked');
    expect(await refused(`${id}-b1`)).toBe('block_closed');
    expect(await refused('nichts')).toBe('module_not_found');
  });

  it('completes the quiz that was passed and no module that was not opened', async () => {
    const { id } = await addProbeCourse(database());
    const user = await signUp(database());
    const quiz = [`${id}-aq`];
    expect(await refusal(database(), signedIn(user), COMPLETE_MODULE, quiz)).toMatchObject({
      hint: 'quiz_not_finished',
    });
    await playRun(database(), user, 0, { course: id, block: 'block-a' });
    expect(await refusal(database(), signedIn(user), COMPLETE_MODULE, quiz)).toMatchObject({
      hint: 'quiz_not_finished',
    });
    await playRun(database(), user, 1, { course: id, block: 'block-a' });
    expect(one(await ask(database(), signedIn(user), COMPLETE_MODULE, quiz)).progress).toMatchObject({
      status: 'in_progress',
      progress_percentage: 20,
      next_module_id: `${id}-a3`,
    });
    expect(await ask(database(), signedIn(user), 'select module_id from nemus_module_progress')).toEqual([
      { module_id: `${id}-aq` },
    ]);
    // The module after it is open now; those before it are as they were.
    await ask(database(), signedIn(user), COMPLETE_MODULE, [`${id}-a3`]);
    expect(await refusal(database(), signedIn(user), COMPLETE_MODULE, [`${id}-a2`])).toMatchObject({
      hint: 'module_locked',
    });
  });

  it('moves the enrolment in the seminar with the modules of its course', async () => {
    const { id, seminar } = await addProbeCourse(database(), { premium: true });
    const user = await signUpInstitution(database());
    await enrolWithCredits(database(), user, seminar);
    await database().query('update nemus_learning_blocks set is_open = true where course_id = $1', [id]);
    const enrolment = 'select status, progress_percentage from nemus_course_enrollments';
    await ask(database(), signedIn(user), COMPLETE_MODULE, [`${id}-a1`]);
    expect(await ask(database(), signedIn(user), enrolment)).toEqual([
      { status: 'in_progress', progress_percentage: 20 },
    ]);
    await playRun(database(), user, 3, { course: id, block: 'block-a' });
    for (const module of ['a2', 'aq', 'a3', 'b1'])
      await ask(database(), signedIn(user), COMPLETE_MODULE, [`${id}-${module}`]);
    expect(await ask(database(), signedIn(user), enrolment)).toEqual([
      { status: 'completed', progress_percentage: 100 },
    ]);
  });

  it('keeps the place in a block for every device of an account', async () => {
    const user = await signUp(database());
    const upsert = `insert into nemus_block_positions (user_id, course_id, block_id, step, video_seconds)
      values ($1::text::uuid, '${MODULE}', 'block-a', $2, 12.5)
      on conflict (user_id, course_id, block_id) do update set step = excluded.step`;
    for (const step of ['comic', 'video']) await ask(database(), signedIn(user), upsert, [user, step]);
    expect(await ask(database(), signedIn(user), 'select step from nemus_block_positions')).toEqual([
      { step: 'video' },
    ]);
  });
}
