import { useSession } from '@nemus/contract/react';
import { PATHS } from '../../paths';

/**
 * Link to the other courses. The list belongs to trainees; an institution, which may open every course, returns to its
 * dashboard.
 */
export function useOverview(): { readonly to: string; readonly back: string; readonly name: string } {
  const { profile } = useSession();
  return profile?.userType === 'institution'
    ? { to: '/dashboard', back: 'Zurück zum Dashboard', name: 'Zum Dashboard' }
    : { to: PATHS.courses, back: 'Zurück zum E-Learning', name: 'Alle Kurse' };
}
