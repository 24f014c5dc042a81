import { randomUUID } from 'node:crypto';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import { signUpInstitution } from '../scenes/institutions';
import { addEntry, setLogbookScene, type LogbookScene } from '../scenes/logbook';
import { addRequirementSet, chooseRequirements } from '../scenes/requirements';
import { one, text } from '../scenes/rows';
import { setSampleData } from '../scenes/samples';
import { linkTrainee } from '../scenes/trainees';

/** An institution's view of its trainees' hours. */
export function cohortCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeAll(async () => {
    scene = await setLogbookScene(database());
  });

  const answer = async (caller: string, call: string) =>
    one(await ask(database(), signedIn(caller), `select ${call} as answer`)).answer;
  const spanFrom = (user: string, start: number, end: number) =>
    database().query(
      `update nemus_training_info set started_on = $2::text::date, expected_end_on = $3::text::date
       where user_id = $1::text::uuid`,
      [user, dayFrom(start), dayFrom(end)],
    );

  it.each([
    [0, 100, '0', 'on_track'],
    [450, 10, '0.5', 'met'],
    [449, 10, '1', 'on_track'],
    [180, 10, '0.5', 'on_track'],
    [179, 10, '0.5', 'behind'],
    [112, 10, '0.5', 'far_behind'],
    [113, 10, '0.5', 'behind'],
    [113, 10, null, 'open'],
    [113, null, '0.5', 'open'],
  ])('%i minutes of %p units after %p of the time: %s', async (done, required, elapsed, standing) => {
    expect(
      text(
        await database().query(
          'select private.nemus_standing($1::text::bigint, $2::text::int, $3::text::numeric) as standing',
          [String(done), required === null ? null : String(required), elapsed],
        ),
        'standing',
      ),
    ).toBe(standing);
  });

  it('shows how far each linked trainee is against the time that has passed', async () => {
    const set = await addRequirementSet(database(), {
      categories: { practice: 10, theory: 10, self_experience: null },
      credits: { entry_practice: 'practice', entry_theory: 'theory' },
    });
    await chooseRequirements(database(), scene.owner, set);
    await spanFrom(scene.owner, -500, 500);
    await addEntry(database(), scene, 'confirmed', { category: 'practice', minutes: 450 });
    await addEntry(database(), scene, 'submitted', { category: 'theory', minutes: 450 });
    const cohort = await answer(scene.institution, 'nemus_cohort()');
    expect(cohort).toMatchObject({ total: 2 });
    expect(cohort).toHaveProperty(
      'rows',
      expect.arrayContaining([
        expect.objectContaining({
          trainee_id: scene.trainee,
          elapsed: 50,
          set: expect.objectContaining({ name: 'Probe' }),
          categories: [
            {
              category: 'practice',
              title: '',
              required_units: 10,
              unit_minutes: 45,
              done_minutes: 450,
              standing: 'met',
            },
            {
              category: 'theory',
              title: '',
              required_units: 10,
              unit_minutes: 45,
              done_minutes: 0,
              standing: 'far_behind',
            },
            {
              category: 'self_experience',
              title: '',
              required_units: null,
              unit_minutes: 45,
              done_minutes: 0,
              standing: 'open',
            },
          ],
        }),
        expect.objectContaining({ set: null, elapsed: null }),
      ]),
    );
  });

  it('has the same hours for the trainee, for the institution, on the paper and in the total', async () => {
    const own = await setLogbookScene(database());
    const minutes = { theory: 95, practice: 100, supervision: 130, self_experience: 100, elearning: 45 } as const;
    const categories = ['theory', 'practice', 'supervision', 'self_experience', 'elearning'] as const;
    const set = await addRequirementSet(database(), {
      categories: { theory: 10, practice: 10, supervision: 10, self_experience: 10, elearning: 10 },
      credits: Object.fromEntries(categories.map((category) => [`entry_${category}`, category])),
    });
    await chooseRequirements(database(), own.owner, set);
    for (const category of categories) {
      // Two entries with a part of a unit each, and one that does not count yet.
      await addEntry(database(), own, 'confirmed', { category, minutes: 20 });
      await addEntry(database(), own, 'confirmed', { category, minutes: minutes[category] - 20 });
      await addEntry(database(), own, 'submitted', { category, minutes: 25 });
    }
    const sums = `(select jsonb_object_agg(c ->> 'category', (c ->> 'done_minutes')::int) from jsonb_array_elements(%) c)`;
    const done = async (caller: string, hours: string) => answer(caller, sums.replace('%', hours));
    expect({
      trainee: await done(own.owner, `nemus_counted_hours() -> 'categories'`),
      institution: await done(own.institution, `nemus_counted_hours('${own.trainee}') -> 'categories'`),
      cohort: await done(
        own.institution,
        `(select r.person -> 'categories' from jsonb_array_elements(nemus_cohort() -> 'rows') r (person)
          where r.person ->> 'trainee_id' = '${own.trainee}')`,
      ),
      paper: await answer(own.owner, `nemus_issue_logbook_paper() -> 'sums'`),
      listed: await answer(
        own.institution,
        `(select completed_hours from nemus_trainee_list where id = '${own.trainee}')`,
      ),
      total: await answer(own.owner, '(select max(total_completed_units) from nemus_training_progress)'),
    }).toEqual({
      trainee: minutes,
      institution: minutes,
      cohort: minutes,
      paper: minutes,
      listed: 10,
      total: 10,
    });
  });

  it('finds by words, turns pages, and takes signs of patterns as they are', async () => {
    const institution = await signUpInstitution(database());
    for (let person = 0; person < 27; person += 1) {
      const { trainee } = await linkTrainee(database(), institution);
      await database().query(
        `update nemus_trainees set first_name = 'Vera', last_name = $2 where id = $1::text::uuid`,
        [trainee, `N${String(person).padStart(2, '0')}`],
      );
    }
    await database().query(
      `insert into nemus_trainees (institution_id, first_name, last_name, email)
       values ($1::text::uuid, 'Vera', 'Ohne Konto', $2)`,
      [institution, `${randomUUID()}@probe.example`],
    );
    const found = (search: string, page = 1) => answer(institution, `nemus_cohort('${search}', ${page})`);
    expect(await found('')).toMatchObject({ total: 27, rows: { length: 25 } });
    expect(await found('', 2)).toMatchObject({ total: 27, rows: { length: 2 } });
    expect(await found('', 3)).toMatchObject({ total: 27, rows: [] });
    expect(await found(' n26  VERA ')).toMatchObject({ total: 1, rows: [{ last_name: 'N26' }] });
    for (const sign of ['%', '_', '\\', 'n2_zz']) expect(await found(sign)).toMatchObject({ total: 0, rows: [] });
    expect(await found('n2_')).toEqual(await found('n2'));
    expect(await found('', -4)).toMatchObject({ rows: { length: 25 } });
  }, 60_000);

  it('filters by standing, and sorts those who are furthest behind first', async () => {
    const institution = await signUpInstitution(database());
    const set = await addRequirementSet(database(), {
      categories: { practice: 10 },
      credits: { entry_practice: 'practice' },
    });
    const people: readonly (readonly [string, number, number])[] = [
      ['Alt', 180, -300],
      ['Berg', 0, -700],
      ['Chen', 450, -500],
      ['Dorn', 100, -500],
      ['Ende', 0, 0],
    ];
    for (const [name, minutes, start] of people) {
      const { account, trainee } = await linkTrainee(database(), institution);
      await database().query('update nemus_trainees set last_name = $2 where id = $1::text::uuid', [trainee, name]);
      if (start === 0) continue;
      await chooseRequirements(database(), account, set);
      await spanFrom(account, start, 1000 + start);
      if (minutes > 0) await addEntry(database(), { ...scene, owner: account, institution }, 'confirmed', { minutes });
    }
    const names = async (filter: string, sort: string, page = 1, size = 25) => {
      const cohort = (await answer(institution, `nemus_cohort('', ${page}, '${filter}', '${sort}', ${size})`)) as {
        total: number;
        rows: { last_name: string }[];
      };
      return [cohort.total, ...cohort.rows.map(({ last_name: name }) => name)];
    };
    expect(await names('', 'name')).toEqual([5, 'Alt', 'Berg', 'Chen', 'Dorn', 'Ende']);
    expect(await names('behind', 'name')).toEqual([2, 'Berg', 'Dorn']);
    expect(await names('far_behind', 'lag')).toEqual([2, 'Berg', 'Dorn']);
    expect(await names('open', 'name')).toEqual([1, 'Ende']);
    expect(await names('', 'lag')).toEqual([5, 'Berg', 'Dorn', 'Alt', 'Chen', 'Ende']);
    expect(await names('', 'elapsed', 2, 2)).toEqual([5, 'Dorn', 'Alt']);
    expect(await names('unbekannt', 'unbekannt', 1, 1)).toEqual([5, 'Alt']);
  }, 60_000);

  it('sends messages to linked people alone, three a day, by the channels they want, and keeps a record', async () => {
    const { institution, owner, trainee } = await setLogbookScene(database());
    const { institution: other, trainee: foreign } = await setLogbookScene(database());
    const { account: quiet, trainee: silent } = await linkTrainee(database(), institution);
    await ask(database(), signedIn(quiet), `select nemus_choose_notification('institution_message', 'mail', false)`);
    const { account: left, trainee: gone } = await linkTrainee(database(), institution);
    await ask(database(), signedIn(left), 'select nemus_leave_institution($1::text::uuid)', [gone]);
    const send = (people: readonly string[], words: string, caller = institution, message: string = randomUUID()) =>
      answer(caller, `nemus_message_trainees(array['${people.join("','")}']::uuid[], '${words}', '${message}')`);
    const first = randomUUID();
    // The answer was lost: sent again, it reaches no one twice.
    for (let n = 0; n < 2; n += 1) {
      expect(
        await send(
          [trainee, silent, gone, foreign, trainee],
          ' Bitte melden Sie sich.\nFrau Brandt ',
          institution,
          first,
        ),
      ).toEqual({ sent: 2, skipped: 2 });
    }
    const told = await database().query(
      `select n.user_id::text as user, n.facts ->> 'text' as text,
         array(select s.channel from private.nemus_notification_sendings s where s.notification_id = n.id) as channels
       from nemus_notifications n where n.kind = 'institution_message' and n.user_id = any ($1::text::uuid[]) order by n.user_id = $2::text::uuid`,
      [`{${[owner, quiet, left].join(',')}}`, owner],
    );
    expect(told).toEqual([
      { user: quiet, text: 'Bitte melden Sie sich.\nFrau Brandt', channels: [] },
      { user: owner, text: 'Bitte melden Sie sich.\nFrau Brandt', channels: ['mail'] },
    ]);
    const { lines } = (await answer(institution, `nemus_organisation_lines('{"subject": "trainee_messages"}')`)) as {
      lines: { after: { text: string; recipients: string } }[];
    };
    expect(lines).toHaveLength(1);
    expect(lines[0]?.after.text).toBe('Bitte melden Sie sich.\nFrau Brandt');
    expect(lines[0]?.after.recipients.split(', ')).toHaveLength(2);
    await send([trainee], 'Zweite');
    expect(await send([trainee], 'Dritte')).toEqual({ sent: 1, skipped: 0 });
    expect(await send([trainee, silent], 'Vierte')).toEqual({ sent: 1, skipped: 1 });
    expect(await send([trainee], 'Fünfte')).toEqual({ sent: 0, skipped: 1 });
    // Sent again because the answer was lost: no one gets it twice, and it is written down once.
    const twice = async (people: readonly string[], message: string) =>
      answer(other, `nemus_message_trainees(array['${people.join("','")}']::uuid[], 'Noch einmal', '${message}')`);
    const message = randomUUID();
    for (const _time of [1, 2]) expect(await twice([foreign, trainee], message)).toEqual({ sent: 1, skipped: 1 });
    const heard = await database().query(
      `select count(*)::int as n from nemus_notifications where key like '%' || $1
       union all select count(*)::int from private.nemus_organisation_log where subject_id = $1`,
      [message],
    );
    expect(heard).toEqual([{ n: 1 }, { n: 1 }]);
    // The longest text in the widest letters fits.
    expect(await send([foreign], '🦉'.repeat(350), other)).toEqual({ sent: 1, skipped: 0 });
    expect(await send([foreign], '漢'.repeat(700), other)).toEqual({ sent: 1, skipped: 0 });
    // A known message still counts as sent when three have been.
    expect(await twice([foreign], message)).toEqual({ sent: 1, skipped: 0 });
    await ask(database(), signedIn(quiet), `select nemus_choose_notification('institution_message', 'portal', false)`);
    const refused = (words: string, caller: string) =>
      refusal(database(), signedIn(caller), `select nemus_message_trainees(array[$1::text::uuid], $2)`, [
        trainee,
        words,
      ]);
    expect(await refused('  ', institution)).toMatchObject({ hint: 'invalid_field' });
    expect(await refused('x'.repeat(701), institution)).toMatchObject({ hint: 'invalid_field' });
    expect(await refused('Hallo', owner)).toMatchObject({ hint: 'institution_required' });
    await database().query(
      'update nemus_institution_approvals set withdrawn_at = now() where institution_id = $1::text::uuid',
      [institution],
    );
    expect(await refused('Hallo', institution)).toMatchObject({ hint: 'approval_required' });
  });

  it('keeps its sums when the sample set goes, and finds one that is wrong', async () => {
    await setSampleData(database(), true);
    const user = await signUp(database());
    await setSampleData(database(), false);
    const check = () => database().query('select * from private.nemus_check_sums($1::text::uuid)', [user]);
    expect(await check()).toEqual([]);
    await addEntry(database(), { ...scene, owner: user }, 'confirmed', { minutes: 77 });
    expect(await check()).toEqual([]);
    await database().query(
      'update private.nemus_logbook_sums set minutes = minutes + 1 where user_id = $1::text::uuid',
      [user],
    );
    expect((await check()).length).toBeGreaterThan(1);
    await ask(database(), signedIn(user), 'select nemus_remove_sample_data()');
    expect(await check()).toEqual([]);
    expect(
      await database().query(
        'select category, minutes::int as minutes from private.nemus_logbook_sums where user_id = $1::text::uuid',
        [user],
      ),
    ).toEqual([{ category: 'practice', minutes: 77 }]);
  });

  it('marks sample hours of a real person, and reports none of them', async () => {
    await setSampleData(database(), true);
    const { owner, institution, trainee } = await setLogbookScene(database());
    await setSampleData(database(), false);
    const marks = async () => {
      const [cohort, counted] = [
        (await answer(institution, 'nemus_cohort()')) as { rows: { trainee_id: string; has_sample_hours: boolean }[] },
        (await answer(institution, `nemus_counted_hours('${trainee}')`)) as { has_sample_hours: boolean },
      ];
      const [row] = await ask(
        database(),
        signedIn(institution),
        'select has_sample_hours from nemus_trainee_list where id = $1::text::uuid',
        [trainee],
      );
      const own = cohort.rows.find(({ trainee_id: id }) => id === trainee);
      return [own?.has_sample_hours, counted.has_sample_hours, row?.has_sample_hours];
    };
    expect(await marks()).toEqual([true, true, true]);
    const { rows } = (await answer(owner, 'nemus_counted_sources()')) as { rows: { is_sample: boolean }[] };
    expect(rows.map(({ is_sample: isSample }) => isSample)).toContain(true);
    expect(await answer(owner, 'nemus_section_report()')).toEqual([]);
    expect(await answer(owner, 'nemus_site_package()')).toMatchObject({ entries: [] });
    await ask(database(), signedIn(owner), 'select nemus_remove_sample_data()');
    expect(await marks()).toEqual([false, false, false]);
  });

  it('reports hours by section of employment, and leaves out what a correction has replaced', async () => {
    const other = await setLogbookScene(database());
    const site = text(
      await database().query(
        `insert into nemus_logbook_sites (user_id, name, started_on) values ($1::text::uuid, 'Ambulanz', '2024-01-01')
         returning id::text`,
        [other.owner],
      ),
      'id',
    );
    const wrong = await addEntry(database(), other, 'draft', { minutes: 500, day: '2025-03-03' });
    const right = await addEntry(database(), other, 'draft', { minutes: 50, day: '2025-03-03' });
    await addEntry(database(), other, 'confirmed', { minutes: 45, day: '2025-12-31' });
    const foreign = await addEntry(database(), { ...scene, owner: other.owner }, 'draft', {
      minutes: 7,
      day: '2025-05-05',
    });
    for (const [entry, institution, corrects] of [
      [wrong, other.institution, null],
      [right, other.institution, wrong],
      [foreign, scene.institution, null],
    ]) {
      await database().query(
        `update nemus_logbook_entries set state = 'confirmed', confirmed_at = now(), confirmed_by = 'Ada Lehr',
           site_id = $2::text::uuid, institution_id = $3::text::uuid, corrects = $4::text::uuid where id = $1::text::uuid`,
        [entry ?? '', site, institution ?? '', corrects ?? null],
      );
    }
    const section = { site_id: site, name: 'Ambulanz', started_on: '2024-01-01', ended_on: null, share: 100 };
    const of = (minutes: number, entries: number) => ({ year: 2025, category: 'practice', minutes, entries });
    expect(await answer(other.institution, `nemus_section_report('${other.trainee}')`)).toEqual([
      { ...section, ...of(50, 1) },
      expect.objectContaining({ site_id: null, name: null, ...of(45, 1) }),
    ]);
    expect(await answer(other.owner, 'nemus_section_report()')).toEqual([
      { ...section, ...of(57, 2) },
      expect.objectContaining({ site_id: null, ...of(45, 1) }),
    ]);

    const packed = await answer(other.institution, `nemus_site_package('${other.trainee}')`);
    expect(packed).toMatchObject({ format: 'nemus-logbook-1', sections: [{ name: 'Ambulanz' }] });
    expect(packed).toHaveProperty('entries.length', 3);
    expect(packed).toHaveProperty(
      'entries',
      expect.arrayContaining([
        expect.objectContaining({ id: wrong, counts: false }),
        expect.objectContaining({ id: right, corrects: wrong, counts: true, minutes: 50 }),
      ]),
    );
    expect(packed).toHaveProperty(
      'confirmations',
      expect.arrayContaining([
        expect.objectContaining({ entry_id: right, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      ]),
    );
    // No data of another institution, no draft and no case.
    expect(JSON.stringify(packed)).not.toContain(foreign);
    expect(JSON.stringify(packed)).not.toMatch(/case|email|@/);
    expect(await answer(other.owner, 'nemus_site_package()')).toHaveProperty('entries.length', 4);
  });

  it('refuses all others', async () => {
    const other = await setLogbookScene(database());
    for (const caller of [scene.owner, scene.confirmer.account]) {
      expect(await refusal(database(), signedIn(caller), 'select nemus_cohort()')).toMatchObject({
        code: 'PT403',
        hint: 'institution_required',
      });
    }
    expect(JSON.stringify(await answer(other.institution, 'nemus_cohort()'))).not.toContain(scene.trainee);
    for (const call of ['nemus_section_report', 'nemus_site_package']) {
      for (const caller of [other.institution, other.owner, scene.stranger, scene.owner]) {
        expect(await refusal(database(), signedIn(caller), `select ${call}('${scene.trainee}')`)).toMatchObject({
          code: 'PT404',
          hint: 'trainee_not_found',
        });
      }
      expect(await refusal(database(), signedIn(scene.institution), `select ${call}()`)).toMatchObject({
        hint: 'piw_required',
      });
    }
    for (const call of [
      `private.nemus_minutes_by_source('${scene.owner}')`,
      `private.nemus_reported_entries('${scene.owner}', null)`,
      `private.nemus_elapsed('${scene.owner}')`,
    ]) {
      expect(await refusal(database(), signedIn(scene.institution), `select ${call}`)).toMatchObject({ code: '42501' });
    }
  });
}
