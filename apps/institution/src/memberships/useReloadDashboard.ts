import { usePorts } from '@nemus/contract/react';
import { paths } from '../paths';
import { openPage } from './open-page';

/**
 * Loads the dashboard anew: whatever any area has read by now, and the profile with its rights, belongs to the
 * institution that the account acted for until now.
 */
export function useReloadDashboard(): () => void {
  const { basePath } = usePorts();
  return () => openPage(basePath.replace(/\/$/, '') + paths.dashboard);
}
