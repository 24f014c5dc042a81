import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AreaFrame } from './AreaFrame';
import { AreaNotFound } from './AreaNotFound';

/**
 * The root of an area with pages, which are made with `lazyPage`: what stands around them, and the not-found page for
 * every address that no route is for.
 *
 * @example
 * <AreaPages>
 *   <Route path="/dashboard" element={<DashboardPage />} />
 * </AreaPages>
 */
export function AreaPages({ children }: { /** `<Route>` elements */ children: ReactNode }) {
  return (
    <AreaFrame>
      <Routes>
        {children}
        <Route path="*" element={<AreaNotFound />} />
      </Routes>
    </AreaFrame>
  );
}
