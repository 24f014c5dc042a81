/**
 * `npm run dev -- trainee payments`: the portal with the named apps (areas, or `shell`) served from their sources by
 * `rspack serve`. Open pages get changes with React Refresh, where possible. Each build of an area is also released:
 * packed, checked, published and promoted, so that a newly opened page loads it like every release. The shell is always
 * served, since React Refresh needs its React; other areas come from the last build.
 */
import path from 'node:path';
import type { BuildReport } from '@nemus/build/build-report';
import { addressesOf } from './addresses';
import { buildApps } from './build';
import { freePorts } from '../../../backend/src/server/http/free-ports';
import { claimDataFolder } from './instance-lock';
import { requireFreePorts } from './port-check';
import { ENVIRONMENT, startPortal } from './portal';
import { areaFolders, publishAreas } from './releases';
import { serveApp, type ServedApp } from './dev/served-app';
import { ServedReleases } from './dev/served-releases';
import { readSettings, ROOT } from './settings';
import { startTable } from './start-table';
import { takeRelease } from './dev/taken-release';

const SHELL = path.join(ROOT, 'apps/shell');

/** Folders of the named apps; null when a name is none, or there are no names. */
function foldersOf(names: readonly string[]): string[] | null {
  const known = [SHELL, ...areaFolders()];
  const folders = names.flatMap((name) => known.find((folder) => path.basename(folder) === name) ?? []);
  return folders.length === names.length && folders.length > 0 ? folders : null;
}

/** Prints the result of a build. */
function tell(folder: string, { ok, ms, problems }: BuildReport): void {
  const name = path.basename(folder);
  if (ok) process.stdout.write(`  ${name}: built in ${ms} ms\n`);
  else process.stderr.write(`\n${problems}\n  ${name}: the build failed; open pages keep what they have.\n`);
}

/** Where the file of a served area may be that an address below `/releases/` means, of whatever release. */
function unpublishedFile(apps: readonly ServedApp[]) {
  return (pathname: string) => {
    const [, area, file] = /^\/releases\/([^/]+)\/[^/]+\/(.+)$/.exec(pathname) ?? [];
    const app = apps.find(({ folder }) => folder !== SHELL && path.basename(folder) === area);
    return app && file !== undefined ? { folder: path.join(app.built, 'dist/files'), pathname: `/${file}` } : null;
  };
}

async function main(names: readonly string[]): Promise<number> {
  const named = foldersOf(names);
  if (!named) {
    const known = ['shell', ...areaFolders().map((folder) => path.basename(folder))];
    process.stderr.write(`Usage: npm run dev -- <app> …\nApps: ${known.join(', ')}\n`);
    return 2;
  }
  const folders = [...new Set([SHELL, ...named])];
  // Pages of development change too often to be kept, and their build has no worker.
  const settings = { ...readSettings(), worker: false };
  await requireFreePorts(settings.ports);
  const giveBack = claimDataFolder(settings.dataDir);
  const begun = Date.now();
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort());
  const ports = await freePorts(folders.length);
  const releases = new ServedReleases(async (built) => {
    await publishAreas({
      dataDir: settings.dataDir,
      environment: ENVIRONMENT,
      folders: [takeRelease(built)],
      who: 'npm run dev',
      why: 'changed sources',
    });
  });
  let isRunning = false;
  const apps = folders.map((folder, index): ServedApp => {
    const app = serveApp(folder, ports[index] ?? 0, (report) => {
      tell(folder, report);
      if (isRunning && report.ok && folder !== SHELL) releases.add(app.built);
    });
    return app;
  });
  try {
    const built = Promise.all([
      buildApps({ without: folders.map((folder) => path.basename(folder)) }),
      ...apps.map(({ ready }) => ready),
    ]);
    const [shell, ...areas] = apps;
    const portal = await startPortal(settings, {
      areas: built.then(() =>
        areaFolders().map((folder) => {
          const served = areas.find((app) => app.folder === folder);
          return served ? takeRelease(served.built) : folder;
        }),
      ),
      served: {
        shell: shell?.built ?? SHELL,
        sockets: apps.map(({ socket }) => socket),
        releases: { settled: () => releases.settled(), unpublished: unpublishedFile(apps) },
      },
    });
    isRunning = true;
    const seconds = Math.round((Date.now() - begun) / 1000);
    process.stdout.write(startTable(addressesOf(settings), { seconds, sampleData: settings.sampleData }));
    process.stdout.write(`\n  Watching ${folders.map((folder) => path.basename(folder)).join(', ')}.\n`);
    if (!ended.signal.aborted) await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
    await portal.close();
    return 0;
  } finally {
    releases.close();
    for (const app of apps) app.close();
    giveBack();
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
    process.exit(1);
  },
);
