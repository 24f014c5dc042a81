/**
 * `npm start`: builds changes, publishes the areas to the local store, starts everything and prints one table. With
 * `--temporary` the data folder is a new one that is removed at the end (for tests); with `--no-build` the last build
 * is served; with `--areas=trainee,payments` these areas alone are published; `--also=<folder>` adds a built area of
 * elsewhere (`nemus-portal`).
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { addressesOf } from './addresses';
import { buildApps } from './build';
import { claimDataFolder } from './instance-lock';
import { requireFreePorts } from './port-check';
import { startPortal } from './portal';
import { areaFolders } from './releases';
import { readSettings, type PortalSettings } from './settings';
import { startTable } from './start-table';
import { temporaryFolder } from './temporary-folder';

/** Errors whose message was written for the person at the keyboard; everything else is a bug and shows its stack. */
const READABLE = new Set(['SettingsError', 'PortsTaken', 'AlreadyRunning', 'BuildFailed', 'Refusal', 'ReleaseRefused']);

async function settingsOf(
  args: readonly string[],
): Promise<{ settings: PortalSettings; cleanUp: () => Promise<void> }> {
  const settings = readSettings();
  if (!args.includes('--temporary')) return { settings, cleanUp: () => Promise.resolve() };
  const dataDir = await temporaryFolder('portal');
  return { settings: { ...settings, dataDir }, cleanUp: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Folders of the areas that `--areas` names, with that of `--also`; undefined without both, which means all. */
function chosenAreas(args: readonly string[]): string[] | undefined {
  const valueOf = (option: string) => args.find((arg) => arg.startsWith(option))?.slice(option.length);
  const also = valueOf('--also=');
  if (also !== undefined) return [...areaFolders(), also];
  const names = valueOf('--areas=');
  if (names === undefined) return undefined;
  const known = areaFolders();
  return names.split(',').map((name) => {
    const folder = known.find((each) => path.basename(each) === name);
    if (!folder) throw new Error(`--areas names "${name}", which is no area of apps/.`);
    return folder;
  });
}

async function main(args: readonly string[]): Promise<void> {
  const started = Date.now();
  const { settings, cleanUp } = await settingsOf(args);
  await requireFreePorts(settings.ports);
  const release = claimDataFolder(settings.dataDir);
  const ended = new AbortController();
  // A second signal while stopping changes nothing: stopping is already under way, and half-stopped loses data.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort());
  try {
    const areas = chosenAreas(args);
    const built = args.includes('--no-build') ? Promise.resolve() : buildApps();
    const portal = await startPortal(settings, { areas: built.then(() => areas) });
    const seconds = Math.round((Date.now() - started) / 1000);
    process.stdout.write(startTable(addressesOf(settings), { seconds, sampleData: settings.sampleData }));
    if (!ended.signal.aborted) await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
    await portal.close();
  } finally {
    release();
    await cleanUp();
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    const readable = error instanceof Error && READABLE.has(error.name);
    process.stderr.write(`\n  ${readable ? error.message : error instanceof Error ? error.stack : String(error)}\n\n`);
    process.exit(1);
  },
);
