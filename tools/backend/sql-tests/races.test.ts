import { randomUUID } from 'node:crypto';
import { freshAddress, giveCredits, hireStaff, invite, signUp, signUpInstitution } from './accounts';
import { FIELDS } from './behaviour/catalogue';
import { CREATE, FULFIL, argumentsOf, openCheckout } from './behaviour/checkout';
import { addTrainee } from './behaviour/credits';
import { dateRaceTests } from './behaviour/date-races';
import { startRun } from './behaviour/quiz';
import { accountOf, CANARY, REPORT, releaseScene, reportsOf } from './behaviour/releases';
import { COURSE_60, COURSE_85, one, text } from './behaviour/values';
import { declaration, RECORD } from './behaviour/withdrawals';
import { ask, become, SERVICE, signedIn, type TestDatabase } from './database/database';
import { onEveryEngine, SERVER } from './database/engines';
import { connectAll, hints, race, reportOf, won, type Racer } from './race';

const ENROL = `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
  values ($1::text::uuid, $2::text::uuid, 'institution_credits', 'not_started')`;

const balanceOf = async (database: TestDatabase, institution: string) =>
  one(
    await database.query(
      'select total_credits, used_credits, available_credits from nemus_credit_balances where institution_id = $1::text::uuid',
      [institution],
    ),
  );

it('finds a real PostgreSQL when one is asked for', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine(
  (database) => {
    it('enrols once of 50 at the same moment, and debits once', async () => {
      const id = await signUpInstitution(database());
      await giveCredits(database(), id, 1000);
      const finishes = await race(
        database(),
        Array.from({ length: 50 }, () => ({ caller: signedIn(id), statement: ENROL, parameters: [id, COURSE_85] })),
      );
      expect(won(finishes)).toHaveLength(1);
      expect(hints(finishes)).toEqual(new Set(['already_enrolled']));
      expect(await balanceOf(database(), id)).toEqual({
        total_credits: 1000,
        used_credits: 85,
        available_credits: 915,
      });
    });

    it('never overdraws with 50 different courses at the same moment', async () => {
      const id = await signUpInstitution(database());
      await giveCredits(database(), id, 245);
      const courses = await database().query(
        `insert into nemus_courses (title, competency, duration_hours, difficulty, price_euros, credit_cost, zfu_status)
         select 'Kurs ' || n, 'fachliche_kompetenz', 8, 'Anfänger', 20, 10, 'not_required' from generate_series(1, 50) as n returning id::text`,
      );
      const finishes = await race(
        database(),
        courses.map((course) => ({ caller: signedIn(id), statement: ENROL, parameters: [id, course.id] })),
      );
      expect(won(finishes)).toHaveLength(24);
      expect(hints(finishes)).toEqual(new Set(['insufficient_credits']));
      expect(await balanceOf(database(), id)).toEqual({ total_credits: 245, used_credits: 240, available_credits: 5 });
    });

    it('saves a seminar once of ten people at the same moment, and none over a purchase', async () => {
      const staff = await hireStaff(database(), ['catalogue']);
      const id = randomUUID();
      const save = (theory: number, version: unknown) => ({
        caller: signedIn(staff),
        statement: 'select nemus_save_course($1::text::uuid, $2::text::jsonb, $3::text::timestamptz) as course',
        parameters: [id, JSON.stringify({ ...FIELDS, theory_units: theory }), version],
      });
      const versionOf = async () =>
        text(
          await database().query('select updated_at::text from nemus_courses where id = $1::text::uuid', [id]),
          'updated_at',
        );
      // Ten times the same new draft is one.
      expect(
        won(
          await race(
            database(),
            Array.from({ length: 10 }, () => save(8, null)),
          ),
        ),
      ).toHaveLength(10);
      const draft = await versionOf();
      const saves = await race(
        database(),
        Array.from({ length: 10 }, (_, n) => save(9 + n, draft)),
      );
      expect(won(saves)).toHaveLength(1);
      expect(hints(saves)).toEqual(new Set(['course_changed']));

      const publish = 'select nemus_publish_course($1::text::uuid, $2::text::timestamptz)';
      await ask(database(), signedIn(staff), publish, [id, await versionOf()]);
      const buyer = await signUpInstitution(database());
      await giveCredits(database(), buyer, 100);
      const finishes = await race(database(), [
        save(40, await versionOf()),
        { caller: signedIn(buyer), statement: ENROL, parameters: [buyer, id] },
      ]);
      const sold = one(
        await database().query(
          `select c.theory_units, t.terms ->> 'theory_units' as bought from nemus_courses c, nemus_transactions t
           where c.id = $1::text::uuid and t.user_id = $2::text::uuid and t.type = 'course'`,
          [id, buyer],
        ),
      );
      // Whichever came first: what was bought is what the seminar counts as.
      expect(String(sold.theory_units)).toBe(sold.bought);
      expect(hints(finishes)).toEqual(new Set(sold.bought === '40' ? [] : ['course_sold']));
    });

    it('gives the receipt of a withdrawal to one of many at the same moment, and holds the limit', async () => {
      const email = `${randomUUID()}@x.example`;
      const same = declaration({ email });
      const send = (parameters: readonly unknown[]) => ({ caller: SERVICE, statement: RECORD, parameters });
      const finishes = await race(
        database(),
        Array.from({ length: 10 }, () => send(same)),
      );
      expect(won(finishes).filter(({ rows }) => one(rows).claimed)).toHaveLength(1);
      const flood = await race(
        database(),
        Array.from({ length: 20 }, () => send(declaration({ email }))),
      );
      expect(won(flood)).toHaveLength(4);
      expect(hints(flood)).toEqual(new Set(['too_many_withdrawals']));
    });

    it('grants once when webhook and result page come at the same moment', async () => {
      for (let round = 0; round < 10; round += 1) {
        const id = await signUpInstitution(database());
        const report = reportOf(await openCheckout(database(), id, { kind: 'credits', credits: 100 }));
        const finishes = await race(database(), [report, report, report]);
        const processed = won(finishes).map((finish) =>
          Reflect.get(Object(finish.rows[0]?.result), 'already_processed'),
        );
        expect(processed.toSorted()).toEqual([false, true, true]);
        expect(await balanceOf(database(), id)).toMatchObject({ total_credits: 100 });
      }
    });

    it.each([
      ['commits', 'commit', true],
      ['fails', 'rollback', false],
      ['crashes', null, false],
    ] as const)(
      'the second waits for the first; when that one %s, nothing is lost or doubled',
      async (_how, end, processed) => {
        const id = await signUpInstitution(database());
        const { statement, parameters = [] } = reportOf(
          await openCheckout(database(), id, { kind: 'credits', credits: 100 }),
        );
        const [first, second] = await connectAll(database(), 2);
        if (!first || !second) throw new Error('Two connections are needed.');
        await first.query('begin');
        await become(first, SERVICE);
        await first.query(statement, parameters);
        const late = ask(second, SERVICE, statement, parameters);
        if (end === null) await first.close();
        else await first.query(end);
        expect(one(await late).result).toMatchObject({ already_processed: processed, available_credits: 100 });
        expect(await balanceOf(database(), id)).toMatchObject({ total_credits: 100 });
      },
    );

    it('numbers the invoices of 20 payments at the same moment without gap or double', async () => {
      const id = await signUpInstitution(database());
      const checkouts = [];
      for (let n = 0; n < 20; n += 1)
        checkouts.push(await openCheckout(database(), id, { kind: 'credits', credits: 100 }));
      expect(won(await race(database(), checkouts.map(reportOf)))).toHaveLength(20);
      const numbers = (
        await database().query(
          'select right(number, 6)::int as n from nemus_invoices where not is_sample order by number',
        )
      ).map(({ n }) => Number(n));
      expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
    });

    it('applies the newest event of a subscription, whichever comes first', async () => {
      const id = await signUpInstitution(database());
      const sub = `sub_${id}`;
      const { session, amount } = await openCheckout(database(), id, { kind: 'subscription', tier: 'monthly' });
      const sync = `select nemus_sync_subscription($1, $2, 'monthly', '2030-01-01', false, $3::text::timestamptz)`;
      const event = (status: string, second: number) => ({
        caller: SERVICE,
        statement: sync,
        parameters: [sub, status, `2026-01-01T10:00:0${second}Z`],
      });
      const finishes = await race(database(), [
        event('incomplete', 1),
        event('past_due', 3),
        event('active', 2),
        event('past_due', 3),
        { caller: SERVICE, statement: FULFIL, parameters: [session, String(amount), null, sub, null] },
      ]);
      expect(won(finishes)).toHaveLength(5);
      expect(await ask(database(), signedIn(id), 'select status from nemus_subscriptions')).toEqual([
        { status: 'past_due' },
      ]);
    });

    it('stops a canary once when the reports that make the difference come together', async () => {
      for (let round = 0; round < 5; round += 1) {
        const environment = await releaseScene(database());
        const racers: Racer[] = [];
        for (let n = 0; n < 8; n += 1) {
          const user = await accountOf(database(), 'inside');
          const reports = reportsOf(CANARY, 'failed');
          racers.push({ caller: signedIn(user), statement: REPORT, parameters: [environment, reports] });
        }
        expect(won(await race(database(), racers))).toHaveLength(8);
        const changes = 'select action from nemus_release_changes where environment = $1';
        expect(await database().query(changes, [environment])).toEqual([{ action: 'canary-halt' }]);
      }
    });

    it('counts what the tabs of one account report together', async () => {
      const environment = await releaseScene(database());
      const user = await accountOf(database(), 'inside');
      const report = {
        caller: signedIn(user),
        statement: REPORT,
        parameters: [environment, reportsOf(CANARY, 'ready')],
      };
      const finishes = await race(
        database(),
        Array.from({ length: 10 }, () => report),
      );
      expect(won(finishes)).toHaveLength(10);
      const rows = 'select starts from nemus_release_health where environment = $1';
      expect(await database().query(rows, [environment])).toEqual([{ starts: 10 }]);
    });

    it('books a trainee once for a course', async () => {
      const id = await signUpInstitution(database());
      await giveCredits(database(), id, 1000);
      const trainee = await addTrainee(database(), id, 'kim@x.example');
      const book = {
        caller: signedIn(id),
        statement: 'select nemus_book_course($1::text::uuid, array[$2::text::uuid])',
        parameters: [COURSE_60, trainee],
      };
      const finishes = await race(
        database(),
        Array.from({ length: 10 }, () => book),
      );
      expect(won(finishes)).toHaveLength(1);
      expect(await balanceOf(database(), id)).toMatchObject({ used_credits: 60 });
    });

    it('begins one run for two windows that start the quiz, and grades one of two answers', async () => {
      const id = await signUp(database());
      const start = {
        caller: signedIn(id),
        statement: `select nemus_start_quiz('rechtliche-grundlagen', 'block-a') as quiz`,
      };
      const started = won(await race(database(), [start, start, start, start])).map(({ rows }) => rows[0]?.quiz);
      expect(started).toHaveLength(4);
      for (const quiz of started) expect(quiz).toEqual(started[0]);
      const { id: run, questions } = await startRun(database(), id);
      for (const question of questions) {
        const answer = (shift: number) => ({
          caller: signedIn(id),
          statement: 'select nemus_answer_question($1::text::uuid, $2, $3::text::int) as verdict',
          parameters: [run, question.id, String((question.right + shift) % 3)],
        });
        const told = won(await race(database(), [answer(0), answer(1), answer(2)])).map(({ rows }) => rows[0]?.verdict);
        expect(told).toHaveLength(3);
        for (const verdict of told) expect(verdict).toEqual(told[0]);
      }
      const counted = `select count(*)::int as answers, max(r.score) + 3 - max(r.lives_remaining) as counted
        from nemus_quiz_runs r join nemus_quiz_run_answers a on a.run_id = r.id where r.user_id = $1::text::uuid`;
      expect(await database().query(counted, [id])).toEqual([{ answers: 3, counted: 3 }]);
    });

    it('saves one score for one run', async () => {
      const id = await signUp(database());
      await database().query(
        `insert into nemus_quiz_runs (user_id, course_id, block_id, total_questions, score, finished_at)
         values ($1::text::uuid, 'rechtliche-grundlagen', 'block-a', 3, 3, now())`,
        [id],
      );
      const save = {
        caller: signedIn(id),
        statement: `insert into nemus_quiz_scores (user_id, course_id, block_id, score, total_questions, percentage,
          lives_remaining) values ($1::text::uuid, 'rechtliche-grundlagen', 'block-a', 3, 3, 100, 3)`,
        parameters: [id],
      };
      expect(won(await race(database(), [save, save, save, save]))).toHaveLength(1);
    });

    it('gives two freed places to the two who wait', async () => {
      const people = [];
      for (let n = 0; n < 4; n += 1) people.push(await signUp(database()));
      const appointment = text(
        await database().query(
          `insert into nemus_appointments (title, starts_at, ends_at, type, format, capacity)
           values ('Workshop', now() + interval '1 day', now() + interval '2 days', 'Workshop', 'Präsenz', 2) returning id::text`,
        ),
        'id',
      );
      for (const person of people) {
        await database().query(
          'insert into nemus_appointment_participations (appointment_id, user_id) values ($1::text::uuid, $2::text::uuid)',
          [appointment, person],
        );
      }
      const cancel = (person: string | undefined) => ({
        caller: signedIn(String(person)),
        statement: 'select nemus_cancel_appointment($1::text::uuid)',
        parameters: [appointment],
      });
      expect(won(await race(database(), [cancel(people[0]), cancel(people[1])]))).toHaveLength(2);
      const rows = await database().query(
        `select status, count(*)::int as n from nemus_appointment_participations where appointment_id = $1::text::uuid
         group by status order by status`,
        [appointment],
      );
      expect(rows).toEqual([
        { status: 'cancelled', n: 2 },
        { status: 'confirmed', n: 2 },
      ]);
    });

    it('begins an event that comes twice at the same moment for both, and finishes it once', async () => {
      const begin = { caller: SERVICE, statement: `select nemus_begin_event('evt_race', 'x', now()) as open` };
      const finishes = await race(database(), [begin, begin, begin]);
      expect(won(finishes).map(({ rows }) => rows[0]?.open)).toEqual([true, true, true]);
      expect(
        await database().query(`select attempts from private.nemus_provider_events where event_id = 'evt_race'`),
      ).toEqual([{ attempts: 3 }]);
    });

    it('accepts an invitation once, however often it is accepted at the same moment', async () => {
      const email = freshAddress();
      const [institution, piw] = [await signUpInstitution(database()), await signUp(database(), { email })];
      const { token } = await invite(database(), institution, email);
      const accept = { caller: signedIn(piw), statement: 'select nemus_accept_invitation($1)', parameters: [token] };
      expect(won(await race(database(), [accept, accept, accept, accept]))).toHaveLength(4);
      expect(
        await database().query(
          `select count(*)::int as links from nemus_trainees where user_id = $1::text::uuid
           union all select count(*)::int from nemus_invitations where email = $2 and accepted_at is not null`,
          [piw, email],
        ),
      ).toEqual([{ links: 1 }, { links: 1 }]);
    });

    it.each([
      ['is revoked', 'nemus_revoke_invitation', 'institution'],
      ['is declined', 'nemus_decline_invitation', 'piw'],
      ['is sent again', 'nemus_resend_invitation', 'institution'],
    ] as const)(
      'an invitation that %s while it is accepted ends one way, and the list agrees',
      async (_how, end, side) => {
        for (let round = 0; round < 8; round += 1) {
          const email = freshAddress();
          const [institution, piw] = [await signUpInstitution(database()), await signUp(database(), { email })];
          const { token, trainee } = await invite(database(), institution, email);
          await database().query(`update private.nemus_sent_invitations set created_at = now() - interval '1 hour'`);
          const finishes = await race(database(), [
            { caller: signedIn(piw), statement: 'select nemus_accept_invitation($1)', parameters: [token] },
            side === 'piw'
              ? { caller: signedIn(piw), statement: `select ${end}($1)`, parameters: [token] }
              : { caller: signedIn(institution), statement: `select ${end}($1::text::uuid)`, parameters: [trainee] },
          ]);
          expect(won(finishes)).toHaveLength(1);
          const [accepted] = finishes;
          const access = text(
            await ask(database(), signedIn(institution), 'select access from nemus_trainee_list'),
            'access',
          );
          const other = {
            nemus_revoke_invitation: 'revoked',
            nemus_decline_invitation: 'declined',
            nemus_resend_invitation: 'pending',
          };
          expect(access).toBe(accepted && 'rows' in accepted ? 'linked' : other[end]);
          for (const hint of hints(finishes)) expect(['invitation_invalid', 'trainee_linked']).toContain(hint);
        }
      },
    );

    it('never sends beyond a limit, whoever invites at the same moment', async () => {
      const email = freshAddress();
      await database().query(
        `insert into private.nemus_settings (key, value) values ('invitation_limits', '{"recipient": 3}')
         on conflict (key) do update set value = excluded.value`,
      );
      const racers: Racer[] = [];
      for (let n = 0; n < 10; n += 1) {
        const institution = await signUpInstitution(database(), `Praxis ${n}`);
        const statement = `select nemus_invite_trainee('Nora', 'Beck', $1)`;
        racers.push({ caller: signedIn(institution), statement, parameters: [email] });
      }
      const finishes = await race(database(), racers);
      expect(won(finishes)).toHaveLength(3);
      expect(hints(finishes)).toEqual(new Set(['invitation_limit_recipient']));
    });

    it('hands out the letter of a purchase once of ten at the same moment', async () => {
      const id = await signUpInstitution(database());
      await giveCredits(database(), id, 1000);
      const trainee = await addTrainee(database(), id, 'kim@x.example');
      await ask(database(), signedIn(id), 'select from nemus_book_course($1::text::uuid, array[$2::text::uuid])', [
        COURSE_60,
        trainee,
      ]);
      const letters = {
        caller: SERVICE,
        statement: 'select jsonb_array_length(nemus_claim_purchase_letters($1::text::uuid)) as letters',
        parameters: [id],
      };
      const finishes = await race(
        database(),
        Array.from({ length: 10 }, () => letters),
      );
      expect(
        won(finishes)
          .map(({ rows }) => Number(rows[0]?.letters))
          .toSorted(),
      ).toEqual([...Array(9).fill(0), 1]);
    });

    it('writes every order of one account, however many at once', async () => {
      const id = await signUpInstitution(database());
      const order = {
        caller: SERVICE,
        statement: CREATE,
        parameters: argumentsOf(id, { kind: 'credits', credits: 100 }),
      };
      expect(
        won(
          await race(
            database(),
            Array.from({ length: 10 }, () => order),
          ),
        ),
      ).toHaveLength(10);
    });

    describe('dates of seminars', () => {
      dateRaceTests(database);
    });
  },
  SERVER === null ? [] : [SERVER],
);
