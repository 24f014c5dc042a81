import { useCallback } from 'react';
import { usePortal } from '../../portal/portal-context';
import { useAnswer } from '../../portal/useAnswer';

/** What deleting the signed-in account would mean. */
export function useDeletionTerms() {
  const { session } = usePortal();
  return useAnswer(useCallback(() => session.deletionTerms(), [session]));
}
