import { useCallback, useEffect, useState } from 'react';
import type { DeletionTerms } from '@nemus/session';
import { usePortal } from '../../portal/portal-context';

export type TermsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'found'; readonly terms: DeletionTerms };

/** What deleting the signed-in account would mean. */
export function useDeletionTerms(): { state: TermsState; retry: () => void } {
  const { session } = usePortal();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<TermsState>({ status: 'loading' });
  useEffect(() => {
    let current = true;
    session.deletionTerms().then(
      (terms) => current && setState({ status: 'found', terms }),
      () => current && setState({ status: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [session, attempt]);
  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return { state, retry };
}
