import { useCallback } from 'react';
import { useDataClient } from '@nemus/area';
import { settleLink, useAsyncData } from '@nemus/area/public';
import { fetchMemberInvitation } from '@nemus/data';

/**
 * Reads the invitation of a link as the signed-in account or a visitor may see it; null is no longer valid, and is not
 * retried.
 */
export function useMembershipPage(token: string | null) {
  const client = useDataClient();
  const find = useCallback(async () => {
    if (token === null) return null;
    const invitation = await fetchMemberInvitation(client, token);
    if (invitation === null) settleLink('membership', token);
    return invitation;
  }, [client, token]);
  return useAsyncData(find);
}
