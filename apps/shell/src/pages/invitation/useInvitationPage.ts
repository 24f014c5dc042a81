import { useCallback } from 'react';
import { localStore } from '../../browser/storage';
import { usePortal } from '../../portal/portal-context';
import { useAsyncData } from '@nemus/area/public';
import { settleInvitation } from '../../routing/invitation-address';

/** Reads the invitation of a link as the signed-in account may see it; null is no longer valid, and is not retried. */
export function useInvitationPage(token: string | null) {
  const { session } = usePortal();
  const find = useCallback(async () => {
    if (token === null) return null;
    const invitation = await session.findInvitation(token);
    if (invitation === null) settleInvitation(token, localStore);
    return invitation;
  }, [session, token]);
  return useAsyncData(find);
}
