import { useCallback, useEffect, useState } from 'react';
import type { Invitation } from '@nemus/session';
import { localStore } from '../../browser/storage';
import { usePortal } from '../../portal/portal-context';
import { settleInvitation } from '../../routing/invitation-address';

export type InvitationPageState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  /** Null: the link leads nowhere any more. */
  | { readonly status: 'found'; readonly invitation: Invitation | null };

/** Reads the invitation of a link as the signed-in account may see it. What leads nowhere is not asked about again. */
export function useInvitationPage(token: string | null): { state: InvitationPageState; retry: () => void } {
  const { session } = usePortal();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<InvitationPageState>(
    token === null ? { status: 'found', invitation: null } : { status: 'loading' },
  );
  useEffect(() => {
    if (token === null) return undefined;
    let current = true;
    session.findInvitation(token).then(
      (invitation) => {
        if (!current) return;
        if (invitation === null) settleInvitation(token, localStore);
        setState({ status: 'found', invitation });
      },
      () => current && setState({ status: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [session, token, attempt]);
  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return { state, retry };
}
