import { execFile, spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { AREA, AREA_RELEASE, linkSupabase, releaseShell } from './first-deployment';
import { ROOT } from './guide';
import type { Machine } from './machine';
import type { OpenPages } from './pages';
import type { Recorder } from './recorder';
import { startFunctions } from './services';
import { asTeam, type World } from './world';

const exec = promisify(execFile);
export const DEPLOY =
  'npx --no-install @nemus/release deploy --site /srv/nemus/site --environment production --trust /srv/nemus/config.json';
const SWITCH = 'sed -i s/:8010/:8011/ /etc/nginx/conf.d/gateway.conf && nginx -t && nginx -s reload';
const WAIT = 'curl -fsS --retry 30 --retry-delay 1 --retry-connrefused http://127.0.0.1:8011/functions/v1/health/live';

/** What a second version changes: one text of each part, by which the rehearsal knows it. */
const CHANGES: readonly (readonly [file: string, before: string, after: string])[] = [
  ['apps/shell/src/index.html', 'Nemus wird geladen …', 'Nemus wird geöffnet …'],
  // Whether it keeps its budget is no question here.
  ['apps/shell/rspack.config.ts', 'budget: {', 'budget: { start: 1e9, account: 1e9, total: 1e9 } && {'],
  [`apps/${AREA}/src/courses/OwnCourse.tsx`, 'Ihr nächster Schritt', 'Ihr nächster Schritt:'],
  ['supabase/functions/health/index.ts', '{ live: true }', "{ live: true, version: 'second' }"],
];
/** Later than every migration of the repository. */
export const MIGRATION = '29990101000000_rehearsal';
/** As the rule for migrations wants it: the version before works on. */
const STATEMENTS = `alter table public.nemus_courses add column rehearsed_on date;
create table private.nemus_rehearsal (id bigint generated always as identity primary key);
`;

/** Checks out the second version and gives it the first one's packages: its lockfile is the same. */
export async function checkOutSecond(folder: string): Promise<void> {
  await exec('git', ['worktree', 'add', '--detach', folder, 'HEAD'], { cwd: ROOT });
  // Its folder is removed before, with the machine's.
  process.once('exit', () => spawnSync('git', ['worktree', 'prune'], { cwd: ROOT }));
  await exec('cp', ['-al', path.join(ROOT, 'node_modules'), folder]).catch(() =>
    exec('cp', ['-a', path.join(ROOT, 'node_modules'), folder]),
  );
  // Results of the first version are not those of the second.
  await rm(path.join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  for (const [file, before, after] of CHANGES) {
    const place = path.join(folder, file);
    const text = await readFile(place, 'utf8');
    if (!text.includes(before)) throw new Error(`${file} does not have "${before}".`);
    // Through a new file: the old one may be shared.
    await rm(place);
    await writeFile(place, text.replaceAll(before, after));
  }
  await writeFile(path.join(folder, `supabase/migrations/${MIGRATION}.sql`), STATEMENTS);
}

export const pageOf = async ({ portal }: Machine) => (await fetch(`${portal}/`)).text();
export const functionsOf = async ({ portal }: Machine) => (await fetch(`${portal}/functions/v1/health/live`)).text();
const registrySchema = z.object({
  remotes: z.array(z.looseObject({ name: z.string(), stable: z.object({ version: z.string() }).optional() })),
});

/** The stable version of the area, as browsers read it. */
export async function areaVersion({ store }: Machine): Promise<string> {
  const answer = await fetch(`${store}/registry/production.json`);
  const { remotes } = registrySchema.parse(await answer.json());
  const version = remotes.find(({ name }) => name === AREA)?.stable?.version;
  if (version === undefined) throw new Error(`The registry does not have ${AREA}.`);
  return version;
}

export function expectText(what: string, found: string, wanted: string): void {
  if (!found.includes(wanted)) throw new Error(`${what}: "${wanted}" is not in "${found.slice(0, 300)}".`);
}

/** Lets nginx read its configuration again, and waits until its earlier processes have ended, with their requests. */
export async function reloaded({ at, run }: Machine, reload: () => Promise<unknown>): Promise<void> {
  const pid = (await readFile(at('run/nginx.pid'), 'utf8')).trim();
  const earlier = (await run(`pgrep -P ${pid} -f 'worker process'`)).trim().split('\n').join(' ');
  await reload();
  await run(`for _ in $(seq 600); do kill -0 ${earlier} 2>/dev/null || exit 0; sleep 0.2; done; exit 1`);
}

/** Database, functions, shell and area of a second version, while pages are open. */
export async function deploySecond({ step, of }: Recorder, world: World, code: string, open: OpenPages): Promise<void> {
  const { machine, database } = world;
  const [first, second] = machine.ports.places;
  const places: [string, string][] = [
    [':8010', `:${first}`],
    [':8011', `:${second}`],
  ];
  await step(of('A new version by hand, step 1'), async () => {
    await linkSupabase(machine, database, code);
    await machine.run('supabase db push');
    const [{ there } = { there: null }] = await database.query(
      `select to_regclass('private.nemus_rehearsal') as there`,
    );
    if (there === null) throw new Error('The migration has not run.');
    await open.goOn(5);
  });
  await step(of('A new version by hand, step 2'), async () => {
    of('git -C /srv/nemus/code worktree add --detach /srv/nemus/code-8011 <version>');
    of('npm ci --prefix /srv/nemus/code-8011');
    of('systemctl start nemus-functions@8011');
    world.functions[1] = await startFunctions(machine, 1, code);
    await machine.run(of(WAIT), { values: places });
    await reloaded(machine, () => machine.run(of(SWITCH), { values: places }));
    of('systemctl stop nemus-functions@8010');
    await world.functions[0]?.();
    expectText('functions', await functionsOf(machine), 'second');
    await open.goOn(5);
  });
  await step(of('A new version by hand, step 3'), async () => {
    const canary = of('npx --no-install @nemus/release canary set shell --percent 5 --why "new sidebar"');
    await releaseShell({ step, of }, world, code, canary);
    await machine.run(of(DEPLOY));
    expectText('page', await pageOf(machine), 'Nemus wird geöffnet');
    await open.goOn();
  });
  await step(of('A new version by hand, step 4'), async () => {
    const options = { ...(await asTeam(world, AREA)), cwd: code };
    const before = await areaVersion(machine);
    for (const command of AREA_RELEASE.slice(0, -2)) await machine.run(of(command), options);
    await machine.run(
      'npx --no-install @nemus/release canary set trainee --percent 5 --no-smoke --why "rehearsal"',
      options,
    );
    of('An incident, step by step, step 2');
    await machine.run(of('npx --no-install @nemus/release canary stop <area>'), options);
    for (const command of AREA_RELEASE.slice(-2)) await machine.run(of(command), options);
    if ((await areaVersion(machine)) === before) throw new Error('The registry still names the area of before.');
    await open.goOn();
    await open.reload(5);
  });
}
