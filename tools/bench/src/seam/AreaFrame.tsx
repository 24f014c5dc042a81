/** Replaces `libs/area`'s `pages/AreaFrame.tsx`: theme and router are the shell's, one query cache serves all areas. */
import { useEffect, useState, type ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { PORTAL_EVENT_NAMES } from '@nemus/contract';
import { useMount } from '@nemus/contract/react';
import { createAreaData } from './area-data';
import { DataClientProvider } from '../../../../libs/area/src/reads/data-client';
import { STALE_AFTER } from '../../../../libs/area/src/reads/query-client';

export function AreaFrame({ children }: { children: ReactNode }) {
  const mount = useMount();
  const { events } = mount;
  const [{ dataClient, queryClient }] = useState(() => createAreaData(mount));
  useEffect(() => {
    const stops = PORTAL_EVENT_NAMES.map((name) =>
      events.subscribe(name, () => {
        for (const key of STALE_AFTER[name]) void queryClient.invalidateQueries({ queryKey: [key] });
      }),
    );
    return () => stops.forEach((stop) => stop());
  }, [events, queryClient]);
  return (
    <DataClientProvider value={dataClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </DataClientProvider>
  );
}
