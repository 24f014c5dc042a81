import { useCallback } from 'react';
import { usePortal } from '../../portal/portal-context';
import { useAsyncData } from '@nemus/area/public';

/** What deleting the signed-in account would mean. */
export function useDeletionTerms() {
  const { session } = usePortal();
  return useAsyncData(useCallback(() => session.deletionTerms(), [session]));
}
