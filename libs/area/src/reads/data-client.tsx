import { createContext, useContext } from 'react';
import type { DataClient } from '@nemus/data';

const DataClientContext = createContext<DataClient | null>(null);
export const DataClientProvider = DataClientContext.Provider;

/** The area's access to tables and functions, with the session's token on every request. */
export function useDataClient(): DataClient {
  const client = useContext(DataClientContext);
  if (!client) throw new Error('useDataClient() was called outside of <AreaFrame>.');
  return client;
}
