import { AREA } from './first-deployment';
import { ROOT } from './guide';
import type { OpenPages } from './pages';
import type { Recorder } from './recorder';
import { areaVersion, DEPLOY, expectText, functionsOf, pageOf, reloaded } from './second-version';
import { startFunctions } from './services';
import { asTeam, type World } from './world';

const BACK = 'sed -i s/:8011/:8010/ /etc/nginx/conf.d/gateway.conf && nginx -t && nginx -s reload';

/** Area, shell and functions of the first version again, while pages are open; the database stays. */
export async function goBack({ step, of }: Recorder, world: World, open: OpenPages): Promise<void> {
  const { machine } = world;
  await step(of('An incident, step by step, step 3'), async () => {
    const before = await areaVersion(machine);
    await machine.run(of('npx --no-install @nemus/release rollback <area> --why "…"'), await asTeam(world, AREA));
    if ((await areaVersion(machine)) === before) throw new Error('The registry still names the second version.');
    await open.goOn(5);
  });
  await step('the shell', async () => {
    const options = { ...(await asTeam(world, 'shell')), values: [] };
    await machine.run(of('npx --no-install @nemus/release rollback shell --why "sidebar is empty"'), options);
    await machine.run(DEPLOY);
    expectText('page', await pageOf(machine), 'Nemus wird geladen');
    await open.goOn(5);
  });
  await step('the functions', async () => {
    const [first, second] = machine.ports.places;
    world.functions[0] = await startFunctions(machine, 0, ROOT);
    await machine.run(
      `curl -fsS --retry 30 --retry-delay 1 --retry-connrefused http://127.0.0.1:${first}/functions/v1/health/live`,
    );
    const values: [string, string][] = [
      [':8010', `:${first}`],
      [':8011', `:${second}`],
    ];
    await reloaded(machine, () => machine.run(of(BACK), { values }));
    await world.functions[1]?.();
    world.functions[1] = null;
    expectText('functions', await functionsOf(machine), '{"live":true}');
    await open.goOn();
    await open.reload(5);
  });
}
