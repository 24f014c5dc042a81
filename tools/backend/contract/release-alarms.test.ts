import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mailsTo } from './mails';
import { startProcess, temporaryFolder, type BackendProcess } from './process';
import { isHosted, START_TIME } from './target';

const SUPABASE = path.resolve(__dirname, '../../../supabase');
const VERSION = '1.2.3-0123abcd';
const TEAM = 'trainee-team@nemus.example';

/** A stable release whose incident is open, and where its team hears of it. */
const INCIDENT = `
insert into public.nemus_release_watched (environment, remote, entry)
values ('local', 'trainee', '{"name": "trainee", "team": "trainee", "stable": {"version": "${VERSION}"}}');
insert into private.nemus_team_addresses (team, email) values ('trainee', '${TEAM}');
insert into private.nemus_release_alarms (environment, remote, version, team, accounts, failed_accounts, failure)
values ('local', 'trainee', '${VERSION}', 'trainee', 40, 12, 'render');
`;

/* From what a browser sends to the mail in the inbox, with the function in its thread and the database behind it. */
if (!isHosted) {
  describe('a failing release', () => {
    const temporary = temporaryFolder();
    let backend: BackendProcess;

    beforeAll(async () => {
      const project = path.join(temporary.path, 'supabase');
      mkdirSync(project);
      for (const part of ['templates', 'functions', 'migrations']) {
        symlinkSync(path.join(SUPABASE, part), path.join(project, part));
      }
      // As its only seed: with a migration of its own it would need an image of its own, of all of them.
      const config = readFileSync(path.join(SUPABASE, 'config.toml'), 'utf8');
      const seeded = config.replace(/^sql_paths = \[[^\]]*\]/m, 'sql_paths = ["./incident.sql"]');
      if (seeded === config) throw new Error('The configuration names its seeds in another way.');
      writeFileSync(path.join(project, 'config.toml'), seeded);
      writeFileSync(path.join(project, 'incident.sql'), INCIDENT);
      backend = await startProcess({ NEMUS_DATA_DIR: path.join(temporary.path, 'data'), NEMUS_PROJECT_DIR: project });
    }, START_TIME);
    afterAll(async () => {
      await backend.end('SIGKILL');
      temporary.remove();
    });

    const report = (entries: readonly object[]) =>
      fetch(`${backend.ready.apiUrl}/functions/v1/area-reports`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'http://localhost:4200' },
        body: JSON.stringify({ environment: 'local', entries }),
      });

    test(
      'is told to its team once, however many browsers report',
      async () => {
        const start = { name: 'area-phase', remote: 'trainee', version: VERSION, data: { start: 'page', ms: 900 } };
        const answers = await Promise.all(Array.from({ length: 5 }, () => report([start])));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
        const mails = await mailsTo(backend.ready, TEAM);
        expect(mails).toMatchObject([{ subject: `Störung: trainee ${VERSION}` }]);
        expect(mails[0]?.text).toContain('Gestört bei 12 von 40 Konten');
      },
      START_TIME,
    );
  });
}
