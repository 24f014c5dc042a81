import { withPatience } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import type { FirstReads } from '@nemus/start';
import { READS_FIRST_MS } from '@nemus/start/limits';
import type { Navigation } from '@nemus/host/ports/navigation';
import type { OverrideKeeper } from '@nemus/host/overrides/override-keeper';
import type { RegistrySource } from '@nemus/host/registry/registry-source';
import { afterPaint } from '../browser/after-paint';

/** How the menu opens areas. */
export interface AreaOpening {
  /**
   * The pointer or the focus is on an area's entry: refreshes the registry and requests the area's files. Runs none of
   * its code: passing over an entry is no intention.
   */
  point(remote: string): void;
  /** An entry is pressed: the area's code runs, and requests the data of the page at `path`. */
  press(remote: string, path: string): void;
  /**
   * An entry is chosen: opens its page a moment later. The menu shows the choice first; of an area that was not open
   * before, the page's requests leave first too. Resolves when the page is opened, or another was.
   */
  choose(remote: string, path: string): Promise<void>;
}

/** What opening areas from the menu needs. */
export interface AreaOpeningParts {
  /** Whether anything is loaded ahead. */
  readonly isOn: () => boolean;
  readonly loader: Pick<Loader, 'ahead' | 'getSnapshot'>;
  readonly registry: Pick<RegistrySource, 'prepare'>;
  readonly overrides: Pick<OverrideKeeper, 'pending'>;
  readonly reads: Pick<FirstReads, 'asked'>;
  readonly navigation: Pick<Navigation, 'port'>;
}

/** Opens areas from the menu. */
export function createAreaOpening(parts: AreaOpeningParts): AreaOpening {
  const { isOn, loader, registry, overrides, reads, navigation } = parts;
  /** Areas whose files have arrived. */
  const held = new Set<string>();
  /** Pressed areas; resolved when their page has requested its data, or will not. */
  const asked = new Map<string, Promise<void>>();
  let lastChoice = 0;
  const wasOpen = (remote: string) => remote in loader.getSnapshot();

  function press(remote: string, path: string) {
    if (!isOn() || asked.has(remote) || wasOpen(remote) || overrides.pending()) return;
    const at = { pathname: path, search: '', hash: '', state: null, key: 'default' };
    const requested = reads.asked();
    const ran = registry.prepare().then(() => loader.ahead(remote, 'running', { at }));
    asked.set(remote, Promise.race([requested, ran.then(() => undefined)]));
  }

  return {
    point: (remote) => {
      if (!isOn()) return;
      void registry.prepare();
      void loader.ahead(remote, 'held').then((isHeld) => {
        if (isHeld) held.add(remote);
      });
    },
    press,
    choose: async (remote, path) => {
      lastChoice += 1;
      const choice = lastChoice;
      const from = navigation.port.getLocation();
      press(remote, path);
      const requested = asked.get(remote);
      // Without its files at hand the area takes longer, and the frame comes first.
      const isSoon = requested && held.has(remote) && !wasOpen(remote);
      await Promise.all([afterPaint(), isSoon ? withPatience(requested, READS_FIRST_MS) : null]);
      if (choice !== lastChoice || navigation.port.getLocation() !== from) return;
      // As a link does: the open page has one entry in the history.
      if (from.pathname + from.search + from.hash === path) navigation.port.replace(path);
      else navigation.port.push(path);
    },
  };
}
