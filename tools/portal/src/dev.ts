/**
 * `npm run dev -- trainee payments`: the portal with the named apps (areas, or `shell`) built from their sources after
 * every change, and open pages loaded again. An area goes the way of every release: packed, checked, published and
 * promoted, so that what works here works in production. All other apps come from the last build.
 */
import path from 'node:path';
import { watchApp, type FinishedBuild } from '@nemus/build/watch';
import { addressesOf } from './addresses';
import { buildApps } from './build';
import { claimDataFolder } from './instance-lock';
import { requireFreePorts } from './port-check';
import { ENVIRONMENT, startPortal } from './portal';
import { areaFolders, publishAreas } from './releases';
import { LiveReload } from './servers';
import { readSettings, ROOT } from './settings';
import { startTable } from './start-table';

const SHELL = path.join(ROOT, 'apps/shell');

/** Folders of the named apps; null when a name is none, or there are no names. */
function foldersOf(names: readonly string[]): string[] | null {
  const known = [SHELL, ...areaFolders()];
  const folders = names.flatMap((name) => known.find((folder) => path.basename(folder) === name) ?? []);
  return folders.length === names.length && folders.length > 0 ? folders : null;
}

/** Brings a finished build to the open pages; what is wrong is said, and the pages stay as they are. */
async function deliver(folder: string, build: FinishedBuild, dataDir: string, liveReload: LiveReload): Promise<void> {
  const name = path.basename(folder);
  if (!build.ok) {
    process.stderr.write(`\n${build.output}  ${name}: the build failed; open pages keep what they have.\n`);
    return;
  }
  try {
    if (folder !== SHELL) {
      await publishAreas({
        dataDir,
        environment: ENVIRONMENT,
        folders: [folder],
        who: 'npm run dev',
        why: 'changed sources',
      });
    }
    process.stdout.write(`  ${name}: built in ${build.ms} ms\n`);
    liveReload.reload();
  } catch (error) {
    process.stderr.write(`\n  ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

async function main(names: readonly string[]): Promise<number> {
  const folders = foldersOf(names);
  if (!folders) {
    const known = ['shell', ...areaFolders().map((folder) => path.basename(folder))];
    process.stderr.write(`Usage: npm run dev -- <app> …\nApps: ${known.join(', ')}\n`);
    return 2;
  }
  const settings = readSettings();
  await requireFreePorts(settings.ports);
  const release = claimDataFolder(settings.dataDir);
  const started = Date.now();
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort());
  const liveReload = new LiveReload();
  try {
    await buildApps();
    const portal = await startPortal(settings, { liveReload });
    const watches = folders.map((folder) =>
      watchApp(folder, (build) => void deliver(folder, build, settings.dataDir, liveReload)),
    );
    const seconds = Math.round((Date.now() - started) / 1000);
    process.stdout.write(startTable(addressesOf(settings), { seconds, sampleData: settings.sampleData }));
    process.stdout.write(`\n  Watching ${names.join(', ')}.\n`);
    if (!ended.signal.aborted) await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
    for (const watch of watches) watch.close();
    await portal.close();
    return 0;
  } finally {
    release();
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
    process.exit(1);
  },
);
