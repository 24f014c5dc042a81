import type { ComponentType } from 'react';
import { lateComponent, type LateComponent } from '@nemus/contract/react';
import { PageSkeleton } from './PageSkeleton';

/**
 * A page whose code comes when the page is first opened; until then its skeleton stands.
 *
 * @example
 * const DashboardPage = lazyPage(() => import('./pages/dashboard/DashboardPage'));
 */
export const lazyPage = (load: () => Promise<{ readonly default: ComponentType }>): LateComponent =>
  lateComponent(load, PageSkeleton);
