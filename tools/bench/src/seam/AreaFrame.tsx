/** Stands in for `libs/area`'s `AreaFrame.tsx`: theme and router are the shell's, one query cache serves all areas. */
import { useEffect, useState, type ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { PORTAL_EVENT_NAMES } from '@nemus/contract';
import { useMount } from '@nemus/contract/react';
import { createDataClient, type DataClient } from '@nemus/data';
import { DataClientProvider } from '../../../../libs/area/src/data-client';
import { createQueryClient, STALE_AFTER } from '../../../../libs/area/src/query-client';

const queryClient = createQueryClient();
let dataClient: DataClient | null = null;

export function AreaFrame({ children }: { children: ReactNode }) {
  const { backend, session, events, fetch } = useMount();
  const [client] = useState(() => {
    dataClient ??= createDataClient({ ...backend, accessToken: () => session.getAccessToken(), fetch });
    return dataClient;
  });
  useEffect(() => {
    const stops = PORTAL_EVENT_NAMES.map((name) =>
      events.subscribe(name, () => {
        for (const key of STALE_AFTER[name]) void queryClient.invalidateQueries({ queryKey: [key] });
      }),
    );
    return () => stops.forEach((stop) => stop());
  }, [events]);
  return (
    <DataClientProvider value={client}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </DataClientProvider>
  );
}
