import { Cron } from 'croner';
import { z } from 'zod';
import { withContext } from '../server/api/request-context';
import type { Database } from '../server/database/database';

const jobsSchema = z.array(
  z.object({ jobid: z.coerce.number(), jobname: z.string(), schedule: z.string(), command: z.string() }),
);

/** Whether the database has pg_cron itself, which then runs the jobs. */
const JOBS = `
  select jobid, jobname, schedule, command from cron.job
  where active and not exists (select from pg_extension where extname = 'pg_cron')
  order by jobid`;

/** A run as pg_cron notes it. The last hundred stay. */
const NOTE = `
  with forgotten as (delete from cron.job_run_details where runid <= (select max(runid) - 100 from cron.job_run_details))
  insert into cron.job_run_details (jobid, status, return_message, start_time, end_time)
  values ($1, $2, $3, $4::timestamptz, now())`;

/** Requests that jobs have queued, where the database has no pg_net that sends them. */
const QUEUED = `
  delete from net.http_request_queue where not exists (select from pg_extension where extname = 'pg_net')
  returning url, headers, body, timeout_milliseconds`;

const queuedSchema = z.array(
  z.object({
    url: z.url(),
    headers: z.record(z.string(), z.string()),
    body: z.unknown(),
    timeout_milliseconds: z.number(),
  }),
);

export interface JobsOptions {
  readonly database: Database;
  /** True while nothing may be written. */
  readonly isFull: () => boolean;
  readonly log: (line: string) => void;
}

/** Running schedules. */
export interface Jobs {
  /** Names of the jobs that the process runs. */
  readonly names: readonly string[];
  /** Ends them; a job that runs is waited for. */
  close(): Promise<void>;
}

/**
 * Runs the jobs that the migrations have scheduled (`cron.schedule`), at the same times as pg_cron on a hosted project.
 * A job that still runs is not begun a second time.
 */
export async function startJobs({ database, isFull, log }: JobsOptions): Promise<Jobs> {
  const jobs = jobsSchema.parse(await database.query(JOBS));
  const running = new Set<Promise<void>>();

  async function run({ jobid, jobname, command }: (typeof jobs)[number]): Promise<void> {
    if (isFull()) return;
    const started = new Date().toISOString();
    let failure: string | null = null;
    try {
      await database.query(command);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      log(`The job ${jobname} failed: ${failure}`);
    }
    await database
      .query(NOTE, [jobid, failure === null ? 'succeeded' : 'failed', failure, started])
      .catch((error: unknown) => log(`The job ${jobname} could not be noted: ${String(error)}`));
  }

  /** Sends a job's request to a function. As with pg_net, the answer is not read; a failure is logged. */
  async function send(): Promise<void> {
    for (const { url, headers, body, timeout_milliseconds: limit } of queuedSchema.parse(
      await database.query(QUEUED),
    )) {
      const request = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(limit) };
      const status = await fetch(url, request).then(
        (answer) => answer.status,
        (error: unknown) => String(error),
      );
      if (status !== 200) log(`A job asked ${url}: ${status}`);
    }
  }

  const schedules = jobs.map(
    (job) =>
      new Cron(job.schedule, { timezone: 'UTC', protect: true, unref: true }, () => {
        const work = withContext({}, () => run(job))
          .then(send)
          .catch((error: unknown) => log(`What the job ${job.jobname} asked for was not sent: ${String(error)}`))
          .finally(() => running.delete(work));
        running.add(work);
        return work;
      }),
  );
  return {
    names: jobs.map(({ jobname }) => jobname),
    async close() {
      for (const schedule of schedules) schedule.stop();
      await Promise.all(running);
    },
  };
}
