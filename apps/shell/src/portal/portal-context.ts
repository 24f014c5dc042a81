import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { SessionState } from '@nemus/session';
import type { RegistryState } from '@nemus/host/registry/registry-state';
import type { Portal } from './portal';

const PortalContext = createContext<Portal | null>(null);

/** Provides the running portal to the shell's components. */
export const PortalProvider = PortalContext.Provider;

/** The running portal. Throws outside of it. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('usePortal() was called outside of <PortalProvider>.');
  return portal;
}

/** The rendered session's state; renders again when it changes. */
export function useSessionState(): SessionState {
  return useStore(usePortal().drawnSession.store);
}

/** The registry's state; renders again when it changes. */
export function useRegistryState(): RegistryState {
  return useStore(usePortal().registry.store);
}
