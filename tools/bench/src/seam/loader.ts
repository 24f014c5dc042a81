/** Replaces `@nemus/loader` in one program: areas are modules of its own. */
import type { PortalLocation, Ports, ReleaseInfo, SlotHandle } from '@nemus/contract';
import type { Loader, LoaderOptions } from '../../../../libs/loader/src/loader';
import { AREAS, FIRST_PAGES } from './areas';
import { partsOf } from './roots';

type Wired = Pick<LoaderOptions, 'makePorts' | 'telemetry'>;
let wired: Wired | null = null;

/** The ports of an area that is opened now, as the shell makes them. Its reads from here on are remembered. */
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

/** The page after a sign-in, prepared while the profile loads: its code and its data, as in the portal. */
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
    await Promise.all([AREAS[remote]?.(), FIRST_PAGES[remote]?.()]);
  };
  const handle: SlotHandle<never> = { update: () => undefined, unmount: () => undefined };
  return {
    mountArea: () => {
      throw new Error('One program draws its areas itself.');
    },
    mountSlot: () => handle,
    ahead: async (remote, level, next) => {
      // An area of one program starts with the program.
      if (level === 'fetched') return false;
      await (level === 'held' ? loadFiles(remote) : preparePage(remote, next?.at));
      return true;
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
