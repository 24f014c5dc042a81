import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { installSupabaseCli } from '../../tools/backend/supabase-cli/command';
import { preparePlatform } from '../../tools/backend/supabase-cli/platform';
import { areaFolders } from '../../tools/portal/src/serve/releases';
import { ROOT } from './guide';
import { emptyMachine, type Machine } from './machine';
import { lookAtPortal } from './pages';
import type { Recorder } from './recorder';
import { makeArchived } from './archive';
import {
  startBackend,
  startBucket,
  startDatabase,
  startFunctions,
  writeFunctionSecrets,
  writeGateway,
  type Database,
} from './services';
import { asTeam, type World } from './world';

const AREAS = areaFolders().map((folder) => path.basename(folder));
/** The area that is released with every check; the others show nothing more of the guide. */
export const AREA = 'trainee';
/** Keys are kept beside the portal, not in the checkout. */
const KEYS: [string, string] = ['keys generate', 'keys generate --json --folder /srv/nemus/keys'];

const madeSchema = z.object({
  trustedKeys: z.record(z.string(), z.unknown()).optional(),
  operatorKey: z.unknown().optional(),
});
const configSchema = z.record(z.string(), z.unknown());

/** Supabase's command line, which reaches the database of this machine instead of a linked project. */
export async function linkSupabase({ at }: Machine, { url }: Database, code: string): Promise<void> {
  const flags = `--remote='${url}' --workdir '${code}' --yes --agent=no`;
  const variables = 'DO_NOT_TRACK=1 SUPABASE_TELEMETRY_DISABLED=1 PGSSLMODE=disable';
  const text = `#!/bin/sh\n${variables} exec '${installSupabaseCli()}' "$@" ${flags}\n`;
  await writeFile(at('bin/supabase'), text, { mode: 0o755 });
}

/** What `deploy-config` is told about this machine beyond the guide's command. */
export const siteOptions = (machine: Machine): [string, string] => [
  '--out out',
  [
    `--out /srv/nemus/out --site-folder /srv/nemus/site --config-file /srv/nemus/config.json`,
    `--api ${machine.gateway} --log-file ${machine.at('var/log/nginx/nemus.log')}`,
    `--certificate ${machine.at('etc/nemus/chain.pem')} --certificate-key ${machine.at('etc/nemus/key.pem')}`,
  ].join(' '),
];

/**
 * From an empty machine to a portal that both account types can use.
 *
 * @param made gets the world as soon as something runs, so that it can be ended
 */
export async function deployFirst({ step, of }: Recorder, made: (world: World) => void): Promise<World> {
  let world: World | undefined;
  const there = () => {
    if (!world) throw new Error('The machine is not there yet.');
    return world;
  };
  const run = (text: string, ...more: [string, string][]) => there().machine.run(of(text), { values: more });

  await step('an empty machine, a bucket and a PostgreSQL', async () => {
    const machine = await emptyMachine(ROOT);
    const [database, bucket] = await Promise.all([
      startDatabase((place) => makeArchived(place, of)),
      startBucket(machine),
    ]);
    const backend = {
      port: 0,
      mailUrl: '',
      publishableKey: '',
      secretKey: '',
      mailKey: '',
      stop: async () => undefined,
    };
    world = { machine, database, bucket, backend, functions: [null, null], second: '' };
    made(world);
    await preparePlatform(database.url);
    await database.query('create role authenticator nologin noinherit');
    await linkSupabase(machine, database, ROOT);
  });

  await step(of('Set-up, in order, step 1'), async () => {
    const { machine, database } = there();
    await run('supabase db push');
    const portalOf = (text: string) => text.replace('https://<project>.supabase.co', machine.gateway);
    there().backend = await startBackend(machine, database, ROOT);
    await writeGateway(machine, there().backend);
    await writeFunctionSecrets(machine, there().backend);
    there().functions[0] = await startFunctions(machine, 0, ROOT);
    // The stand-in has written its own address.
    await database.query(`delete from private.nemus_settings where key = 'functions_url'`);
    await database.query(portalOf(of(FUNCTIONS_URL)));
    await database.query(of(LIMITS));
    const [{ id } = { id: '' }] = await database.query(`select id from auth.users order by created_at limit 1`);
    await database.query(of(FIRST_STAFF).replace('…', String(id)) + ' on conflict do nothing');
  });

  await step(of('Set-up, in order, step 2'), async () => {
    const { machine, backend } = there();
    const generate = 'npx --no-install @nemus/release keys generate <area>';
    const keyOf = async (text: string, ...more: [string, string][]) =>
      madeSchema.parse(JSON.parse(await run(text, KEYS, ...more)));
    const operator = await keyOf('npx --no-install @nemus/release keys generate @operator');
    const trusted: Record<string, unknown> = {};
    for (const remote of [...AREAS, 'shell']) {
      // oxlint-disable-next-line no-await-in-loop -- one team after the other
      Object.assign(trusted, (await keyOf(generate, ['<area>', remote])).trustedKeys);
    }
    const example = configSchema.parse(
      JSON.parse(await readFile(path.join(ROOT, 'deploy/example/config.json'), 'utf8')),
    );
    const text = JSON.stringify({
      ...example,
      supabase: { url: machine.portal, publishableKey: backend.publishableKey },
      stops: { url: 'https://store.example/registry/production.stops.json', keys: [operator.operatorKey] },
      trustedKeys: trusted,
    });
    const own = machine.read(text).replaceAll('https://store.example', machine.store);
    await writeFile(machine.at('srv/nemus/config.json'), own);
  });

  await step(of('Set-up, in order, step 3'), async () => {
    const { environment, at, run: runHere } = there().machine;
    // A bucket has no login but the one of its keys.
    of('export NEMUS_STORE=https://<project>.supabase.co NEMUS_ENVIRONMENT=production NEMUS_TRUST=config.json');
    environment['NEMUS_TRUST'] = at('srv/nemus/config.json');
    const text = of('export NEMUS_OPERATOR_KEY="$(cat .nemus/keys/@operator.k-….json)"');
    const key = await runHere(`${text}; printenv NEMUS_OPERATOR_KEY`, {
      values: [
        ['.nemus/keys', '/srv/nemus/keys'],
        ['k-….json', 'k-*.json'],
      ],
    });
    environment['NEMUS_OPERATOR_KEY'] = key.trim();
    await run('npx --no-install @nemus/release stops renew --why "set-up"');
  });

  await step('builds, as the build server makes them', async () => {
    await there().machine.run('npx nx run-many -t build --outputStyle=static --parallel=2');
  });

  await step(of('Set-up, in order, step 4'), async () => {
    await releaseShell({ of, step }, there());
    await run(
      'npx --no-install @nemus/release deploy --site /srv/nemus/site --environment staging --trust /srv/nemus/config.json',
    );
    await run('cp -r apps/shell/public/content /srv/nemus/site/');
    const { machine } = there();
    await run(
      'npm run deploy-config -w @nemus/portal -- /srv/nemus/config.json --portal https://portal.example --out out',
      siteOptions(machine),
    );
    await run('cp out/nemus.nginx.conf /etc/nginx/conf.d/nemus.conf && nginx -t && systemctl reload-or-restart nginx', [
      'cp out/',
      'cp /srv/nemus/out/',
    ]);
    await machine.run(`curl -fsS --retry 20 --retry-delay 1 --retry-connrefused ${machine.portal}/healthz`);
  });

  await step(of('Set-up, in order, step 5'), async () => {
    await releaseArea({ of, step }, there());
    for (const area of AREAS.filter((name) => name !== AREA)) {
      const options = await asTeam(there(), area);
      const { run: runHere } = there().machine;
      for (const command of ['pack trainee', 'publish trainee', 'promote trainee --no-smoke --why "set-up"'])
        await runHere(`npx --no-install @nemus/release ${command}`, options);
    }
  });

  await step(of('Set-up, in order, step 6'), async () => {
    await run('npx --no-install @nemus/release status');
    await run('npx --no-install @nemus/release verify --store-url <store address>');
    await run('npx --no-install @nemus/release expiring');
    await run('npx --no-install @nemus/release stops');
    await run('npx --no-install @nemus/release history');
    const { machine, database } = there();
    await machine.run(`curl -fsS ${machine.gateway}/functions/v1/health/ready`);
    await database.query(of('select nemus_jobs()'));
    await lookAtPortal(there());
  });
  return there();
}

/** The platform team's release, and nothing on the server yet. @param canary gives it to some visitors before */
export async function releaseShell({ of }: Recorder, world: World, cwd = ROOT, canary?: string): Promise<void> {
  const options = { ...(await asTeam(world, 'shell')), values: [], cwd };
  for (const command of SHELL_RELEASE.slice(0, -1)) await world.machine.run(of(command), options);
  if (canary !== undefined) await world.machine.run(canary, options);
  for (const command of SHELL_RELEASE.slice(-1)) await world.machine.run(of(command), options);
}

/** A team's release with every check, in the shell that users have. */
async function releaseArea({ of }: Recorder, world: World, cwd = ROOT): Promise<void> {
  const options = { ...(await asTeam(world, AREA)), cwd };
  for (const command of AREA_RELEASE) await world.machine.run(of(command), options);
}

const SHELL_RELEASE = [
  'npx nx build shell',
  'npx --no-install @nemus/release pack shell',
  'npx --no-install @nemus/release publish shell',
  'npx --no-install @nemus/release promote shell --why "new sidebar"',
] as const;

export const AREA_RELEASE = [
  'npx nx build trainee',
  'npx --no-install @nemus/release pack trainee',
  'npx --no-install @nemus/release check trainee',
  'npx --no-install @nemus/release publish trainee',
  'npx --no-install @nemus/release diff trainee',
  'npx --no-install @nemus/release smoke trainee',
  'npx --no-install @nemus/release promote trainee --why "appointments can be rated"',
] as const;

const FUNCTIONS_URL = `insert into private.nemus_settings (key, value) values ('functions_url', '"https://<project>.supabase.co/functions/v1"');`;
const FIRST_STAFF = `insert into nemus_staff (user_id, role) values ('…', 'people')`;
const LIMITS = `insert into private.nemus_settings (key, value) values ('invitation_limits', '{"institution": 500, "recipient": 5, "total": 5000}')
on conflict (key) do update set value = excluded.value;`;
