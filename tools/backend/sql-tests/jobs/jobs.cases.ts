import { CRON } from '../../src/server/database/cron';
import { ask, identityOf, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { tell } from '../scenes/notifications';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { undone } from '../scenes/undone';

/** An account's claims, with the rights of the database's owner. */
const CALL_AS = `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claims', $2, true)`;
const FORGET = 'select private.nemus_forget_expired() as gone';
/** A table, and an insert of a row that is this many days old. */
const KEPT = [
  [
    'private.nemus_policy_reports',
    30,
    `insert into private.nemus_policy_reports (day, directive, disposition, page, blocked, source, times)
     values ((now() at time zone 'utc')::date - $1::text::int, 'img-src', 'enforce', '/', 'kept', '', 1)`,
  ],
  [
    'private.nemus_withdrawal_sources',
    0,
    `insert into private.nemus_withdrawal_sources (source, created_at)
     values (repeat('a', 64), now() - $1::text::int * interval '1 day')`,
  ],
  [
    'private.nemus_sent_invitations',
    1,
    `insert into private.nemus_sent_invitations (institution_id, recipient_hash, created_at)
     values (gen_random_uuid(), repeat('b', 64), now() - $1::text::int * interval '1 day')`,
  ],
  [
    'private.nemus_area_reports',
    13,
    `insert into private.nemus_area_reports (environment, remote, version, hour, kind, name, detail, times)
     values ('local', 'shell', '', now() - $1::text::int * interval '1 day', 'report', 'not-found', '', 1)`,
  ],
  [
    'private.nemus_area_report_sources',
    0,
    `insert into private.nemus_area_report_sources (source, hour, taken)
     values ('source ' || $1::text, date_trunc('hour', now(), 'UTC') - $1::text::int * interval '1 day', 1)`,
  ],
] as const;

/** What runs by the clock. */
export function jobCases(database: () => TestDatabase): void {
  it.each(KEPT)('what %s keeps for a while goes by the clock', (table, days, insert) =>
    undone(database(), async (connection) => {
      const rows = async () => (await connection.query(`select from ${table}`)).length;
      await connection.query(`delete from ${table}`);
      await connection.query(insert, [days]);
      await connection.query(FORGET);
      expect(await rows()).toBe(1);
      await connection.query(insert, [days + 2]);
      expect(one(await connection.query(FORGET))).toEqual({ gone: 1 });
      expect(await rows()).toBe(1);
    }),
  );

  it('a weekly report that fails is set aside and tried again later, and the others are written', () =>
    undone(database(), async (connection) => {
      const [broken, fine] = [await signUpInstitution(connection), await signUpInstitution(connection)];
      const staff = await hireStaff(connection, ['orders']);
      await connection.query(`create function private.break_report() returns trigger language plpgsql as $$
        begin
          if new.institution_id = '${broken}' then raise exception 'broken report'; end if;
          return new;
        end $$`);
      await connection.query(
        'create trigger break_report before insert on nemus_weekly_reports for each row execute function private.break_report()',
      );
      const write = `select private.nemus_write_weekly_reports(now() + interval '8 days')`;
      const reports = async () =>
        (
          await connection.query(
            'select institution_id::text as id from nemus_weekly_reports where institution_id = any ($1::text::uuid[])',
            [`{${broken},${fine}}`],
          )
        ).map(({ id }) => id);
      const aside = async () => {
        await connection.query(CALL_AS, [staff, identityOf(signedIn(staff))[2]]);
        return Object(one(await connection.query('select nemus_order_tasks() as r')).r).set_aside;
      };
      await connection.query(write);
      expect(await reports()).toEqual([fine]);
      const failed = { job: 'write-weekly-reports', item: broken, error: 'broken report', attempts: 1 };
      expect(await aside()).toContainEqual(expect.objectContaining(failed));
      // Not before its pause is over.
      await connection.query('drop trigger break_report on nemus_weekly_reports');
      await connection.query(write);
      expect(await reports()).toEqual([fine]);
      await connection.query(`update private.nemus_set_aside set failed_at = now() - interval '2 days'`);
      await connection.query(write);
      expect((await reports()).toSorted()).toEqual([broken, fine].toSorted());
      expect(await aside()).not.toContainEqual(expect.objectContaining({ item: broken }));
    }));

  it('staff has an item tried now: its job runs as on schedule', () =>
    undone(database(), async (connection) => {
      const staff = await hireStaff(connection, ['orders']);
      const item = await signUp(connection);
      const note = (error: string | null) =>
        connection.query(`select nemus_note_outcome('write-weekly-reports', $1, $2)`, [item, error]);
      await note('broken report');
      const waits = `select private.nemus_is_set_aside('write-weekly-reports', $1) as waits`;
      expect(one(await connection.query(waits, [item])).waits).toBe(true);
      // What the job saw of its caller.
      await connection.query('create table private.seen (uid uuid, staff text)');
      await connection.query(
        `update private.nemus_jobs set command = 'insert into private.seen
           values (auth.uid(), nullif(current_setting(''nemus.staff'', true), ''''))'
         where name = 'nemus-write-weekly-reports'`,
      );
      const retry = `select nemus_retry_set_aside('write-weekly-reports', $1)`;
      const as = (account: string) => connection.query(CALL_AS, [account, identityOf(signedIn(account))[2]]);
      await as(staff);
      await connection.query(retry, [item]);
      expect(await connection.query('select * from private.seen')).toEqual([{ uid: null, staff: null }]);
      expect(one(await connection.query(waits, [item])).waits).toBe(false);
      await note(null);
      await as(staff);
      await expect(connection.query(retry, [item])).rejects.toThrow('set_aside_not_found');
    }));

  it('a letter that was given up has its attempts back when staff tries it again', () =>
    undone(database(), async (connection) => {
      const [staff, user] = [await hireStaff(connection, ['orders']), await signUp(connection)];
      await tell(connection, user, 'a', 'certificate_issued');
      const [sending] = await connection.query(
        `update private.nemus_notification_sendings set attempts = 5, claimed_at = now()
         where user_id = $1::text::uuid and channel = 'mail' returning id::text`,
        [user],
      );
      await connection.query(`select nemus_note_outcome('send-notifications', $1, '550 mailbox unavailable')`, [
        String(sending?.id),
      ]);
      await connection.query(CALL_AS, [staff, identityOf(signedIn(staff))[2]]);
      await connection.query(`select nemus_retry_set_aside('send-notifications', $1)`, [String(sending?.id)]);
      const state = 'select attempts, claimed_at from private.nemus_notification_sendings where id = $1::text::uuid';
      expect(await connection.query(state, [String(sending?.id)])).toEqual([{ attempts: 0, claimed_at: null }]);
      const left = 'select from private.nemus_set_aside where item = $1';
      expect(await connection.query(left, [String(sending?.id)])).toEqual([]);
    }));

  it('overrides of releases go after 90 days, whichever account opened them', async () => {
    const operator = await signUp(database());
    await undone(database(), async (connection) => {
      for (const days of [80, 95]) {
        await connection.query(
          `insert into public.nemus_release_overrides (user_id, environment, remote, url, created_at, until)
           values ($1::text::uuid, 'local', 'shell', 'http://localhost:4300/', now() - $2::text::int * interval '1 day',
             now() - $2::text::int * interval '1 day' + interval '1 hour')`,
          [operator, days],
        );
      }
      await connection.query(FORGET);
      const left = await connection.query('select from public.nemus_release_overrides where user_id = $1::text::uuid', [
        operator,
      ]);
      expect(left).toHaveLength(1);
    });
  });

  it('hands its jobs to the scheduler, once each; without one it says so', () =>
    undone(database(), async (connection) => {
      const schedule = async () => one(await connection.query('select private.nemus_schedule_jobs() as done')).done;
      expect(await schedule()).toBe(false);
      await connection.query(CRON);
      expect(await schedule()).toBe(true);
      expect(await schedule()).toBe(true);
      const jobs = await connection.query('select jobname, schedule, command from cron.job order by 1');
      expect(jobs).toEqual(
        await connection.query('select name as jobname, schedule, command from private.nemus_jobs order by 1'),
      );
      // A missing function would fail at its hour, unnoticed.
      for (const { command } of jobs) await connection.query(`explain ${String(command)}`);
      await connection.query(
        `insert into cron.job_run_details (jobid, status, start_time) select jobid, 'succeeded', now() from cron.job`,
      );
      await connection.query(`select set_config('role', 'service_role', true)`);
      const { jobs: listed } = one(await connection.query('select nemus_jobs() as jobs'));
      expect(listed).toMatchObject(
        jobs.map(({ jobname }) => ({ name: jobname, is_active: true, status: 'succeeded' })),
      );
    }));

  it('lists nothing where nothing is scheduled', async () => {
    expect(one(await ask(database(), SERVICE, 'select nemus_jobs() as jobs')).jobs).toEqual([]);
  });
}
