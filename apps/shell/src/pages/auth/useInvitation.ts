import { useEffect, useState } from 'react';
import type { Invitation } from '@nemus/data';
import { usePortal } from '../../portal/portal-context';

/** What is known about the invitation. `unknown`: it could not be loaded; the link may still work. */
export type InvitationState =
  | { readonly status: 'none' | 'loading' | 'invalid' | 'unknown' }
  | { readonly status: 'open'; readonly invitation: Invitation };

/** Loads the invitation of a link. */
export function useInvitation(token: string | null): InvitationState {
  const { session } = usePortal();
  const [state, setState] = useState<InvitationState>({ status: token === null ? 'none' : 'loading' });
  useEffect(() => {
    if (token === null) return undefined;
    let current = true;
    session.findInvitation(token).then(
      (invitation) => current && setState(invitation ? { status: 'open', invitation } : { status: 'invalid' }),
      () => current && setState({ status: 'unknown' }),
    );
    return () => {
      current = false;
    };
  }, [session, token]);
  return state;
}
