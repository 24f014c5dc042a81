import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import { setLogbookScene, type LogbookScene } from '../scenes/logbook';
import { one, text } from '../scenes/rows';

const SAVE = 'select nemus_save_interruption($1::text::jsonb)::text as id';
const DELETE = 'select nemus_delete_interruption($1::text::uuid)';
const HOURS = `select nemus_counted_hours($1::text::uuid) -> 'interruptions' as answer`;

/** Times in which a training rests: in status and forecast, and who learns why. */
export function interruptionCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeEach(async () => {
    scene = await setLogbookScene(database());
    await database().query(
      `update nemus_training_info set started_on = $2::text::date, expected_end_on = $3::text::date
       where user_id = $1::text::uuid`,
      [scene.owner, dayFrom(-100), dayFrom(100)],
    );
  });
  const form = (fields: object = {}) =>
    JSON.stringify({ kind: 'illness', percent: 100, started_on: dayFrom(-50), ended_on: dayFrom(-1), ...fields });
  const save = async (fields: object = {}, user = scene.owner) =>
    text(await ask(database(), signedIn(user), SAVE, [form(fields)]), 'id');
  const elapsed = async () =>
    Number(
      one(await database().query('select round(private.nemus_elapsed($1::text::uuid) * 100) as share', [scene.owner]))
        .share,
    );
  const seenBy = async (user: string, trainee: string | null) =>
    one(await ask(database(), signedIn(user), HOURS, [trainee])).answer;

  it('what rested is no time of the training, overlapping times once, and it counts again without them', async () => {
    expect(await elapsed()).toBe(50);
    const first = await save();
    // 50 of 150 days.
    expect(await elapsed()).toBe(33);
    const second = await save({ kind: 'part_time', percent: 50, started_on: dayFrom(-100) });
    // 25 of 125: the half that is missing before, and all of it while both last.
    expect(await elapsed()).toBe(20);
    await save({ started_on: dayFrom(0), ended_on: dayFrom(49) });
    // 25 of 75: what is yet to come shortens the training as well.
    expect(await elapsed()).toBe(33);
    for (const id of [first, second]) await ask(database(), signedIn(scene.owner), DELETE, [id]);
    // 100 of 150.
    expect(await elapsed()).toBe(67);
  });

  it('an open one lasts until today, and a training that only rests has no share', async () => {
    await save({ started_on: dayFrom(-50), ended_on: null });
    // 50 of 149: today rests as well.
    expect(await elapsed()).toBe(34);
    await save({ started_on: dayFrom(-100), ended_on: dayFrom(100) });
    expect(
      await database().query('select 1 where private.nemus_elapsed($1::text::uuid) is null', [scene.owner]),
    ).toHaveLength(1);
  });

  it('months of employment are without it; part-time is in the share of the site already', async () => {
    await database().query(
      `insert into nemus_logbook_sites (user_id, name, started_on, ended_on) values ($1::text::uuid, 'Klinik', $2::text::date, $3::text::date)`,
      [scene.owner, dayFrom(-1000), dayFrom(-1000 + 365)],
    );
    const months = async () =>
      Number(
        one(await database().query('select private.nemus_months_employed($1::text::uuid, null) as n', [scene.owner])).n,
      );
    expect(await months()).toBe(12);
    await save({ kind: 'part_time', percent: 50, started_on: dayFrom(-1000), ended_on: null });
    expect(await months()).toBe(12);
    await save({ kind: 'parental_leave', started_on: dayFrom(-1000), ended_on: dayFrom(-1000 + 182) });
    expect(await months()).toBe(6);
  });

  it('the institution sees the period, and the reason only while the trainee shows it', async () => {
    const id = await save();
    const period = { started_on: dayFrom(-50), ended_on: dayFrom(-1), percent: 100 };
    expect(await seenBy(scene.owner, null)).toEqual([{ ...period, kind: 'illness' }]);
    expect(await seenBy(scene.institution, scene.trainee)).toEqual([{ ...period, kind: null }]);
    await save({ id, shows_kind: true });
    expect(await seenBy(scene.institution, scene.trainee)).toEqual([{ ...period, kind: 'illness' }]);
    await save({ id, shows_kind: false });
    expect(await seenBy(scene.institution, scene.trainee)).toEqual([{ ...period, kind: null }]);
    // The table itself is the trainee's alone.
    for (const caller of [scene.institution, scene.confirmer.account, scene.stranger]) {
      expect(await ask(database(), signedIn(caller), 'select 1 from nemus_training_interruptions')).toEqual([]);
    }
    // Without the link it sees nothing.
    await database().query('update nemus_trainees set user_id = null where id = $1::text::uuid', [scene.trainee]);
    expect(await refusal(database(), signedIn(scene.institution), HOURS, [scene.trainee])).toMatchObject({
      hint: 'trainee_not_found',
    });
  });

  it('is changed and deleted by the trainee alone, and refuses what is no period', async () => {
    const id = await save();
    for (const caller of [scene.stranger, scene.institution]) {
      expect(await refusal(database(), signedIn(caller), DELETE, [id])).toMatchObject({
        hint: 'interruption_not_found',
      });
    }
    expect(await refusal(database(), signedIn(scene.stranger), SAVE, [form({ id })])).toMatchObject({
      hint: 'interruption_not_found',
    });
    expect(await refusal(database(), signedIn(scene.institution), SAVE, [form()])).toMatchObject({
      hint: 'trainee_required',
    });
    for (const [field, problem, fields] of [
      ['ended_on', 'before_start', { ended_on: dayFrom(-51) }],
      ['percent', 'count', { percent: 0 }],
      ['percent', 'count', { percent: 101 }],
      ['kind', 'choice', { kind: 'holiday' }],
      ['started_on', 'missing', { started_on: null }],
    ] as const) {
      expect(await refusal(database(), signedIn(scene.owner), SAVE, [form(fields)])).toMatchObject({
        hint: 'invalid_field',
        values: { field, problem },
      });
    }
    await ask(database(), signedIn(scene.owner), DELETE, [id]);
    expect(await refusal(database(), signedIn(scene.owner), DELETE, [id])).toMatchObject({
      hint: 'interruption_not_found',
    });
  });

  it('has at most fifty of them', async () => {
    const user = await signUp(database());
    await database().query(
      `insert into nemus_training_interruptions (user_id, kind, started_on)
       select $1::text::uuid, 'other', current_date from generate_series(1, 50)`,
      [user],
    );
    expect(await refusal(database(), signedIn(user), SAVE, [form()])).toMatchObject({
      hint: 'too_many_interruptions',
      values: { most: 50 },
    });
  });
}
