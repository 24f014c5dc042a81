import { ask, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { hints, race, won } from '../scenes/races';
import { addRequirementSet, SAMPLE_REQUIREMENTS } from '../scenes/requirements';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const ROUNDS = 6;
const DEMANDS = { categories: { theory: 600, practice: 400 }, credits: { entry_theory: 'theory' } } as const;
const CHOOSE = 'select nemus_choose_requirements($1::text::uuid, $2::text::uuid)';

/** Concurrent changes and choices of requirement sets. */
export function requirementRaceCases(database: () => TestDatabase): void {
  const chooses = (account: string, set: string, present: string | null = null) => ({
    caller: signedIn(account),
    statement: CHOOSE,
    parameters: [set, present],
  });
  const presentOf = (account: string) =>
    database().query(
      `select c.set_id::text, t.target_units as theory from nemus_requirement_choices c
       join nemus_training_targets t on t.user_id = c.user_id and t.area = 'theory'
       where c.user_id = $1::text::uuid and c.ended_at is null`,
      [account],
    );

  it('of two sets that two tabs choose at once the account has one, with its targets', async () => {
    const other = await addRequirementSet(database(), DEMANDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const account = await signUp(database());
      const finishes = await race(database(), [
        chooses(account, other),
        chooses(account, SAMPLE_REQUIREMENTS),
        chooses(account, other),
        chooses(account, SAMPLE_REQUIREMENTS),
      ]);
      // The same one again is no move; the other one was chosen by who had not seen it.
      expect([won(finishes).length, hints(finishes)]).toEqual([2, new Set(['choice_changed'])]);
      const { set_id, theory } = one(await presentOf(account));
      expect(theory).toBe(set_id === other ? 600 : 500);
    }
  });

  it('moving back and forth leaves one present set, and a history in order', async () => {
    const other = await addRequirementSet(database(), DEMANDS);
    const account = await signUp(database());
    await ask(database(), signedIn(account), CHOOSE, [SAMPLE_REQUIREMENTS, null]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const present = text(await presentOf(account), 'set_id');
      const next = present === other ? SAMPLE_REQUIREMENTS : other;
      expect(
        won(await race(database(), [chooses(account, next, present), chooses(account, next, present)])),
      ).toHaveLength(2);
    }
    const choices = await database().query(
      `select bool_and(ended_at is null or ended_at <= next_at) as ordered, count(*)::int as n,
         count(*) filter (where ended_at is null)::int as present
       from (select ended_at, lead(created_at) over (order by created_at) as next_at
         from nemus_requirement_choices where user_id = $1::text::uuid) c`,
      [account],
    );
    expect(one(choices)).toEqual({ ordered: true, n: ROUNDS + 1, present: 1 });
  });

  it('a set that is retired while it is chosen was chosen before, or is refused', async () => {
    const staff = await hireStaff(database(), ['catalogue']);
    for (let round = 0; round < ROUNDS; round += 1) {
      const set = await addRequirementSet(database(), DEMANDS);
      const account = await signUp(database());
      const version = await database().query(
        'select updated_at::text from nemus_requirement_sets where id = $1::text::uuid',
        [set],
      );
      const finishes = await race(database(), [
        chooses(account, set),
        {
          caller: signedIn(staff),
          statement: 'select nemus_retire_requirements($1::text::uuid, $2::text::timestamptz)',
          parameters: [set, text(version, 'updated_at')],
        },
      ]);
      const chosen = await presentOf(account);
      expect([chosen.length, [...hints(finishes)]]).toEqual(chosen.length === 1 ? [1, []] : [0, ['set_retired']]);
    }
  });

  it('a draft that is saved while it is published is the one that was seen, or refused', async () => {
    const staff = await hireStaff(database(), ['catalogue']);
    for (let round = 0; round < ROUNDS; round += 1) {
      const set = await addRequirementSet(database(), { ...DEMANDS, state: 'draft' });
      const version = await database().query(
        'select updated_at::text from nemus_requirement_sets where id = $1::text::uuid',
        [set],
      );
      const seen = text(version, 'updated_at');
      const fields = {
        name: 'Neu',
        version: '1',
        valid_from: '2026-01-01',
        competencies: {},
        categories: { theory: { required_units: 1 } },
        credits: { entry_theory: 'theory' },
      };
      const finishes = await race(database(), [
        {
          caller: signedIn(staff),
          statement: 'select nemus_save_requirements($1::text::uuid, $2::text::jsonb, $3::text::timestamptz)',
          parameters: [set, JSON.stringify(fields), seen],
        },
        {
          caller: signedIn(staff),
          statement: 'select nemus_publish_requirements($1::text::uuid, $2::text::timestamptz)',
          parameters: [set, seen],
        },
      ]);
      expect([won(finishes).length, hints(finishes)]).toEqual([1, new Set(['set_changed'])]);
      const state = await database().query(
        `select s.state, c.required_units as theory from nemus_requirement_sets s
         join nemus_requirement_categories c on c.set_id = s.id and c.category = 'theory' where s.id = $1::text::uuid`,
        [set],
      );
      expect([
        { state: 'draft', theory: 1 },
        { state: 'published', theory: 600 },
      ]).toContainEqual(one(state));
    }
  });
}
