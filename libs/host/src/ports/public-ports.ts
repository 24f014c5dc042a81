import type { Ports, SessionPort, SessionSnapshot } from '@nemus/contract';
import { SessionError } from '@nemus/session';

/** What a public route shows of the account: nothing. One object, as `useSyncExternalStore` needs. */
const NO_ACCOUNT: SessionSnapshot = { userId: '', email: '', profile: null };

const refuse = () => Promise.reject(new SessionError('no_session', 401, null));

const NO_SESSION: SessionPort = {
  getSnapshot: () => NO_ACCOUNT,
  subscribe: () => () => undefined,
  getAccessToken: refuse,
  reloadProfile: () => Promise.resolve(),
  signOut: () => Promise.resolve(),
};

/**
 * The ports of a public route: without the account of this browser, and without other areas, which would run beside an
 * address that is a secret.
 *
 * @param supabase a client without an account
 */
export function publicPorts(ports: Ports, supabase: Ports['supabase']): Ports {
  const { keptReads: _, releases: __, ...own } = ports;
  return {
    ...own,
    access: 'public',
    session: NO_SESSION,
    supabase,
    fetch: (input, init) => fetch(input, init),
    events: { publish: () => undefined, subscribe: () => () => undefined },
    slots: {
      mount: (_name, _element, _props, onState) => {
        onState('missing');
        return { update: () => undefined, unmount: () => undefined };
      },
    },
  };
}
