import { createSession, type Session, type SessionOptions } from '@nemus/session';
import type { PortalConfig } from '@nemus/host/config/config';
import type { Platform } from '../platform/load-platform';
import { AccountReads } from './account-reads';
import { createDataClients, type DataClients } from './data-clients';
import { detectAccountBlock } from './detect-account-block';

/** The signed-in account, and how the page sends requests as it. */
export interface PageAccount {
  readonly session: Session;
  readonly clients: DataClients;
}

/**
 * Session and clients need each other: the session reads profiles with a client, a client sends the session's token.
 * Neither happens before both exist, which this function ensures.
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
  // The session has left this browser, in all its tabs, before the service is asked to end it.
  session.store.subscribe(({ status }) => {
    if (status === 'signed-out') reads.end();
    else reads.begin();
  });
  /**
   * The profile decides, whichever request was refused: a refusal may be old, for an account that is allowed in again.
   * Its own request also ends up here.
   */
  function askForProfile() {
    const { status, profileStatus } = session.store.getState();
    if (status === 'signed-in' && profileStatus !== 'loading' && profileStatus !== 'blocked') {
      void session.reloadProfile();
    }
  }
  return { session, clients };
}
