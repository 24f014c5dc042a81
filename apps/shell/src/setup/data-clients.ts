import type { DataClient } from '@nemus/data';
import { SessionError } from '@nemus/session';
import type { PortalConfig } from '@nemus/host/config/config';
import type { Platform } from '../platform/load-platform';

/** The code that makes clients. */
type ClientCode = Pick<Platform, 'createDataClient'>;

/** The page's clients of tables and functions. */
export interface DataClients {
  /**
   * The client of the signed-in account, made with loaded code. It belongs to its account: after a change of account, a
   * save of several steps or a retry is not sent as the new one.
   */
  ownBy(code: ClientCode): DataClient;
  /** The same, once its code has loaded. Rejects when it does not load. */
  own(): Promise<DataClient>;
  /** A client without an account, made with loaded code. */
  visitorBy(code: ClientCode): DataClient;
  /** The same, once its code has loaded. */
  visitor(): Promise<DataClient>;
}

/** @param parts `account` is the signed-in account; `fetch` is the account's; visitors use the browser's. */
export function createDataClients({
  backend,
  code,
  account,
  accessToken,
  fetch,
}: {
  readonly backend: PortalConfig['supabase'];
  readonly code: () => Promise<ClientCode>;
  readonly account: () => string | null;
  readonly accessToken: (refused?: string) => Promise<string | null>;
  readonly fetch: typeof globalThis.fetch;
}): DataClients {
  let made: { readonly userId: string | null; readonly client: DataClient } | undefined;
  const clientOf = (userId: string | null, { createDataClient }: ClientCode) =>
    createDataClient({
      ...backend,
      accessToken: async (refused) => {
        const token = await accessToken(refused);
        if (userId !== null && userId !== account()) throw new SessionError('session_ended', 401, null);
        return token;
      },
      fetch,
    });
  const ownBy = (having: ClientCode) => {
    const userId = account();
    if (made?.userId !== userId) made = { userId, client: clientOf(userId, having) };
    return made.client;
  };
  const visitorBy = ({ createDataClient }: ClientCode) =>
    createDataClient({ ...backend, accessToken: () => Promise.resolve(null) });
  return {
    ownBy,
    own: async () => ownBy(await code()),
    visitorBy,
    visitor: async () => visitorBy(await code()),
  };
}
