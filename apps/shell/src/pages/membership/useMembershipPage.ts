import { useCallback } from 'react';
import { fetchMemberInvitation } from '@nemus/data';
import { localStore } from '../../browser/storage';
import { usePortal } from '../../portal/portal-context';
import { useAsyncData } from '@nemus/area/public';
import { settleMembership } from '../../routing/membership-address';

/**
 * Reads the invitation of a link as the signed-in account or a visitor may see it; null is no longer valid, and is not
 * retried.
 */
export function useMembershipPage(token: string | null, signedIn: boolean) {
  const { client, visitor } = usePortal();
  const find = useCallback(async () => {
    if (token === null) return null;
    const invitation = await fetchMemberInvitation(await (signedIn ? client() : visitor()), token);
    if (invitation === null) settleMembership(token, localStore);
    return invitation;
  }, [client, visitor, token, signedIn]);
  return useAsyncData(find);
}
