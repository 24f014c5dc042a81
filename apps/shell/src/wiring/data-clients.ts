import type { DataClient } from '@nemus/data';
import type { PortalConfig } from '../config/config';
import type { Platform } from '../platform/load-platform';
import { holdingChanges } from './holding-changes';

/** The code that makes clients. */
type ClientCode = Pick<Platform, 'createDataClient'>;

/** The page's clients of tables and functions. */
export interface DataClients {
  /** The one client of the signed-in account, made with code that is there. */
  ownBy(code: ClientCode): DataClient;
  /** One that sends only reads, by their method, until an area is opened: for what it asks while it is pointed at. */
  holdingBy(code: ClientCode, opened: Promise<void>): DataClient;
  /** The same, once its code is there. Rejects when it does not come. */
  own(): Promise<DataClient>;
  /** A client that asks as nobody. */
  visitor(): Promise<DataClient>;
}

/** @param parts `fetch` is the account's; visitors ask by the browser's. */
export function createDataClients({
  backend,
  code,
  accessToken,
  fetch,
}: {
  readonly backend: PortalConfig['supabase'];
  readonly code: () => Promise<ClientCode>;
  readonly accessToken: (refused?: string) => Promise<string | null>;
  readonly fetch: typeof globalThis.fetch;
}): DataClients {
  let made: DataClient | undefined;
  const ownBy = ({ createDataClient }: ClientCode) => (made ??= createDataClient({ ...backend, accessToken, fetch }));
  return {
    ownBy,
    holdingBy: ({ createDataClient }, opened) =>
      createDataClient({ ...backend, accessToken, fetch: holdingChanges(fetch, opened) }),
    own: async () => ownBy(await code()),
    visitor: async () => {
      const { createDataClient } = await code();
      return createDataClient({ ...backend, accessToken: () => Promise.resolve(null) });
    },
  };
}
