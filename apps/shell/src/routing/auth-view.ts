import { invitationQuery } from './invitation-address';
import { membershipQuery } from './membership-address';

/** View of the `/auth` card. In the address, so that a reload or a link keeps it. */
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

/** Tokens of invitations that led to the sign-in: to a trainee, or to act for an institution. */
export interface AuthReason {
  readonly invitation?: string | null;
  readonly membership?: string | null;
}

/** Query of a view; empty for the sign-in. Invitation tokens stay in every view. */
export function authViewSearch(view: AuthView, { invitation = null, membership = null }: AuthReason = {}): string {
  const name = NAMES[view];
  const query = new URLSearchParams({
    ...(name !== null && { [QUERY]: name }),
    ...invitationQuery(invitation),
    ...membershipQuery(membership),
  }).toString();
  return query === '' ? '' : `?${query}`;
}
