import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ColorScheme, MountProps, Ports, SessionSnapshot } from '../ports';

const PortsContext = createContext<MountProps | null>(null);

/** Makes the ports of the mount available to every component of the area. */
export const PortsProvider = PortsContext.Provider;

/** The mount of this area: its ports and its element. */
export function useMount(): MountProps {
  const ports = useContext(PortsContext);
  if (!ports) throw new Error('A port was asked for outside of a remote: wrap the tree in <PortsProvider>.');
  return ports;
}

/** The ports of this area. Throws outside an area. */
export function usePorts(): Ports {
  return useMount();
}

/** The signed-in account; renders again when it changes. */
export function useSession(): SessionSnapshot {
  const { session } = usePorts();
  return useSyncExternalStore(session.subscribe, session.getSnapshot);
}

/** The current colour scheme: the account's choice, or the system's. */
export function useColorScheme(): ColorScheme {
  const { colorScheme } = usePorts();
  return useSyncExternalStore(colorScheme.subscribe, colorScheme.get);
}
