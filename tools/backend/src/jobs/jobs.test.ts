import type { Database } from '../server/database/database';
import { startJobs } from './jobs';

const EVERY_SECOND = '* * * * * *';

/** A database with one job, whose runs can be waited for. */
function withJob(command: () => Promise<readonly unknown[]>, queued: object[] = []) {
  const noted: unknown[][] = [];
  let tell = (): void => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  const database: Database = {
    query: (statement, parameters = []) => {
      if (statement === 'select the_job()') return command();
      if (statement.includes('net.http_request_queue')) return Promise.resolve(queued.splice(0));
      if (!statement.includes('insert into cron.job_run_details')) {
        return Promise.resolve([
          { jobid: '7', jobname: 'nemus-job', schedule: EVERY_SECOND, command: 'select the_job()' },
        ]);
      }
      noted.push([...parameters]);
      tell();
      return Promise.resolve([]);
    },
    script: () => Promise.resolve(),
  };
  return { database, noted, told };
}

it('runs a job when its time comes, and notes how it went', async () => {
  const { database, noted, told } = withJob(() => Promise.resolve([]));
  const jobs = await startJobs({ database, isFull: () => false, log: () => undefined });
  expect(jobs.names).toEqual(['nemus-job']);
  await told;
  await jobs.close();
  expect(noted[0]?.slice(0, 3)).toEqual([7, 'succeeded', null]);
});

it('a failing job is logged and recorded, and affects no other', async () => {
  const said: string[] = [];
  const { database, noted, told } = withJob(() => Promise.reject(new Error('permission denied')));
  const jobs = await startJobs({ database, isFull: () => false, log: (line) => said.push(line) });
  await told;
  await jobs.close();
  expect(noted[0]?.slice(0, 3)).toEqual([7, 'failed', 'permission denied']);
  expect(said[0]).toBe('The job nemus-job failed: permission denied');
});

it('closing waits for a job that runs, and begins no other', async () => {
  let end = (): void => undefined;
  let began = (): void => undefined;
  const begun = new Promise<void>((resolve) => (began = resolve));
  const { database, noted } = withJob(() => {
    began();
    return new Promise((resolve) => (end = () => resolve([])));
  });
  const jobs = await startJobs({ database, isFull: () => false, log: () => undefined });
  await begun;
  const closed = jobs.close();
  expect(noted).toEqual([]);
  end();
  await closed;
  expect(noted).toHaveLength(1);
});

it.each([
  ['sends', 200, []],
  ['says when it could not send', 500, ['A job asked http://functions.test/clear: 500']],
])('%s what a job has asked of a function', async (_what, status, expected) => {
  const said: string[] = [];
  const asked: unknown[] = [];
  const send = jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    asked.push([url, init?.method, init?.headers, init?.body]);
    return Promise.resolve(new Response('{}', { status }));
  });
  const headers = { 'Content-Type': 'application/json' };
  const { database, told } = withJob(
    () => Promise.resolve([]),
    [{ url: 'http://functions.test/clear', headers, body: {}, timeout_milliseconds: 1000 }],
  );
  const jobs = await startJobs({ database, isFull: () => false, log: (line) => said.push(line) });
  await told;
  // Waits for what the run has begun.
  await jobs.close();
  expect(asked).toEqual([['http://functions.test/clear', 'POST', headers, '{}']]);
  expect(said).toEqual(expected);
  send.mockRestore();
});
