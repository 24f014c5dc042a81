import type { Loader } from '@nemus/loader';
import { menuFor, type RegistryDocument } from '@nemus/registry';
import type { Session } from '@nemus/session';
import { whenIdle } from '@nemus/start/idle';
import { MENU_FILES_AFTER_MS } from '@nemus/start/limits';
import { savesData } from '../browser/saves-data';

/** The menu's first areas besides the open one: 30 to 45 KB each. */
const AT_MOST = 5;

/** The areas of a menu. */
export interface MenuParts {
  readonly registry: { readonly store: { getState(): { readonly document: RegistryDocument | null } } };
  readonly session: Pick<Session, 'store'>;
  readonly loader: Pick<Loader, 'ahead'>;
}

/**
 * Preloads the first files of the menu's other areas into the browser's cache, once per account: document, container
 * and own libraries, so that a click only waits for the page's code, as in a single program. One area after the other,
 * when the page is idle; not with Save-Data.
 */
export function createPrepareMenu({ registry, session, loader }: MenuParts): (shown: string) => void {
  let begunFor: string | null = null;
  const userNow = () => session.store.getState().user?.id ?? null;

  async function prepare(userId: string, shown: string) {
    await new Promise((resolve) => setTimeout(resolve, MENU_FILES_AFTER_MS));
    for (const name of areasBeside(shown)) {
      await new Promise<void>((resolve) => whenIdle(resolve));
      if (userNow() !== userId) return;
      await loader.ahead(name, 'fetched');
    }
  }

  function areasBeside(shown: string): readonly string[] {
    const { document } = registry.store.getState();
    const { profile } = session.store.getState();
    if (!document || !profile) return [];
    const areas = menuFor(document, profile.userType, profile.rights).filter(({ remote }) => remote.enabled);
    const others = areas.map(({ remote }) => remote.name).filter((name) => name !== shown);
    return [...new Set(others)].slice(0, AT_MOST);
  }

  return (shown) => {
    const userId = userNow();
    if (userId === null || userId === begunFor || savesData()) return;
    begunFor = userId;
    void prepare(userId, shown);
  };
}
