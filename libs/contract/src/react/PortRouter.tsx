import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { createPath, Router, type Navigator, type To } from 'react-router-dom';
import type { NavigationPort } from '../ports';

/** `Router` passes addresses as text or as parts; the port takes text only. */
function toAddress(to: To): string {
  return typeof to === 'string' ? to : createPath(to);
}

/**
 * react-router on the shell's history. Several React roots share one history through the port; independent
 * browser routers would not see each other's pushes.
 */
export function PortRouter({
  navigation,
  basePath,
  children,
}: {
  navigation: NavigationPort;
  basePath: string;
  children: ReactNode;
}) {
  const location = useSyncExternalStore(navigation.subscribe, navigation.getLocation);
  const navigator = useMemo<Navigator>(
    () => ({
      createHref: toAddress,
      go: (delta) => navigation.go(delta),
      push: (to, state) => navigation.push(toAddress(to), state),
      replace: (to, state) => navigation.replace(toAddress(to), state),
    }),
    [navigation],
  );
  return (
    <Router basename={basePath} location={location} navigator={navigator}>
      {children}
    </Router>
  );
}
