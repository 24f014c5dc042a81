import { useCallback } from 'react';
import { useDataClient } from '@nemus/area';
import { settleLink, useAsyncData } from '@nemus/area/public';
import { fetchInvitation } from '@nemus/data';

/** Reads the invitation of a link as the signed-in account may see it; null is no longer valid, and is not retried. */
export function useInvitationPage(token: string | null) {
  const client = useDataClient();
  const find = useCallback(async () => {
    if (token === null) return null;
    const invitation = await fetchInvitation(client, token);
    if (invitation === null || invitation.acceptance === 'already_linked') settleLink('invitation', token);
    return invitation;
  }, [client, token]);
  return useAsyncData(find);
}
