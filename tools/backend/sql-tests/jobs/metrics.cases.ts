import { CRON } from '../../src/server/database/cron';
import { ask, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { tell } from '../scenes/notifications';
import { one } from '../scenes/rows';
import { undone } from '../scenes/undone';

interface Metrics {
  readonly queues: readonly { readonly queue: string }[];
  readonly jobs: readonly { readonly job: string; readonly late_seconds: number }[];
  readonly signatures: readonly unknown[];
}

/** What monitoring reads. */
export function metricsCases(database: () => TestDatabase): void {
  const read = async (connection: Pick<TestDatabase, 'query'>): Promise<Metrics> =>
    Object(one(await connection.query('select nemus_metrics() as m')).m);
  const queue = async (connection: Pick<TestDatabase, 'query'>, name: string) =>
    (await read(connection)).queues.find((each) => each.queue === name);

  it('is read by the service role', async () => {
    expect(one(await ask(database(), SERVICE, 'select nemus_metrics() as m')).m).toMatchObject({ set_aside: 0 });
  });

  it('a mail waits until it is sent, and is counted as failed for a day after it was given up', () =>
    undone(database(), async (connection) => {
      const none = await queue(connection, 'notifications');
      const user = await signUp(connection);
      await tell(connection, user, 'a', 'certificate_issued');
      const sendings = 'update private.nemus_notification_sendings';
      await connection.query(`${sendings} set created_at = now() - interval '2 hours' where channel = 'mail'`);
      const waiting = await queue(connection, 'notifications');
      expect(waiting).toMatchObject({ waiting: 1, failed: 0, oldest_seconds: 7200 });
      await connection.query(`${sendings} set attempts = 5 where channel = 'mail'`);
      expect(await queue(connection, 'notifications')).toMatchObject({ waiting: 0, failed: 1, oldest_seconds: 0 });
      await connection.query(`${sendings} set sent_at = now() where channel = 'mail'`);
      expect(await queue(connection, 'notifications')).toEqual(none);
    }));

  it('a letter that was dropped on purpose did not fail', () =>
    undone(database(), async (connection) => {
      const before = await queue(connection, 'dates');
      const [unwanted, blocked] = [await signUp(connection), await signUp(connection)];
      await ask(connection, signedIn(unwanted), `select nemus_choose_notification('place_confirmed', 'mail', false)`);
      const seminar = await addSeminar(connection);
      const date = await addDate(connection, seminar);
      for (const user of [unwanted, blocked]) {
        await connection.query(
          `select private.nemus_write_date_letter($1::text::uuid, $2::text::uuid, 'place_confirmed', '{}')`,
          [user, date],
        );
      }
      await connection.query(
        `update auth.users set banned_until = now() + interval '1 day' where id = $1::text::uuid`,
        [blocked],
      );
      await connection.query('select nemus_claim_date_letters(array[$1::text::uuid])', [date]);
      expect(await queue(connection, 'dates')).toEqual(before);
    }));

  it('a job is late after it missed two of its times, whether it ran before or never', () =>
    undone(database(), async (connection) => {
      await connection.query(CRON);
      await connection.query('select private.nemus_schedule_jobs()');
      await connection.query(`update private.nemus_jobs set created_at = now() - interval '3 hours'`);
      const late = async () => (await read(connection)).jobs.flatMap((job) => (job.late_seconds > 0 ? [job] : []));
      const hourly = { job: 'nemus-clear-uploads', late_seconds: 3600 };
      expect(await late()).toContainEqual(hourly);
      expect(await late()).toContainEqual({ job: 'nemus-send-sms', late_seconds: 3 * 3600 - 120 });
      expect((await late()).map(({ job }) => job)).not.toContain('nemus-collect-invoices');
      const ran = (ago: string) =>
        connection.query(
          `insert into cron.job_run_details (jobid, status, start_time)
           select jobid, 'succeeded', now() - $1::text::interval from cron.job`,
          [ago],
        );
      await ran('90 seconds');
      expect(await late()).toEqual([]);
    }));

  it('knows when every entry and the stop list expire', () =>
    undone(database(), async (connection) => {
      await connection.query(`insert into nemus_release_teams (name) values ('alpha')`);
      await connection.query(`insert into nemus_release_remotes (name, team) values ('alpha', 'alpha')`);
      await connection.query(
        `insert into nemus_release_entries (environment, remote, entry)
         values ('production', 'alpha', '{"signature": {"expiresAt": "2026-12-01T00:00:00.000Z"}}')`,
      );
      await connection.query(
        `insert into nemus_release_stop_lists (environment, serial, document)
         values ('production', 1, '{"expiresAt": "2026-11-30T00:00:00.000Z"}')`,
      );
      expect((await read(connection)).signatures).toEqual([
        { environment: 'production', remote: '*', expires_at: '2026-11-30T00:00:00.000Z' },
        { environment: 'production', remote: 'alpha', expires_at: '2026-12-01T00:00:00.000Z' },
      ]);
    }));
}
