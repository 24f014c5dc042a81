import { invitationQuery } from './invitation-address';
import { membershipQuery } from './membership-address';

/** What the card of `/auth` shows. It stands in the address, so that a reload or a link keeps it. */
export type AuthView = 'sign-in' | 'sign-up' | 'reset';

const QUERY = 'ansicht';
const NAMES: Readonly<Record<AuthView, string | null>> = {
  'sign-in': null,
  'sign-up': 'registrieren',
  reset: 'passwort-vergessen',
};

/** Reads the view from the query; anything unknown is the sign-in. */
export function readAuthView(search: string): AuthView {
  const name = new URLSearchParams(search).get(QUERY);
  if (name === NAMES['sign-up']) return 'sign-up';
  return name === NAMES.reset ? 'reset' : 'sign-in';
}

/** Tokens of what led to the sign-in: an institution's invitation to a trainee, or to somebody who acts for it. */
export interface AuthReason {
  readonly invitation?: string | null;
  readonly membership?: string | null;
}

/** Query of a view; empty for the sign-in. What led here stays, whichever view it is answered in. */
export function authViewSearch(view: AuthView, { invitation = null, membership = null }: AuthReason = {}): string {
  const name = NAMES[view];
  const query = new URLSearchParams({
    ...(name !== null && { [QUERY]: name }),
    ...invitationQuery(invitation),
    ...membershipQuery(membership),
  }).toString();
  return query === '' ? '' : `?${query}`;
}
