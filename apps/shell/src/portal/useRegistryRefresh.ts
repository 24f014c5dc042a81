import { useState } from 'react';
import { usePortal } from './portal-context';

/** Refreshes the registry by hand; `refreshing` while it runs. */
export function useRegistryRefresh(): { refreshing: boolean; refresh: () => Promise<void> } {
  const { registry } = usePortal();
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    await registry.refresh();
    setRefreshing(false);
  };
  return { refreshing, refresh };
}
