import { createSession, type Session, type SessionOptions } from '@nemus/session';
import type { PortalConfig } from '../config/config';
import type { Platform } from '../platform/load-platform';
import { AccountReads } from './account-reads';
import { createDataClients, type DataClients } from './data-clients';
import { detectAccountBlock } from './detect-account-block';

/** Who is signed in, and how the page asks as that account. */
export interface PageAccount {
  readonly session: Session;
  readonly clients: DataClients;
}

/**
 * Session and clients need each other: the session reads profiles by a client, a client asks with the session's token.
 * Neither does so before both are there, which is what this function is for.
 *
 * @param parts `fetch` is for the session's own requests, `clientFetch` for those of tables and functions
 */
export function createAccount({
  backend,
  code,
  fetch,
  clientFetch,
  onToken,
  onProfileError,
}: {
  readonly backend: PortalConfig['supabase'];
  readonly code: () => Promise<Pick<Platform, 'createDataClient'>>;
  readonly fetch: typeof globalThis.fetch;
  readonly clientFetch: typeof globalThis.fetch;
  readonly onToken?: SessionOptions['onToken'];
  readonly onProfileError: (error: unknown) => void;
}): PageAccount {
  const reads = new AccountReads();
  const clients = createDataClients({
    backend,
    code,
    account: () => session.store.getState().user?.id ?? null,
    accessToken: (refused) => session.getAccessToken(refused),
    fetch: detectAccountBlock(reads.ending(clientFetch), askForProfile),
  });
  const session = createSession({
    backend,
    siteRoot: `${window.location.origin}/`,
    fetch,
    onToken,
    client: clients.own,
    visitorClient: clients.visitor,
    onProfileError,
  });
  // The session is gone here before the service is asked to end it, in this tab and in the others.
  session.store.subscribe(({ status }) => {
    if (status === 'signed-out') reads.end();
    else reads.begin();
  });
  /**
   * Whichever request was refused, the profile tells what becomes of the account: an answer may be an old one, of an
   * account that was let in again. Its own request comes here as well.
   */
  function askForProfile() {
    const { status, profileStatus } = session.store.getState();
    if (status === 'signed-in' && profileStatus !== 'loading' && profileStatus !== 'blocked') {
      void session.reloadProfile();
    }
  }
  return { session, clients };
}
