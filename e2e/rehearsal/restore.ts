import { appendFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backupOf, giveTo, runAt, settingOf, untilArchived } from './archive';
import { linkSupabase } from './first-deployment';
import { ROOT } from './guide';
import { emptyMachine, stopNginx, type Machine } from './machine';
import { lookAtPortal } from './pages';
import type { Recorder } from './recorder';
import { startBackend, startDatabase, startFunctions, writeFunctionSecrets, writeGateway } from './services';
import type { World } from './world';

/** Backups, and the database of a moment before a mistake on another server. */
export async function restore({ step, of }: Recorder, world: World): Promise<void> {
  const { machine } = world;
  const old = world.database;
  const heads = { NEMUS_HEADS_STORE: machine.at('srv/nemus/heads'), SUPABASE_URL: machine.gateway };
  const checkLogbooks = (more = '') =>
    machine.run(`npm run check-logbook -w @nemus/portal${more}`, {
      environment: { ...heads, SUPABASE_SECRET_KEY: world.backend.secretKey },
    });
  let before = '';
  let accounts: readonly Readonly<Record<string, unknown>>[] = [];
  await step('backups', async () => {
    await checkLogbooks(' -- --sign');
    await runAt(machine, old, of(BASE));
    await runAt(machine, old, of(DUMP));
  });
  await step('a mistake', async () => {
    await signUp(world, 'rehearsal@nemus.example');
    const [row] = await old.query('select now()::text as moment');
    before = String(row?.['moment']);
    await old.query('delete from private.nemus_settings');
    await old.query("delete from auth.users where email = 'rehearsal@nemus.example'");
    accounts = await old.query('select id from auth.users');
    await untilArchived(old);
  });
  await step(of('Restoring, step 1'), async () => {
    await stopNginx(machine);
    await world.backend.stop();
    await world.functions[0]?.();
  });
  await step(of('Restoring, step 2'), async () => {
    const folder = backupOf(old.place);
    const base = readdirSync(folder).find((name) => name.startsWith('base-')) ?? '';
    of('touch recovery.signal');
    world.database = await startDatabase((place) => {
      cpSync(path.join(folder, base), place.data, { recursive: true });
      writeFileSync(path.join(place.data, 'recovery.signal'), '');
      const settings = [
        settingOf('restore_command').replaceAll('/backup', folder),
        `recovery_target_time = '${before}'`,
        settingOf('recovery_target_action'),
        settingOf('archive_mode'),
      ];
      appendFileSync(path.join(place.data, 'postgresql.conf'), `${settings.join('\n')}\n`);
      giveTo(place, place.data);
    });
  });
  await step(of('Restoring, step 3'), async () => {
    const [row] = await world.database.query(`select count(*)::int as there from private.nemus_settings`);
    if (Number(row?.['there']) < 2) throw new Error('The mistake was restored as well.');
    old.stop();
    await serveAgain(machine, world);
  });
  await step(of('Restoring, step 5'), async () => {
    await world.database.query(of('select count(*), max(created_at) from nemus_orders'));
    await linkSupabase(machine, world.database, world.second);
    await machine.run(of('supabase migration list'));
    await lookAtPortal(world);
    of('npm run check-logbook -w @nemus/portal');
    await checkLogbooks();
  });
  await step(of('Restoring, step 6'), () => scheduleJobs(of, world));
  await step(of('Restoring, step 7'), async () => {
    const kept = accounts.map(({ id }) => String(id));
    const gone = await world.database.query('delete from auth.users where id::text <> all ($1::text[]) returning id', [
      `{${kept.join(',')}}`,
    ]);
    if (gone.length !== 1) throw new Error(`${gone.length} accounts were deleted again, and not the one.`);
  });
  await step(of('Restoring, step 8'), () => runAt(machine, world.database, BASE, '/srv/nemus'));
}

/** An account of someone who registers. */
async function signUp({ machine, backend }: World, email: string): Promise<void> {
  const data = { user_type: 'piw', first_name: 'Erika', last_name: 'Muster' };
  const answer = await fetch(`${machine.portal}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Rehearsal-2026!x', data }),
  });
  if (!answer.ok) throw new Error(`Registering was answered with ${answer.status}: ${await answer.text()}`);
}

/** On a new server, the jobs are told to the scheduler again. */
async function scheduleJobs(of: (text: string) => string, { database }: World): Promise<void> {
  const [row] = await database.query(of('select private.nemus_schedule_jobs()'));
  if (row?.['nemus_schedule_jobs'] !== true) throw new Error('The jobs are not scheduled.');
}

/** Sign-in service, functions and nginx over the database that there is now. */
async function serveAgain(machine: Machine, world: World): Promise<void> {
  world.backend = await startBackend(machine, world.database, world.second);
  await writeGateway(machine, world.backend);
  await writeFunctionSecrets(machine, world.backend);
  world.functions[0] = await startFunctions(machine, 0, ROOT);
  const { gateway } = machine;
  await world.database.query(
    `update private.nemus_settings set value = to_jsonb($1::text) where key = 'functions_url'`,
    [`${gateway}/functions/v1`],
  );
  await machine.run('nginx -t && systemctl reload-or-restart nginx');
  await machine.run(`curl -fsS --retry 40 --retry-delay 1 --retry-all-errors ${gateway}/functions/v1/health/live`);
}

/** Another machine takes over, from a dump and copies of the folders. */
export async function move({ step, of }: Recorder, world: World): Promise<void> {
  const from = world.machine;
  const old = world.database;
  await step(of('Moving to another machine, step 1'), async () => {
    await stopNginx(from);
    await world.backend.stop();
    await world.functions[0]?.();
  });
  await step(of('Moving to another machine, step 2'), async () => {
    await runAt(from, old, of('pg_dump -Fc -f /backup/move.dump postgres'), '/srv/nemus');
    const machine = await emptyMachine(ROOT, from);
    of('rsync -a /srv/nemus /etc/nemus /etc/nginx <new machine>:/');
    for (const folder of ['srv/nemus', 'etc']) await cp(from.at(folder), machine.at(folder), { recursive: true });
    // Their paths have the machine's folder in them here.
    for (const file of ['nginx.conf', 'conf.d/nemus.conf', 'conf.d/store.conf']) {
      const place = machine.at(`etc/nginx/${file}`);
      await writeFile(place, (await readFile(place, 'utf8')).replaceAll(from.root, machine.root));
    }
    world.machine = machine;
  });
  await step(of('Moving to another machine, step 3'), async () => {
    const { machine } = world;
    world.database = await startDatabase();
    for (const role of ['anon', 'authenticated', 'authenticator'])
      await world.database.query(`create role ${role} nologin noinherit`);
    await world.database.query('create role service_role nologin noinherit bypassrls');
    of('Restoring, step 4');
    of(RESTORE);
    await runAt(machine, world.database, RESTORE.replace('portal.dump', '/srv/nemus/move.dump'));
    const before = of('alter role authenticator … set pgrst.db_pre_request').replace('…', 'in database postgres');
    await world.database.query(`${before} = 'private.nemus_check_caller'`);
    old.stop();
    await serveAgain(machine, world);
  });
  await step(of('Moving to another machine, step 4'), async () => {
    const [now] = await world.database.query('select count(*)::int as accounts from auth.users');
    if (Number(now?.['accounts']) < 5) throw new Error('Accounts are missing.');
    await scheduleJobs(of, world);
    await lookAtPortal(world);
  });
}

const BASE = 'pg_basebackup -D /backup/base-$(date +%F) -X stream -c fast && pg_verifybackup /backup/base-$(date +%F)';
const DUMP = 'pg_dump -Fc -f /backup/portal-$(date +%F).dump postgres';
const RESTORE = 'pg_restore -d postgres --exit-on-error -j 2 portal.dump';
