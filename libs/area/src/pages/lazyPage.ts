import type { ComponentType } from 'react';
import { withPatience, type Ports } from '@nemus/contract';
import { lateComponent, type LateComponent } from '@nemus/contract/react';
import { PageSkeleton } from './PageSkeleton';
import { comingData, type PageReads } from '../page-reads';

/**
 * How long a page's first drawing waits for its data: as long as it takes to read answers that the page's head has asked
 * for, or that come from near by. Whoever has to wait sees the page with its skeletons meanwhile. Milliseconds.
 */
const READS_PATIENCE = 60;

/** What the module of a page exports. */
export interface PageModule {
  readonly default: ComponentType;
  /** Asks for what the page shows first. Without it the page asks when it is drawn. */
  readonly reads?: PageReads;
}

/** A page whose code comes when it is needed. */
export type LazyPage = LateComponent & {
  /**
   * Asks for the code, then for the data; resolves when both are there, lost or failed, or when the data takes its time.
   * Never rejects.
   */
  prepareWithReads(ports: Ports): Promise<void>;
};

/**
 * A page whose code comes when the page is first opened; until then its skeleton stands.
 *
 * @example
 * const DashboardPage = lazyPage(() => import('./dashboard/DashboardPage'));
 */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let reads: PageReads | undefined;
  const Page = lateComponent(async () => {
    const code = await load();
    reads = code.reads;
    return code;
  }, PageSkeleton);
  const prepareWithReads = async (ports: Ports) => {
    const data = comingData(ports);
    await Page.prepare();
    if (reads) await withPatience(data.ask(Page, reads), READS_PATIENCE);
  };
  return Object.assign(Page, { prepareWithReads });
}

/** Whether an element's type was made with `lazyPage`. */
export function isLazyPage(type: unknown): type is LazyPage {
  return typeof type === 'function' && 'prepareWithReads' in type;
}
