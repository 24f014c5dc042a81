import { isValidElement, type ReactElement, type ReactNode } from 'react';
import type { Ports } from '@nemus/contract';
import type { RemoteParts } from '@nemus/contract/react';
import { PAGE_CODE_MS } from '@nemus/start/limits';
import { createRoutesFromElements, matchRoutes, Route, Routes } from 'react-router-dom';
import { AreaFrame } from './AreaFrame';
import { AreaNotFound } from './AreaNotFound';
import { EarlyData } from '../start/early-data';
import { isLazyPage } from './lazyPage';

/**
 * An area with pages, for `defineRemote`: its frame, preloading of the current page and its data, and the not-found
 * page for unknown addresses.
 *
 * @param pages `<Route>` elements in a fragment; pages are made with `lazyPage`
 * @example
 * const DashboardPage = lazyPage(() => import('./dashboard/DashboardPage'));
 * export default defineRemote(
 *   areaPages(
 *     <>
 *       <Route path="/dashboard" element={<DashboardPage />} />
 *     </>,
 *   ),
 * );
 */
export function areaPages(pages: ReactElement): RemoteParts {
  const early = new EarlyData();
  return {
    root: () => <AreaPages early={early}>{pages}</AreaPages>,
    prepare: (ports) => preparePage(pages, ports, early),
    prepareMs: PAGE_CODE_MS,
  };
}

function AreaPages({ early, children }: { early: EarlyData; children: ReactNode }) {
  return (
    <AreaFrame early={early}>
      <Routes>
        {children}
        <Route path="*" element={<AreaNotFound />} />
      </Routes>
    </AreaFrame>
  );
}

async function preparePage(pages: ReactElement, ports: Ports, early: EarlyData): Promise<void> {
  const { navigation, basePath } = ports;
  const matches = matchRoutes(createRoutesFromElements(pages), navigation.getLocation(), basePath);
  const element = matches?.at(-1)?.route.element;
  if (isValidElement(element) && isLazyPage(element.type)) await element.type.preparePage(ports, early);
}
