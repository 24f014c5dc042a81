/**
 * `npm run rehearse:production`: plays the operator's guide from an empty machine on, on a real PostgreSQL, nginx with
 * TLS, functions on Deno and an S3 store. Needs what `.ci/run` installs. A step that the guide has and the rehearsal does
 * not, or the reverse, fails it.
 */
import path from 'node:path';
import { withCertificate } from './certificate';
import { deployFirst } from './first-deployment';
import { playFailures, playIncident } from './failures';
import { stopNginx } from './machine';
import { startLoad } from './load';
import { openPages, requireNone } from './pages';
import { NOT_HERE, STAND_INS } from './plan';
import { chapter, recorder, requireComplete, say } from './recorder';
import { move, restore } from './restore';
import { checkOutSecond, deploySecond } from './second-version';
import { goBack } from './way-back';
import type { World } from './world';

const PAGES = 50;

/** A second version and the way back, with pages that are open through all of it, and with load. */
async function upgrade(world: World, code: string): Promise<void> {
  const open = await openPages(world, PAGES);
  const load = await startLoad(world);
  try {
    say(`\n${open.pages.length} pages are open.`);
    await chapter('A second version, while pages are open', () => deploySecond(recorder, world, code, open));
    await chapter('The way back, while pages are open', () => goBack(recorder, world, open));
  } finally {
    const { requests, failures } = await load.stop();
    say(
      `\n${open.pages.length} open pages: ${open.errors.length} errors. ${requests} requests beside them: ${failures.length} failed.`,
    );
    const errors = [...open.errors, ...failures];
    await open.close();
    requireNone(errors);
  }
}

/** What did not run, and what stood in for something, one line each. */
function sayNotHere(): void {
  say('\nNot played here, or with something in its place:');
  for (const [why, steps] of Object.entries(NOT_HERE)) say(`  ${why} (${steps.join('; ')})`);
  for (const line of STAND_INS) say(`  ${line}`);
}

async function main(): Promise<void> {
  const started = Date.now();
  let world: World | undefined;
  const end = async () => {
    if (!world) return;
    await stopNginx(world.machine);
    for (const stop of world.functions) await stop?.();
    await world.backend.stop();
    await world.bucket.end();
    world.database.stop();
  };
  try {
    await chapter('First deployment', async () => {
      world = await deployFirst(recorder, (made) => (world = made));
    });
    if (!world) throw new Error('There is no portal.');
    const there = world;
    const code = path.join(there.machine.root, 'second-version');
    there.second = code;
    await checkOutSecond(code);
    await upgrade(there, code);
    await chapter('An incident', () => playIncident(recorder, there));
    await chapter('A failed migration, and lost keys', () => playFailures(recorder, there, code));
    await chapter('Restore from backup', () => restore(recorder, there));
    await chapter('Another machine', () => move(recorder, there));
    requireComplete();
    sayNotHere();
    say(`\nPlayed in ${Math.round((Date.now() - started) / 1000)} s.`);
  } finally {
    await end();
  }
}

await withCertificate(() =>
  main().catch((error: unknown) => {
    process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }),
);
process.exit();
