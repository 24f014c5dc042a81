import { createClient } from '@supabase/supabase-js';
import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
  copyFileSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { startProcess, temporaryFolder, type BackendProcess } from './process';
import { isHosted, START_TIME } from './target';

jest.setTimeout(START_TIME * 3);

const SUPABASE = path.resolve(__dirname, '../../../supabase');
const MB = 1_048_576;
/** Between what is free and what has to stay free: more than other programs of this machine write meanwhile. */
const MARGIN = 400;

const MIGRATION = `
create table public.notes (id bigint generated always as identity primary key, text text not null);
alter table public.notes enable row level security;
grant select, insert on public.notes to service_role;
`;

function writeProject(folder: string): void {
  mkdirSync(path.join(folder, 'migrations'), { recursive: true });
  mkdirSync(path.join(folder, 'functions'));
  symlinkSync(path.join(SUPABASE, 'templates'), path.join(folder, 'templates'));
  copyFileSync(path.join(SUPABASE, 'config.toml'), path.join(folder, 'config.toml'));
  writeFileSync(path.join(folder, 'migrations/20260101000000_notes.sql'), MIGRATION);
}

/** Takes room on the disk. */
function writeBallast(file: string, megabytes: number): void {
  const handle = openSync(file, 'w');
  const chunk = Buffer.alloc(MB, 7);
  for (let count = 0; count < megabytes; count += 1) writeSync(handle, chunk);
  closeSync(handle);
}

/* A disk that is full, really: what the process says of it, and what is left of what it acknowledged. Runs with the long
   tests: what is refused is held by src/server/api/full-disk.test.ts, the end by src/server/disk/watchdog.test.ts. */
if (!isHosted) {
  describe('a full disk', () => {
    const temporary = temporaryFolder();
    const project = path.join(temporary.path, 'supabase');
    const environment = { NEMUS_DATA_DIR: path.join(temporary.path, 'data'), NEMUS_PROJECT_DIR: project };
    let backend: BackendProcess | undefined;

    beforeAll(() => writeProject(project));
    afterEach(() => backend?.end('SIGKILL'));
    afterAll(() => temporary.remove());

    const notes = ({ ready }: BackendProcess) =>
      createClient(ready.apiUrl, ready.secretKey, { auth: { persistSession: false } }).from('notes');
    const countNotes = async (running: BackendProcess) =>
      (await notes(running).select('*', { count: 'exact', head: true })).count;

    test('is reported, stops writes, still allows reads, and ends when there is room', async () => {
      const { bavail, bsize } = statfsSync(temporary.path);
      const reserve = Math.floor((bavail * bsize) / MB) - MARGIN;
      backend = await startProcess({ ...environment, NEMUS_DISK_RESERVE_MB: String(reserve) });
      expect((await notes(backend).insert({ text: 'before' })).error).toBeNull();

      const ballast = path.join(temporary.path, 'ballast');
      writeBallast(ballast, MARGIN * 2);
      expect(await untilRefused(backend)).toMatchObject({ status: 503, error: { code: '53100' } });
      await untilSaid(backend, /\[backend\] The disk of .* is full: \d+ MB left, .*\n/);
      expect(await countNotes(backend)).toBeGreaterThan(0);
      const signIn = await fetch(`${backend.ready.apiUrl}/auth/v1/token?grant_type=password`, { method: 'POST' });
      expect([signIn.status, await signIn.json()]).toEqual([503, expect.objectContaining({ error_code: 'disk_full' })]);

      const before = await countNotes(backend);
      rmSync(ballast);
      await untilAccepted(backend);
      expect(await countNotes(backend)).toBe((before ?? 0) + 1);
    });

    test('a database that the disk stops ends the process with a reason; what was acknowledged is there', async () => {
      // A file of Postgres's log has 16 MB: the limit meets it in the middle, as a full disk does.
      backend = await startProcess(environment, { fileSize: 12 * MB });
      const before = (await countNotes(backend)) ?? 0;
      const text = 'x'.repeat(100_000);
      let acknowledged = 0;
      let running = true;
      void backend.ended.then(() => (running = false));
      while (running) {
        const answer = await Promise.race([notes(backend).insert({ text: `${text}${Math.random()}` }), backend.ended]);
        if (typeof answer === 'object' && answer !== null && answer.error === null) acknowledged += 1;
      }
      expect(backend.said()).toMatch(/^The embedded database has stopped, because the disk of .* takes no more/m);
      expect(acknowledged).toBeGreaterThan(0);

      backend = await startProcess(environment);
      // The last one may have been written without its answer.
      expect([before + acknowledged, before + acknowledged + 1]).toContain(await countNotes(backend));
    });

    /** Writes until it is refused; the disk is looked at several times a second, not with every request. */
    /** What a process writes arrives after what it answers; the test's own time limit ends the wait. */
    async function untilSaid(running: BackendProcess, pattern: RegExp) {
      while (!pattern.test(running.said())) await new Promise(setImmediate);
    }

    async function untilRefused(running: BackendProcess) {
      for (;;) {
        const answer = await notes(running).insert({ text: 'while full' });
        if (answer.error) return answer;
      }
    }

    async function untilAccepted(running: BackendProcess) {
      while ((await notes(running).insert({ text: 'after' })).error) await new Promise(setImmediate);
    }
  });
}
