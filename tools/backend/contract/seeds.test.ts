import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mailsTo } from './mails';
import { startProcess, temporaryFolder, type BackendProcess } from './process';
import { demoClient, isHosted, START_TIME } from './target';

jest.setTimeout(START_TIME);

const SUPABASE = path.resolve(__dirname, '../../../supabase');
const VERSION = '1.2.3-0123abcd';
const TEAM = 'trainee-team@nemus.example';

/** A stable release with an open incident, and its team's address. */
const INCIDENT = `
insert into public.nemus_release_watched (environment, remote, entry)
values ('local', 'trainee', '{"name": "trainee", "team": "trainee", "stable": {"version": "${VERSION}"}}');
insert into private.nemus_team_addresses (team, email) values ('trainee', '${TEAM}');
insert into private.nemus_release_alarms (environment, remote, version, team, accounts, failed_accounts, failure)
values ('local', 'trainee', '${VERSION}', 'trainee', 40, 12, 'render');
`;

/**
 * The portal's project, whose accounts' seed also has an incident. As a migration it would need an image of its own.
 */
function writeProject(project: string): void {
  mkdirSync(project);
  for (const part of ['config.toml', 'seed.sql', 'templates', 'functions', 'migrations']) {
    symlinkSync(path.join(SUPABASE, part), path.join(project, part));
  }
  cpSync(path.join(SUPABASE, 'seeds'), path.join(project, 'seeds'), { recursive: true });
  const accounts = path.join(project, 'seeds/accounts.sql');
  writeFileSync(accounts, `${readFileSync(accounts, 'utf8')}\n${INCIDENT}`);
}

/* One start for both: what a seed leaves out, and from what a browser sends to the mail in the inbox. */
if (!isHosted) {
  const temporary = temporaryFolder();
  let backend: BackendProcess;

  beforeAll(async () => {
    const project = path.join(temporary.path, 'supabase');
    writeProject(project);
    backend = await startProcess({
      NEMUS_DATA_DIR: path.join(temporary.path, 'data'),
      NEMUS_PROJECT_DIR: project,
      NEMUS_CATALOGUE: 'off',
    });
  });
  afterAll(async () => {
    await backend.end('SIGKILL');
    temporary.remove();
  });

  describe('a new database without the catalogue', () => {
    test('has the staff that writes one, and no course yet', async () => {
      const { client } = await demoClient(backend.ready, 'demo.akademie@nemus.example');
      const { data: roles } = await client.from('nemus_staff').select('role').order('role');
      expect(roles?.map(({ role }) => role)).toEqual(['catalogue', 'orders', 'people', 'teaching']);
      for (const table of ['nemus_courses', 'nemus_learning_courses', 'nemus_learning_blocks']) {
        expect((await client.from(table).select('*')).data).toEqual([]);
      }
    });
  });

  describe('a failing release', () => {
    const report = (entries: readonly object[]) =>
      fetch(`${backend.ready.apiUrl}/functions/v1/area-reports`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'http://localhost:4200' },
        body: JSON.stringify({ environment: 'local', entries }),
      });

    test('is told to its team once, however many browsers report', async () => {
      const start = { name: 'area-phase', remote: 'trainee', version: VERSION, data: { start: 'page', ms: 900 } };
      const answers = await Promise.all(Array.from({ length: 5 }, () => report([start])));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const mails = await mailsTo(backend.ready, TEAM);
      expect(mails).toMatchObject([{ subject: `Störung: trainee ${VERSION}` }]);
      expect(mails[0]?.text).toContain('Gestört bei 12 von 40 Konten');
    });
  });
}
