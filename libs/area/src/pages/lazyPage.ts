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
  /** The first reads of the page, from `pageReads`. Without it the page requests them when it renders. */
  readonly reads?: PageReads;
}

/** A lazily loaded page. */
export type LazyPage = LateComponent & {
  /**
   * Preloads the code, then the data; resolves when both have arrived or failed, or when the data is slow. Never
   * rejects.
   */
  preparePage(ports: Ports, early: EarlyData): Promise<void>;
};

/**
 * A page whose code loads on first use; until then its skeleton is shown.
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
