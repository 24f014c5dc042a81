import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, signedIn, type Row, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { addRequirementSet, SAMPLE_REQUIREMENTS } from '../scenes/requirements';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const CHOOSE = 'select nemus_choose_requirements($1::text::uuid, $2::text::uuid) as answer';
const PREVIEW = 'select nemus_preview_requirements($1::text::uuid) as answer';
const answerOf = (rows: readonly Row[]): unknown => one(rows).answer;

/** What a trainee chooses. */
export function requirementChoiceCases(database: () => TestDatabase): void {
  const DEMANDS = {
    categories: { theory: 600, practice: 400, supervision: 100, self_experience: 50 },
    credits: { entry_theory: 'theory', entry_practice: 'practice' },
  } as const;
  const targetsOf = async (account: string) => {
    const rows = await ask(
      database(),
      signedIn(account),
      'select area, target_units from nemus_training_progress where user_id = $1::text::uuid',
      [account],
    );
    return Object.fromEntries(rows.map(({ area, target_units }) => [area, target_units]));
  };
  const choose = (account: string, set: string, present: string | null = null) =>
    ask(database(), signedIn(account), CHOOSE, [set, present]);
  const choicesOf = (account: string) =>
    ask(
      database(),
      signedIn(account),
      'select set_id::text, ended_at is null as present from nemus_requirement_choices order by created_at',
    );

  it('is none at first; the chosen one makes the targets of the dashboards', async () => {
    const set = await addRequirementSet(database(), DEMANDS);
    const trainee = await signUp(database());
    expect([await choicesOf(trainee), await targetsOf(trainee)]).toEqual([
      [],
      { theory: 500, practice: 350, elearning: 150 },
    ]);
    await choose(trainee, set);
    // Supervision belongs to practice, self-experience to none; e-learning has no figure and stays what it was.
    expect(await targetsOf(trainee)).toEqual({ theory: 600, practice: 500, elearning: 150 });
    await choose(trainee, SAMPLE_REQUIREMENTS, set);
    expect(await targetsOf(trainee)).toEqual({ theory: 500, practice: 350, elearning: 150 });
    expect(await choicesOf(trainee)).toEqual([
      { set_id: set, present: false },
      { set_id: SAMPLE_REQUIREMENTS, present: true },
    ]);
  });

  it('moves without losing an entry, and tells before what would count for nothing', async () => {
    const set = await addRequirementSet(database(), DEMANDS);
    const trainee = await signUp(database());
    await choose(trainee, SAMPLE_REQUIREMENTS);
    await database().query(
      `insert into nemus_logbook_entries (user_id, category, minutes, done_on, note)
       select $1::text::uuid, c, 90, current_date, '' from unnest(array['theory', 'self_experience', 'self_experience']) c`,
      [trainee],
    );
    const before = await ask(database(), signedIn(trainee), 'select * from nemus_logbook_entries order by id');
    expect(answerOf(await ask(database(), signedIn(trainee), PREVIEW, [set]))).toMatchObject({
      present: { id: SAMPLE_REQUIREMENTS },
      next: { id: set, credits: [{ source: 'entry_theory' }, { source: 'entry_practice' }] },
      targets: [
        { area: 'theory', units: 500, next_units: 600 },
        { area: 'practice', units: 350, next_units: 500 },
        { area: 'elearning', units: 150, next_units: 150 },
      ],
      entries: [
        { category: 'self_experience', entries: 2, minutes: 180 },
        { category: 'theory', entries: 1, minutes: 90 },
      ],
    });
    // Looking changes nothing.
    expect(await targetsOf(trainee)).toMatchObject({ theory: 500 });
    await choose(trainee, set, SAMPLE_REQUIREMENTS);
    expect(await ask(database(), signedIn(trainee), 'select * from nemus_logbook_entries order by id')).toEqual(before);
  });

  it('stays with a retired set, and offers it to no other account', async () => {
    const set = await addRequirementSet(database(), DEMANDS);
    const [trainee, late] = [await signUp(database()), await signUp(database())];
    await choose(trainee, set);
    await database().query(`update nemus_requirement_sets set state = 'retired' where id = $1::text::uuid`, [set]);
    await choose(trainee, set, set);
    expect(await choicesOf(trainee)).toEqual([{ set_id: set, present: true }]);
    for (const statement of [PREVIEW, CHOOSE]) {
      const values = statement === CHOOSE ? [set, null] : [set];
      expect(await refusal(database(), signedIn(late), statement, values)).toMatchObject({
        code: 'PT409',
        hint: 'set_retired',
      });
    }
    await choose(trainee, SAMPLE_REQUIREMENTS, set);
    expect(await refusal(database(), signedIn(trainee), CHOOSE, [set, SAMPLE_REQUIREMENTS])).toMatchObject({
      hint: 'set_retired',
    });
  });

  it('refuses drafts, sets that are not valid yet, institutions, and choices made from an outdated view', async () => {
    const trainee = await signUp(database());
    const draft = await addRequirementSet(database(), { ...DEMANDS, state: 'draft' });
    const later = await addRequirementSet(database(), { ...DEMANDS, validFrom: '2099-03-01' });
    for (const unknown of [draft, randomUUID(), null]) {
      expect(await refusal(database(), signedIn(trainee), CHOOSE, [unknown, null])).toMatchObject({
        code: 'PT404',
        hint: 'set_not_found',
      });
    }
    // Staff reads a draft and does not choose it either.
    const staff = await hireStaff(database(), ['catalogue']);
    expect(await refusal(database(), signedIn(staff), CHOOSE, [draft, null])).toMatchObject({ hint: 'set_not_found' });
    expect(await refusal(database(), signedIn(staff), PREVIEW, [draft])).toMatchObject({ hint: 'set_not_found' });
    expect(await refusal(database(), signedIn(trainee), CHOOSE, [later, null])).toMatchObject({
      code: 'PT409',
      hint: 'set_not_valid_yet',
      values: { from: expect.stringContaining('2099-0') },
    });
    const institution = await signUpInstitution(database());
    for (const [statement, values] of [
      [CHOOSE, [SAMPLE_REQUIREMENTS, null]],
      [PREVIEW, [SAMPLE_REQUIREMENTS]],
    ] as const) {
      expect(await refusal(database(), signedIn(institution), statement, values)).toMatchObject({
        code: 'PT403',
        hint: 'piw_required',
      });
    }
    expect(await refusal(database(), signedIn(trainee), CHOOSE, [SAMPLE_REQUIREMENTS, draft])).toMatchObject({
      code: 'PT409',
      hint: 'choice_changed',
    });
    expect(await choicesOf(trainee)).toEqual([]);
    expect(await targetsOf(trainee)).toEqual({ theory: 500, practice: 350, elearning: 150 });
  });

  it('is written by the function alone, and read by the linked institution as the present one', async () => {
    const trainee = await signUp(database());
    await choose(trainee, SAMPLE_REQUIREMENTS);
    const denied = { code: '42501' };
    for (const caller of [signedIn(trainee), SERVICE]) {
      for (const statement of [
        `insert into nemus_requirement_choices (user_id, set_id) values ('${trainee}', '${SAMPLE_REQUIREMENTS}')`,
        'update nemus_requirement_choices set ended_at = now()',
        'delete from nemus_requirement_choices',
        `update nemus_requirement_sets set state = 'retired'`,
        'update nemus_requirement_categories set required_units = 1',
        'delete from nemus_requirement_credits',
      ]) {
        expect(await refusal(database(), caller, statement)).toMatchObject(denied);
      }
    }
    expect(
      await refusal(database(), signedIn(trainee), 'update nemus_training_targets set target_units = 1'),
    ).toMatchObject(denied);
    expect(
      await ask(database(), signedIn(await signUp(database())), 'select 1 from nemus_requirement_choices'),
    ).toEqual([]);
  });
}
