import { randomUUID } from 'node:crypto';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addRunningDate } from '../scenes/dates';
import { dayFrom } from '../scenes/days';
import { enrol } from '../scenes/enrolments';
import { addProbeCourse } from '../scenes/learning';
import { addEntry, setLogbookScene, type LogbookScene } from '../scenes/logbook';
import { givePlace, takePart } from '../scenes/places';
import { randomFrom } from '../scenes/random';
import { addRequirementSet, chooseRequirements } from '../scenes/requirements';
import { one } from '../scenes/rows';

const CATEGORIES = ['theory', 'practice', 'supervision', 'self_experience', 'elearning'] as const;
type Category = (typeof CATEGORIES)[number];

/** Hours of one category, as the database answers them. */
interface CategoryHours {
  readonly category: string;
  readonly required_units: number | null;
  readonly done_minutes: number;
  readonly submitted_minutes: number;
  readonly draft_minutes: number;
  readonly planned_minutes: number;
}
interface CountedHours {
  readonly set: { readonly name: string; readonly treated_per_supervised: number | null } | null;
  readonly categories: readonly CategoryHours[];
  readonly competencies: readonly Readonly<Record<string, unknown>>[];
  readonly months: readonly { readonly month: string; readonly category: string; readonly minutes: number }[];
  readonly not_counted: readonly { readonly source: string; readonly minutes: number; readonly pieces: number }[];
  readonly treated_minutes: number;
  readonly supervised_minutes: number;
}

const isHours = (value: unknown): value is CountedHours =>
  typeof value === 'object' && value !== null && 'categories' in value && 'not_counted' in value;
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

/** Every source for the category that it is without a set. */
const EVERYTHING: Readonly<Record<string, Category>> = {
  seminar_theory: 'theory',
  seminar_practice: 'practice',
  appointment: 'theory',
  appointment_supervision: 'supervision',
  elearning: 'elearning',
  certificate: 'theory',
  certificate_supervision: 'supervision',
  entry_theory: 'theory',
  entry_practice: 'practice',
  entry_supervision: 'supervision',
  entry_self_experience: 'self_experience',
  entry_elearning: 'elearning',
};
const ALL_CATEGORIES = { theory: 10, practice: 20, supervision: 5, self_experience: null, elearning: 4 } as const;

/** What counts for what, and who may ask. */
export function countedHourCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  let everything: string;
  beforeAll(async () => {
    scene = await setLogbookScene(database());
    everything = await addRequirementSet(database(), {
      categories: ALL_CATEGORIES,
      credits: EVERYTHING,
      treatedPerSupervised: 4,
    });
  });

  const hoursOf = async (caller: string, trainee: string | null = null): Promise<CountedHours> => {
    const answer = one(
      await ask(database(), signedIn(caller), 'select nemus_counted_hours($1::text::uuid) as hours', [trainee]),
    ).hours;
    if (!isHours(answer)) throw new Error('No hours.');
    return answer;
  };
  const of = (hours: CountedHours, category: string) => hours.categories.find((row) => row.category === category);

  it('without a set every source counts as what it is, and nothing is to be reached', async () => {
    const user = await signUp(database());
    await addEntry(database(), { ...scene, owner: user }, 'confirmed', { category: 'self_experience', minutes: 60 });
    const hours = await hoursOf(user);
    expect(hours.set).toBeNull();
    expect(hours.categories.map(({ category, required_units }) => [category, required_units])).toEqual(
      CATEGORIES.map((category) => [category, null]),
    );
    expect(of(hours, 'self_experience')?.done_minutes).toBe(60);
    expect(hours.not_counted).toEqual([]);
  });

  it('keeps done, submitted, drafts and planned apart, in the categories of the set', async () => {
    const user = await signUp(database());
    const own = { ...scene, owner: user };
    await chooseRequirements(database(), user, everything);
    await addEntry(database(), own, 'confirmed', { category: 'practice', minutes: 100 });
    await addEntry(database(), own, 'submitted', { category: 'practice', minutes: 30 });
    await addEntry(database(), own, 'draft', { category: 'practice', minutes: 20 });
    await addEntry(database(), own, 'returned', { category: 'practice', minutes: 5 });
    const { seminar } = await addProbeCourse(database(), { premium: true });
    await database().query(
      'update nemus_courses set theory_units = 6, practical_units = 2, elearning_units = 9 where id = $1::text::uuid',
      [seminar],
    );
    await enrol(database(), user, seminar);
    const hours = await hoursOf(user);
    expect(of(hours, 'practice')).toMatchObject({
      required_units: 20,
      done_minutes: 100,
      submitted_minutes: 30,
      draft_minutes: 25,
      planned_minutes: 90,
    });
    expect(of(hours, 'theory')).toMatchObject({ done_minutes: 0, planned_minutes: 270 });
    // Of its e-learning course, which says how much it books.
    expect(of(hours, 'elearning')).toMatchObject({ planned_minutes: 180 });
    expect(hours.months).toEqual([{ month: `${dayFrom(-1).slice(0, 7)}-01`, category: 'practice', minutes: 100 }]);
  });

  it('plans what is still to come of a seminar, once: not what was attended, nor what its e-learning has done', async () => {
    const user = await signUp(database());
    const { id, seminar } = await addProbeCourse(database(), { premium: true });
    await database().query(
      'update nemus_courses set theory_units = 6, practical_units = 2, has_dates = true where id = $1::text::uuid',
      [seminar],
    );
    const attended = await addRunningDate(database(), { seminar, units: 4, hours: -48 });
    await takePart(database(), user, attended);
    const planned = async () => {
      const { categories } = await hoursOf(user);
      return Object.fromEntries(categories.map((row) => [row.category, row.planned_minutes / 45]));
    };
    expect(await planned()).toMatchObject({ theory: 6, practice: 2, elearning: 4 });
    await database().query(
      `update nemus_appointment_participations set attendance = 'present', attended_units = 4, marked_at = now(), marked_how = 'list'
       where user_id = $1::text::uuid`,
      [user],
    );
    expect(await planned()).toMatchObject({ theory: 3, practice: 1, elearning: 4 });
    // A date to come of the same seminar is in its units already; one of no seminar adds its own.
    const next = await addRunningDate(database(), { seminar, units: 4, hours: 48 });
    await givePlace(database(), user, next.date);
    expect(await planned()).toMatchObject({ theory: 3, practice: 1 });
    const single = await addRunningDate(database(), { seminar, units: 3, hours: 72 });
    await database().query('update nemus_appointments set course_id = null where id = $1::text::uuid', [single.date]);
    await givePlace(database(), user, single.date);
    expect(await planned()).toMatchObject({ theory: 6, practice: 1 });
    await database().query(
      `insert into nemus_learning_progress (user_id, course_id, status, completed_at)
       values ($1::text::uuid, $2, 'completed', now())
       on conflict (user_id, course_id) do update set status = 'completed', completed_at = now()`,
      [user, id],
    );
    expect(await planned()).toMatchObject({ theory: 6, practice: 1, elearning: 0 });
  });

  it('what waits counts for what the set says, without one for what it is', async () => {
    const user = await signUp(database());
    const own = { ...scene, owner: user };
    await addEntry(database(), own, 'submitted', { category: 'self_experience', minutes: 30 });
    expect(of(await hoursOf(user), 'self_experience')).toMatchObject({ submitted_minutes: 30 });
    await chooseRequirements(
      database(),
      user,
      await addRequirementSet(database(), {
        categories: { theory: 1, self_experience: 1 },
        credits: { entry_self_experience: 'theory' },
      }),
    );
    const hours = await hoursOf(user);
    expect(of(hours, 'theory')).toMatchObject({ submitted_minutes: 30 });
    expect(of(hours, 'self_experience')).toMatchObject({ submitted_minutes: 0 });
  });

  it('hours that count for nothing count for no competency either', async () => {
    const user = await signUp(database());
    await chooseRequirements(
      database(),
      user,
      await addRequirementSet(database(), { categories: { practice: 1 }, credits: { entry_practice: 'practice' } }),
    );
    const own = { ...scene, owner: user };
    await addEntry(database(), own, 'confirmed', { category: 'practice', minutes: 45 });
    await addEntry(database(), own, 'confirmed', { category: 'theory', minutes: 90 });
    expect((await hoursOf(user)).competencies).toMatchObject([
      { competency: 'fachliche_kompetenz', level: 'action', done_minutes: 45 },
    ]);
  });

  it('says what counts for nothing in the set, and the ratio of treated to supervised hours', async () => {
    const user = await signUp(database());
    const own = { ...scene, owner: user };
    await chooseRequirements(
      database(),
      user,
      await addRequirementSet(database(), {
        categories: { practice: 600, supervision: 150 },
        credits: {
          entry_practice: 'practice',
          entry_supervision: 'supervision',
          appointment_supervision: 'supervision',
        },
        treatedPerSupervised: 4,
      }),
    );
    for (const [category, minutes] of [
      ['practice', 450],
      ['supervision', 90],
      ['theory', 45],
      ['theory', 50],
    ] as const) {
      await addEntry(database(), own, 'confirmed', { category, minutes });
    }
    expect(await hoursOf(user)).toMatchObject({
      set: { treated_per_supervised: 4 },
      treated_minutes: 450,
      supervised_minutes: 90,
      not_counted: [{ source: 'entry_theory', minutes: 95, pieces: 2 }],
    });
  });

  it('competencies have their hours on the level of the entry, or on that of its category', async () => {
    const user = await signUp(database());
    const set = await addRequirementSet(database(), {
      categories: ALL_CATEGORIES,
      credits: EVERYTHING,
      competencies: [{ competency: 'methoden_kompetenz', level: 'cognitive', units: 12, description: 'Probe' }],
    });
    await chooseRequirements(database(), user, set);
    const entry = `insert into nemus_logbook_entries (user_id, category, minutes, done_on, competency, level, state, confirmed_by, confirmed_at)
      values ($1::text::uuid, $2, 45, current_date, $3, $4, 'confirmed', 'Ada Lehr', now())`;
    await database().query(entry, [user, 'theory', 'methoden_kompetenz', 'action']);
    await database().query(entry, [user, 'theory', 'methoden_kompetenz', null]);
    await database().query(entry, [user, 'practice', 'methoden_kompetenz', null]);
    await database().query(entry, [user, 'practice', null, null]);
    expect((await hoursOf(user)).competencies).toEqual([
      {
        competency: 'methoden_kompetenz',
        level: 'cognitive',
        required_units: 12,
        description: 'Probe',
        done_minutes: 45,
      },
      { competency: 'methoden_kompetenz', level: 'action', required_units: null, description: '', done_minutes: 90 },
    ]);
  });

  it('lists what counted from where, page by page, also what counts for nothing', async () => {
    const user = await signUp(database());
    await chooseRequirements(
      database(),
      user,
      await addRequirementSet(database(), { categories: { practice: 1 }, credits: { entry_practice: 'practice' } }),
    );
    for (let day = 1; day <= 52; day += 1) {
      await addEntry(database(), { ...scene, owner: user }, 'confirmed', { minutes: 45, day: dayFrom(-day) });
    }
    await addEntry(database(), { ...scene, owner: user }, 'confirmed', { category: 'theory', minutes: 30 });
    const list = async (category: string | null, offset: number) =>
      one(
        await ask(database(), signedIn(user), 'select nemus_counted_sources($1, $2::text::int) as list', [
          category,
          String(offset),
        ]),
      ).list;
    expect(await list('practice', 50)).toMatchObject({
      total: 52,
      rows: [
        { done_on: dayFrom(-51) },
        { done_on: dayFrom(-52), kind: 'logbook', minutes: 45, counts_for: 'practice' },
      ],
    });
    expect(await list('none', 0)).toMatchObject({ total: 1, rows: [{ category: 'theory', counts_for: null }] });
    expect(await list(null, 0)).toMatchObject({ total: 53 });
  });

  it('says before buying what a seminar would count for', async () => {
    const user = await signUp(database());
    const { seminar } = await addProbeCourse(database(), { premium: true });
    await database().query(
      'update nemus_courses set theory_units = 6, practical_units = 2, elearning_units = 0 where id = $1::text::uuid',
      [seminar],
    );
    const credit = async () =>
      one(await ask(database(), signedIn(user), 'select nemus_course_credit($1::text::uuid) as credit', [seminar]))
        .credit;
    expect(await credit()).toEqual({
      set: null,
      parts: [
        { source: 'seminar_theory', units: 6, category: 'theory', title: '' },
        { source: 'seminar_practice', units: 2, category: 'practice', title: '' },
      ],
    });
    await chooseRequirements(
      database(),
      user,
      await addRequirementSet(database(), { categories: { theory: 1 }, credits: { seminar_theory: 'theory' } }),
    );
    expect(await credit()).toMatchObject({
      set: { name: 'Probe' },
      parts: [{ category: 'theory' }, { units: 2, category: null }],
    });
    const draft = `update nemus_courses set is_active = false where id = $1::text::uuid`;
    await database().query(draft, [seminar]);
    expect(
      await refusal(database(), signedIn(user), 'select nemus_course_credit($1::text::uuid)', [seminar]),
    ).toMatchObject({ code: 'PT404', hint: 'course_not_found' });
    // Who is enrolled still sees it.
    await enrol(database(), user, seminar);
    expect(await credit()).toMatchObject({ parts: [{ units: 6 }, { units: 2 }] });
  });

  it('an institution sees the hours of its linked trainees, no draft, and what was submitted to it alone', async () => {
    const other = await setLogbookScene(database());
    await chooseRequirements(database(), scene.owner, everything);
    const before = of(await hoursOf(scene.institution, scene.trainee), 'supervision')?.submitted_minutes ?? 0;
    const mixed = { ...other, owner: scene.owner };
    await addEntry(database(), mixed, 'submitted', { category: 'supervision', minutes: 70 });
    await addEntry(database(), scene, 'submitted', { category: 'supervision', minutes: 50 });
    await addEntry(database(), scene, 'draft', { category: 'supervision', minutes: 40 });
    expect(of(await hoursOf(scene.institution, scene.trainee), 'supervision')).toMatchObject({
      submitted_minutes: before + 50,
      draft_minutes: 0,
    });
    expect(of(await hoursOf(scene.owner), 'supervision')).toMatchObject({
      submitted_minutes: before + 120,
      draft_minutes: 40,
    });
  });

  it('refuses all others', async () => {
    const other = await setLogbookScene(database());
    const ask404 = async (caller: string) =>
      refusal(database(), signedIn(caller), 'select nemus_counted_hours($1::text::uuid)', [scene.trainee]);
    for (const caller of [other.institution, other.owner, scene.stranger, scene.owner, scene.confirmer.account]) {
      expect(await ask404(caller)).toMatchObject({ code: 'PT404', hint: 'trainee_not_found' });
    }
    const loose = one(
      await database().query(
        `insert into nemus_trainees (institution_id, first_name, last_name, email)
         values ($1::text::uuid, 'Ohne', 'Konto', $2) returning id::text`,
        [scene.institution, `${randomUUID()}@probe.example`],
      ),
    ).id;
    for (const statement of [
      `select nemus_counted_hours('${String(loose)}')`,
      `select nemus_counted_hours('${randomUUID()}')`,
    ]) {
      expect(await refusal(database(), signedIn(scene.institution), statement)).toMatchObject({ code: 'PT404' });
    }
    for (const statement of [
      'select nemus_counted_hours()',
      'select nemus_counted_sources()',
      `select nemus_course_credit('${randomUUID()}')`,
    ]) {
      expect(await refusal(database(), signedIn(scene.institution), statement)).toMatchObject({
        code: 'PT403',
        hint: 'piw_required',
      });
    }
    for (const statement of [
      `select private.nemus_counted('${scene.owner}', null)`,
      `select private.nemus_category_hours('${scene.owner}', null, null, '{}')`,
      `select private.nemus_waiting('${scene.owner}', null)`,
      `select * from private.nemus_training_sources`,
    ]) {
      expect(await refusal(database(), signedIn(scene.stranger), statement)).toMatchObject({ code: '42501' });
    }
  });

  it('ends with the link', async () => {
    const left = await setLogbookScene(database());
    await hoursOf(left.institution, left.trainee);
    await ask(database(), signedIn(left.owner), 'select nemus_leave_institution($1::text::uuid)', [left.trainee]);
    expect(
      await refusal(database(), signedIn(left.institution), 'select nemus_counted_hours($1::text::uuid)', [
        left.trainee,
      ]),
    ).toMatchObject({ hint: 'trainee_not_found' });
  });

  describe('hours are the sum of confirmed minutes that nothing confirmed has replaced', () => {
    /** An entry as the test knows it. */
    interface Known {
      readonly id: string;
      readonly category: Category;
      readonly minutes: number;
      readonly corrects: string | null;
      readonly state: 'draft' | 'submitted' | 'confirmed' | 'gone';
    }
    const MAPPINGS = [EVERYTHING, { entry_practice: 'practice', entry_theory: 'practice' }, {}] as const;

    it.each([1, 2, 3, 4])('whatever order (seed %i)', async (seed) => {
      const random = randomFrom(seed);
      const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
      const user = await signUp(database());
      const sets = [everything];
      for (const mapping of MAPPINGS)
        sets.push(await addRequirementSet(database(), { categories: ALL_CATEGORIES, credits: mapping }));
      const known = new Map<string, Known>();
      const having = (...states: Known['state'][]) => [...known.values()].filter(({ state }) => states.includes(state));
      const corrected = (id: string) =>
        [...known.values()].some(({ corrects, state }) => corrects === id && state !== 'gone');
      const counts = (id: string) =>
        ![...known.values()].some(({ corrects, state }) => corrects === id && state === 'confirmed');

      const add = async (corrects: string | null, of: Category | undefined) => {
        const entry: Known = {
          id: randomUUID(),
          category: of ?? 'theory',
          minutes: (corrects === null ? 1 : 0) + Math.floor(random() * 300),
          corrects,
          state: 'draft',
        };
        await database().query(
          `insert into nemus_logbook_entries (id, user_id, category, minutes, done_on, corrects)
           values ($1::text::uuid, $2::text::uuid, $3, $4::text::int, $5::text::date, $6::text::uuid)`,
          [entry.id, user, entry.category, String(entry.minutes), dayFrom(-Math.floor(random() * 900)), corrects],
        );
        known.set(entry.id, entry);
      };
      const move = async (entry: Known | undefined, state: Known['state'], change: string) => {
        if (!entry) return;
        await database().query(
          `update nemus_logbook_entries set state = '${state}'${change} where id = $1::text::uuid`,
          [entry.id],
        );
        known.set(entry.id, { ...entry, state });
      };
      const steps: readonly (() => Promise<void>)[] = [
        () => add(null, pick(CATEGORIES)),
        () => add(null, pick(CATEGORIES)),
        async () => {
          const wrong = pick(having('confirmed').filter(({ id }) => !corrected(id)));
          if (wrong) await add(wrong.id, pick([wrong.category, pick(CATEGORIES)]));
        },
        () => move(pick(having('draft')), 'submitted', ', submitted_at = now()'),
        () => move(pick(having('submitted')), 'draft', ', submitted_at = null'),
        () =>
          move(pick(having('draft', 'submitted')), 'confirmed', `, confirmed_at = now(), confirmed_by = 'Ada Lehr'`),
        () =>
          move(pick(having('draft', 'submitted')), 'confirmed', `, confirmed_at = now(), confirmed_by = 'Ada Lehr'`),
        async () => {
          const entry = pick(having('draft'));
          if (!entry) return;
          await database().query('delete from nemus_logbook_entries where id = $1::text::uuid', [entry.id]);
          known.set(entry.id, { ...entry, state: 'gone' });
        },
        async () => chooseRequirements(database(), user, pick(sets) ?? everything),
      ];
      for (let step = 0; step < 100; step += 1) {
        await pick(steps)?.();
        if (step % 6 > 0) continue;
        const expected = having('confirmed').filter(({ id }) => counts(id));
        const hours = await hoursOf(user);
        const done = sum(hours.categories.map(({ done_minutes }) => done_minutes));
        const nothing = sum(hours.not_counted.map(({ minutes }) => minutes));
        expect(done + nothing).toBe(sum(expected.map(({ minutes }) => minutes)));
        expect(sum(hours.months.map(({ minutes }) => minutes))).toBe(done);
        expect(await database().query('select * from private.nemus_check_sums($1::text::uuid)', [user])).toEqual([]);
      }
      await chooseRequirements(database(), user, everything);
      const last = await hoursOf(user);
      for (const category of CATEGORIES) {
        const expected = having('confirmed').filter((entry) => entry.category === category && counts(entry.id));
        expect([category, of(last, category)?.done_minutes]).toEqual([
          category,
          sum(expected.map(({ minutes }) => minutes)),
        ]);
      }
      expect(having('confirmed').length).toBeGreaterThan(5);
    });
  });
}
