/** Replaces `@nemus/loader` in one program: areas are modules of its own. */
import type { PortalLocation, Ports, ReleaseInfo, SlotHandle } from '@nemus/contract';
import { FIRST_AREA_DATA_MS } from '@nemus/start/limits';
import type { Loader, LoaderOptions } from '../../../../libs/loader/src/loader';
import { AREAS, FIRST_PAGES } from './areas';
import { partsOf } from './roots';

/** The tuned monolith requests an area before it is opened; the ordinary one waits for the click. */
declare const NEMUS_BENCH_PRELOAD: boolean;

type Wired = Pick<LoaderOptions, 'makePorts' | 'telemetry'>;
let wired: Wired | null = null;

/** The ports of an area that is opened now, as the shell makes them. What it reads from here on is remembered. */
export function portsOf(release: ReleaseInfo): Ports {
  if (!wired) throw new Error('The shell made no loader.');
  const { remote, version } = release;
  wired.telemetry({
    name: 'phase',
    phase: 'resolving',
    remote,
    version,
    team: null,
    source: null,
    expose: './app',
    ms: 0,
  });
  return wired.makePorts(release);
}

/** The page that a sign-in leads to, prepared while the profile is on its way: its code and its data, as in the portal. */
async function preparePage(remote: string, at: PortalLocation | undefined): Promise<void> {
  const area = await AREAS[remote]?.();
  if (!area) return;
  const ports = portsOf({ remote, title: remote, team: remote, version: '1' });
  const navigation = { ...ports.navigation, ...(at && { getLocation: () => at }) };
  await partsOf(area.default).prepare?.({ ...ports, navigation });
}

export function createLoader(options: Wired): Loader {
  wired = options;
  const loadFiles = async (remote: string) => {
    if (NEMUS_BENCH_PRELOAD) await Promise.all([AREAS[remote]?.(), FIRST_PAGES[remote]?.()]);
  };
  const prepareFiles = (remote: string) => void loadFiles(remote);
  const handle: SlotHandle<never> = { update: () => undefined, unmount: () => undefined };
  return {
    mountArea: () => {
      throw new Error('One program draws its areas itself.');
    },
    mountSlot: () => handle,
    prepareFiles,
    prepareMount: async (remote, _files, at) => {
      // Who waits for it waits no longer than in the portal.
      const late = new Promise((resolve) => setTimeout(resolve, FIRST_AREA_DATA_MS));
      if (NEMUS_BENCH_PRELOAD) await Promise.race([preparePage(remote, at), late]);
      return false;
    },
    prepareOpening: (remote, path) => {
      if (NEMUS_BENCH_PRELOAD)
        void preparePage(remote, { pathname: path, search: '', hash: '', state: null, key: 'ahead' });
    },
    // What an area of one program begins with is the program.
    cacheFiles: () => Promise.resolve(),
    // While the user types.
    preloadFiles: async (remote) => {
      await loadFiles(remote);
      return NEMUS_BENCH_PRELOAD;
    },
    // No files: the page itself knows those of each path. The reads of the first screen are remembered with it.
    loadedFiles: () => Promise.resolve({ release: '', files: [] }),
    // The palette is the composition's own: here it has the menu's entries alone.
    readFile: () => Promise.resolve(null),
    readOffer: () => Promise.resolve({ commands: [], searches: [] }),
    search: () => Promise.resolve([]),
    getSnapshot: () => ({}),
    subscribe: () => () => undefined,
  };
}

export function federationHost() {
  return null;
}
