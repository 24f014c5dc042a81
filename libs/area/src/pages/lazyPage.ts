import type { ComponentType } from 'react';
import type { Ports } from '@nemus/contract';
import { lateComponent, type LateComponent } from '@nemus/contract/react';
import { untilIdle } from '@nemus/start/idle';
import { PAGE_DATA_MS } from '@nemus/start/limits';
import { PageSkeleton } from './PageSkeleton';
import type { EarlyData } from '../start/early-data';
import type { PageReads } from '../start/page-reads';

/** What the module of a page exports. */
export interface PageModule {
  readonly default: ComponentType;
  /** What the page shows first, of `pageReads`. Without it the page asks when it is drawn. */
  readonly reads?: PageReads;
}

/** A page whose code comes when it is needed. */
export type LazyPage = LateComponent & {
  /**
   * Asks early for the code, then for the data; resolves when both are there, lost or failed, or when the data takes
   * its time. Never rejects.
   */
  preparePage(ports: Ports, early: EarlyData): Promise<void>;
};

/**
 * A page whose code comes when the page is first opened; until then its skeleton stands.
 *
 * @example
 * const DashboardPage = lazyPage(() => import('./pages/dashboard/DashboardPage'));
 */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let reads: PageReads | undefined;
  const Page = lateComponent(async () => {
    const code = await load();
    reads = code.reads;
    return code;
  }, PageSkeleton);
  const preparePage = async (ports: Ports, early: EarlyData) => {
    const data = early.prepare(ports);
    await Page.prepare();
    if (reads) await untilIdle(data.ask(Page, reads), PAGE_DATA_MS);
  };
  return Object.assign(Page, { preparePage });
}

/** Whether an element's type was made with `lazyPage`. */
export function isLazyPage(type: unknown): type is LazyPage {
  return typeof type === 'function' && 'preparePage' in type;
}
