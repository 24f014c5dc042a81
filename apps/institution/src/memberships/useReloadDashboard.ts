import { usePorts } from '@nemus/contract/react';
import { paths } from '../paths';
import { openPage } from './open-page';

/**
 * Loads the dashboard with a full reload: all cached data of areas, and the profile with its rights, belong to the
 * previous institution.
 */
export function useReloadDashboard(): () => void {
  const { basePath } = usePorts();
  return () => openPage(basePath.replace(/\/$/, '') + paths.dashboard);
}
