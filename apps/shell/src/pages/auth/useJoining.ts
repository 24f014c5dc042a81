import { useEffect, useState } from 'react';
import { fetchMemberInvitation } from '@nemus/data';
import { usePortal } from '../../portal/portal-context';

/** What is known about the invitation to act for an institution. Without an answer it may still be valid. */
export type JoiningState =
  | { readonly status: 'none' | 'loading' | 'invalid' | 'unknown' }
  | { readonly status: 'open'; readonly token: string; readonly email: string; readonly institutionName: string };

/** Loads the invitation of a token, as a visitor. */
export function useJoining(token: string | null): JoiningState {
  const { visitor } = usePortal();
  const [state, setState] = useState<JoiningState>({ status: token === null ? 'none' : 'loading' });
  useEffect(() => {
    if (token === null) return undefined;
    let current = true;
    visitor()
      .then((client) => fetchMemberInvitation(client, token))
      .then(
        (found) =>
          current &&
          setState(
            found === null
              ? { status: 'invalid' }
              : {
                  status: 'open',
                  token,
                  email: found.email,
                  institutionName: found.institution_name ?? 'einer Weiterbildungsstätte',
                },
          ),
        () => current && setState({ status: 'unknown' }),
      );
    return () => {
      current = false;
    };
  }, [visitor, token]);
  return state;
}
