import { z } from 'zod';
import { ANONYMOUS, ask, refusal, signedIn, type Connection, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';

const paperSchema = z.object({ number: z.string() });
const issue = 'select nemus_issue_logbook_paper() as paper';
const verify = 'select nemus_verify_certificate($1) as verdict';

/** A confirmed entry, as the decision of a person who confirms leaves it. */
async function addConfirmed(connection: Connection, user: string, minutes: number, corrects: string | null = null) {
  const [entry] = await connection.query(
    `insert into nemus_logbook_entries (user_id, category, minutes, done_on, corrects, state, submitted_at)
     values ($1::text::uuid, 'practice', $2::text::int, '2026-10-05', $3::text::uuid, 'submitted', now()) returning id::text as id`,
    [user, String(minutes), corrects],
  );
  await connection.query(
    `update nemus_logbook_entries set state = 'confirmed', confirmed_by = 'Ada Lehr', confirmed_at = now()
     where id = $1::text::uuid`,
    [entry?.id],
  );
  return String(entry?.id);
}

export function logbookPaperCases(database: () => TestDatabase): void {
  it('prints what is confirmed, and counts a corrected entry once', async () => {
    const user = await signUp(database(), { first: 'Mira', last: 'Sommer' });
    const wrong = await addConfirmed(database(), user, 90);
    await addConfirmed(database(), user, 60, wrong);
    await database().query(
      `insert into nemus_logbook_entries (user_id, category, minutes, done_on, note)
       values ($1::text::uuid, 'theory', 45, '2026-10-06', 'Entwurf')`,
      [user],
    );
    const [row] = await ask(database(), signedIn(user), issue);
    expect(row?.paper).toMatchObject({
      holder: 'Mira Sommer',
      requirement_set: null,
      minutes: 60,
      sums: { practice: 60 },
      entries: [
        { minutes: 90, replaced: true, confirmed_by: 'Ada Lehr' },
        { minutes: 60, replaced: false, corrects: wrong },
      ],
      last_step: { number: 2 },
    });
    const { number } = paperSchema.parse(row?.paper);
    const [answer] = await ask(database(), ANONYMOUS, verify, [number.toLowerCase().replaceAll('-', '')]);
    expect(answer?.verdict).toMatchObject({
      status: 'genuine',
      number,
      certificate: { kind: 'logbook', holder: 'Mira Sommer', units: 1, session: null },
    });
    // The names of the signers, and no entry.
    expect(answer?.verdict).toMatchObject({
      renamed: false,
      logbook: {
        sums: { practice: 60 },
        entries: 2,
        signers: [{ name: 'Ada Lehr', role: null, institution: null, address: null }],
        step: 2,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        newer: false,
      },
    });
    expect(JSON.stringify(answer?.verdict)).not.toContain('2026-10-05');
    // Hours were confirmed since: the paper is genuine, and not the newest state.
    await addConfirmed(database(), user, 30);
    expect((await ask(database(), ANONYMOUS, verify, [number]))[0]?.verdict).toMatchObject({
      status: 'genuine',
      certificate: { units: 1 },
      logbook: { sums: { practice: 60 }, entries: 2, newer: true },
    });
    // The document is unknown as soon as its account is deleted.
    await database().query('delete from auth.users where id = $1::text::uuid', [user]);
    expect((await ask(database(), ANONYMOUS, verify, [number]))[0]?.verdict).toMatchObject({ status: 'unknown' });
  });

  it('names person, field and period, the setting that was confirmed, and attended courses without samples', async () => {
    const user = await signUp(database(), { first: 'Mira', last: 'Sommer' });
    await database().query(`update nemus_personal_data set birth_date = '1992-04-17' where user_id = $1::text::uuid`, [
      user,
    ]);
    await database().query(
      `update nemus_training_info set chamber = 'Kammer Nord', field = 'Erwachsene', procedure = 'Verhaltenstherapie',
         started_on = '2025-01-01' where user_id = $1::text::uuid`,
      [user],
    );
    const [site] = await database().query(
      `insert into nemus_logbook_sites (user_id, name, started_on, setting)
       values ($1::text::uuid, 'Klinik', '2025-01-01', 'inpatient') returning id::text`,
      [user],
    );
    for (const setting of [null, 'outpatient']) {
      await database().query(
        `insert into nemus_logbook_entries (user_id, category, minutes, done_on, state, submitted_at, confirmed_by, confirmed_at,
           site_id, setting, form, age_group, procedure, service)
         values ($1::text::uuid, 'practice', 50, '2026-10-05', 'confirmed', now(), 'Ada Lehr', now(), $2::text::uuid, $3,
           'group', 'adults', 'Verhaltenstherapie', 'report')`,
        [user, site?.id, setting],
      );
    }
    for (const sample of ['true', 'false']) {
      await database().query(
        `insert into nemus_certificates (user_id, number, title, issuer, competency, units, issued_on, is_sample)
         values ($1::text::uuid, 'X-' || $2, 'Diagnostik', 'Akademie', 'fachliche_kompetenz', 8, '2026-02-03', $2::text::boolean)`,
        [user, sample],
      );
    }
    const [row] = await ask(database(), signedIn(user), issue);
    expect(row?.paper).toMatchObject({
      person: {
        birth_date: '1992-04-17',
        chamber: 'Kammer Nord',
        field: 'Erwachsene',
        procedure: 'Verhaltenstherapie',
        started_on: '2025-01-01',
        expected_end_on: null,
      },
      // That of the site is the trainee's own statement, and can change after the confirmation.
      entries: [
        { setting: null },
        {
          setting: 'outpatient',
          form: 'group',
          age_group: 'adults',
          procedure: 'Verhaltenstherapie',
          service: 'report',
        },
      ],
      courses: [{ title: 'Diagnostik', kind: 'certificate', done_on: '2026-02-03', category: 'theory', minutes: 360 }],
    });
    // Hours of another setting, or one more course, differ from the check.
    const { number } = paperSchema.parse(row?.paper);
    const check = async () => (await ask(database(), ANONYMOUS, verify, [number]))[0]?.verdict;
    expect(await check()).toMatchObject({
      logbook: { settings: { outpatient: 50 }, courses: { count: 1, sums: { theory: 360 } }, newer: false },
    });
    // As do those of another age group, form, procedure, service or site.
    expect(await check()).toMatchObject({
      logbook: {
        attributes: {
          form: { group: 100 },
          age_group: { adults: 100 },
          procedure: { Verhaltenstherapie: 100 },
          service: { report: 100 },
          site: { Klinik: 100 },
        },
      },
    });
    expect(JSON.stringify(await check())).not.toContain('1992');
    await database().query(
      `insert into private.nemus_certificate_revocations (number, certificate_id, reason)
       select private.nemus_draw_number(), c.id, 'attendance_corrected' from nemus_certificates c
       where c.user_id = $1::text::uuid and not c.is_sample`,
      [user],
    );
    expect(await check()).toMatchObject({ status: 'genuine', logbook: { newer: true } });
  });

  it('names no one, rather than leaving room for a name', async () => {
    const user = await signUp(database(), { first: '', last: '' });
    const [row] = await ask(database(), signedIn(user), issue);
    expect(row?.paper).toMatchObject({ holder: 'Ohne Namen' });
  });

  it('is for trainees, and twenty times an hour', async () => {
    const [institution, user] = [
      await signUp(database(), { type: 'institution', institution: 'X' }),
      await signUp(database()),
    ];
    expect(await refusal(database(), signedIn(institution), issue)).toMatchObject({
      code: 'PT403',
      hint: 'piw_required',
    });
    await ask(database(), signedIn(user), 'select nemus_issue_logbook_paper() from generate_series(1, 20)');
    expect(await refusal(database(), signedIn(user), issue)).toMatchObject({ code: 'PT429', hint: 'paper_limit' });
  });
}
