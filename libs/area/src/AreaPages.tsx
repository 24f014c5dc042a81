import type { ReactElement, ReactNode } from 'react';
import type { MountProps } from '@nemus/contract';
import type { LateComponent, RemoteParts } from '@nemus/contract/react';
import { createRoutesFromElements, matchRoutes, Route, Routes } from 'react-router-dom';
import { AreaFrame } from './AreaFrame';
import { AreaNotFound } from './AreaNotFound';

/**
 * An area with pages, for `defineRemote`: what stands around them, the page of the address loaded before anything is
 * drawn, and the not-found page for every address that no route is for.
 *
 * @param pages `<Route>` elements in a fragment; pages are made with `lazyPage`
 * @example
 * const DashboardPage = lazyPage(() => import('./pages/dashboard/DashboardPage'));
 * export default defineRemote(
 *   areaPages(
 *     <>
 *       <Route path="/dashboard" element={<DashboardPage />} />
 *     </>,
 *   ),
 * );
 */
export function areaPages(pages: ReactElement): RemoteParts {
  return { root: () => <AreaPages>{pages}</AreaPages>, prepare: (props) => preparePage(pages, props) };
}

function AreaPages({ children }: { children: ReactNode }) {
  return (
    <AreaFrame>
      <Routes>
        {children}
        <Route path="*" element={<AreaNotFound />} />
      </Routes>
    </AreaFrame>
  );
}

async function preparePage(pages: ReactElement, { navigation, basePath }: MountProps): Promise<void> {
  const matches = matchRoutes(createRoutesFromElements(pages), navigation.getLocation(), basePath);
  const element = matches?.at(-1)?.route.element;
  if (isOfLatePage(element)) await element.type.prepare();
}

function isOfLatePage(element: ReactNode): element is ReactElement & { readonly type: LateComponent } {
  return (
    typeof element === 'object' &&
    element !== null &&
    'type' in element &&
    typeof element.type === 'function' &&
    'prepare' in element.type
  );
}
