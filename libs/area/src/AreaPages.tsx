import { Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AreaFrame } from './AreaFrame';
import { AreaNotFound } from './AreaNotFound';
import { PageSkeleton } from './PageSkeleton';

/**
 * The root of an area with pages: what stands around them, a skeleton while a page's code is on its way, and the
 * not-found page for every address that no route is for.
 *
 * @example
 * <AreaPages>
 *   <Route path="/dashboard" element={<DashboardPage />} />
 * </AreaPages>
 */
export function AreaPages({ children }: { /** `<Route>` elements */ children: ReactNode }) {
  return (
    <AreaFrame>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          {children}
          <Route path="*" element={<AreaNotFound />} />
        </Routes>
      </Suspense>
    </AreaFrame>
  );
}
