import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AREA, siteOptions } from './first-deployment';
import { lookAtPortal } from './pages';
import type { Recorder } from './recorder';
import { areaVersion, expectText, MIGRATION } from './second-version';
import { asTeam, type World } from './world';

const configSchema = z.looseObject({ stops: z.looseObject({ keys: z.array(z.unknown()) }) });
const madeSchema = z.object({ operatorKey: z.unknown().optional() });

/** Runs what has to fail. @returns its output */
async function refused(work: Promise<string>): Promise<string> {
  const done = await work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (done === null) throw new Error('It was expected to fail.');
  return done;
}

/** A migration that fails halfway, and lost keys. */
export async function playFailures({ step }: Recorder, world: World, code: string): Promise<void> {
  const { machine, database } = world;
  await step('a migration that fails', async () => {
    const version = `${Number(MIGRATION.slice(0, 14)) + 1}`;
    const file = path.join(code, `supabase/migrations/${version}_broken.sql`);
    await writeFile(file, 'create table private.nemus_half (id bigint);\nselect 1 / 0;\n');
    await refused(machine.run('supabase db push'));
    const [row] = await database.query(
      `select to_regclass('private.nemus_half') as half,
        exists (select from supabase_migrations.schema_migrations where version = $1) as noted`,
      [version],
    );
    if (row?.['half'] !== null || row['noted'] !== false) throw new Error('A part of the migration was kept.');
    await lookAtPortal(world);
    await writeFile(file, 'create table private.nemus_half (id bigint generated always as identity primary key);\n');
    await machine.run('supabase db push');
  });

  await step("a team's key that is lost", async () => {
    const keys: [string, string] = ['rotate', 'rotate --folder /srv/nemus/keys'];
    await machine.run(`npx --no-install @nemus/release keys rotate ${AREA} --trust /srv/nemus/config.json`, {
      values: [keys],
    });
    await writeSite(world);
    // The newest key is the new one; the lost one is not asked for.
    await machine.run(
      `npx --no-install @nemus/release renew ${AREA} --why "the key was lost"`,
      await asTeam(world, AREA),
    );
    await machine.run('npx --no-install @nemus/release verify --store-url <store address>');
    await lookAtPortal(world);
  });

  await step("the operators' key that is lost", async () => {
    const made = await machine.run(
      'npx --no-install @nemus/release keys generate @operator --json --folder /srv/nemus/keys/new',
    );
    const file = machine.at('srv/nemus/config.json');
    const config = configSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    const pin = madeSchema.parse(JSON.parse(made)).operatorKey;
    const write = (keys: unknown[]) => writeFile(file, JSON.stringify({ ...config, stops: { ...config.stops, keys } }));
    await write([...config.stops.keys, pin]);
    const text = await machine.run('cat /srv/nemus/keys/new/@operator.*');
    machine.environment['NEMUS_OPERATOR_KEY'] = text.trim();
    await writeSite(world);
    await machine.run('npx --no-install @nemus/release stops renew --why "the key was lost"');
    await write([pin]);
    await writeSite(world);
    await machine.run('npx --no-install @nemus/release stops renew --why "signed by the new key alone"');
    await lookAtPortal(world);
  });
}

/** The server's configuration again, as after every change of 'config.json'. */
async function writeSite({ machine }: World): Promise<void> {
  const values = [siteOptions(machine), ['cp out/', 'cp /srv/nemus/out/'] as [string, string]];
  await machine.run(
    'npm run deploy-config -w @nemus/portal -- /srv/nemus/config.json --portal https://portal.example --out out',
    { values },
  );
  await machine.run(
    'cp out/nemus.nginx.conf /etc/nginx/conf.d/nemus.conf && nginx -t && systemctl reload-or-restart nginx',
    { values },
  );
}

/** An area does harm: what an operator looks at, and how they stop and start it. */
export async function playIncident({ step, of }: Recorder, world: World): Promise<void> {
  const { machine, database } = world;
  const run = async (text: string, ...more: [string, string][]) =>
    machine.run(of(text), { values: [['<area>', AREA], ...more] });
  const stops = async () => (await fetch(`${machine.store}/registry/production.stops.json`)).text();
  await step(of('An incident, step by step, step 1'), async () => {
    await database.query(of(REPORTS));
    await database.query(of(POLICY));
    await database.query(of(DISPUTES));
  });
  await step(of('An incident, step by step, step 4'), async () => {
    const until = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    await run(STOP, ['2026-11-22 18:00', until]);
    expectText('stop list', await stops(), 'Wir prüfen die Termine.');
  });
  await step(of('An incident, step by step, step 6'), async () => {
    const version = await areaVersion(machine);
    await run('npx --no-install @nemus/release override <area> --url <store address>/releases/<area>/<version>/', [
      '<version>',
      version,
    ]);
    await run('npx --no-install @nemus/release smoke <area> <version>', ['<version>', version]);
    await run('npx --no-install @nemus/release start <area> --why "incident 12 is fixed"');
    if ((await stops()).includes('Wir prüfen die Termine.')) throw new Error('The area is still stopped.');
  });
  await step(of('An incident, step by step, step 7'), async () => {
    expectText('history', await machine.run('npx --no-install @nemus/release history'), 'incident 12 is fixed');
    await run('npx --no-install @nemus/release gc');
    await lookAtPortal(world);
  });
}

const STOP =
  'npx --no-install @nemus/release stop <area> --reason "Wir prüfen die Termine." --until "2026-11-22 18:00" --why "incident 12"';
const REPORTS = `select remote, version, hour, name, detail from private.nemus_area_reports where 'K7QM-2XWD' = any (support_ids)`;
const POLICY = 'select * from private.nemus_policy_reports order by day desc, times desc;';
const DISPUTES = `select d.dispute_id, d.status, d.amount_cents, o.title, o.attention, o.user_id
from private.nemus_disputes d left join public.nemus_orders o on o.id = d.order_id
where d.status not in ('won', 'lost', 'warning_closed', 'prevented') or o.attention is not null;`;
