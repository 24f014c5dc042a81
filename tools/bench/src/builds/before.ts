import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ROOT } from './paths';

/** The portal that today's is compared with. */
const COMMIT = 'd248a6d17ffb2e0cc9135f9b276a08cd733a48c7';
const CACHE = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'nemus-bench');
const FOLDER = path.join(CACHE, COMMIT);
const SERVER = 'tools/bench/src/serve-before.ts';

/** Runs in the earlier checkout, with its servers and its backend, until its input ends. */
const PROGRAM = `
import { buildApps } from '../../portal/src/build';
import { selfSigned } from '../../portal/src/servers';
import { startBenchPortal } from './browser/backend';
import { serveVariants } from './browser/variants';
await buildApps();
const portal = await startBenchPortal();
const tls = selfSigned();
const { variants, close } = await serveVariants(portal, ['portal'], { tls, protocol: 'h2' });
console.log(JSON.stringify({ ...variants[0], keyHash: tls.keyHash }));
process.stdin.resume().once('end', () => close().then(portal.close).finally(() => process.exit()));
`;

const servedSchema = z.object({ origin: z.string(), worker: z.boolean(), keyHash: z.string() });

/** Checks the earlier portal out in the cache folder, once, and serves it in a process of its own. */
export async function serveBefore() {
  if (!existsSync(FOLDER)) checkOut();
  await writeFile(path.join(FOLDER, SERVER), PROGRAM);
  const child = spawn(process.execPath, ['--import', 'tsx', SERVER], {
    cwd: FOLDER,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close').then(() => null);
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (first === null) throw new Error(`The portal of ${COMMIT} did not start; see above.`);
  return { ...servedSchema.parse(JSON.parse(String(first[0]))), close };
}

function checkOut() {
  const run = (command: string, args: readonly string[], cwd: string) =>
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const unfinished = `${FOLDER}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  run('git', ['clone', '--quiet', '--no-checkout', ROOT, unfinished], ROOT);
  run('git', ['checkout', '--quiet', COMMIT], unfinished);
  run('npm', ['ci', '--no-audit', '--no-fund'], unfinished);
  renameSync(unfinished, FOLDER);
}
