import { useEffect, useRef, useState, type ReactNode } from 'react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { PORTAL_EVENT_NAMES } from '@nemus/contract';
import { PortRouter, useColorScheme, useMount } from '@nemus/contract/react';
import { whenIdle } from '@nemus/start/idle';
import { AreaTheme } from '@nemus/ui';
import { FactorQuestion } from '../factors/FactorQuestion';
import { createAreaData } from '../reads/area-data';
import { DataClientProvider } from '../reads/data-client';
import { STALE_AFTER } from '../reads/query-client';
import { recoverReads } from '../reads/recovery';
import type { EarlyData } from '../start/early-data';

interface AreaFrameProps {
  /** Where prefetched data waits; slots have none. */
  readonly early?: EarlyData;
  readonly children: ReactNode;
}

/**
 * The frame of every root of an area, its page's and that of its pieces: theme, data client, query cache, and a router on the shell's
 * history.
 */
export function AreaFrame({ early, children }: AreaFrameProps) {
  const mount = useMount();
  const colorScheme = useColorScheme();
  const [{ dataClient, queryClient, askBehind, keepReads }] = useState(
    () => early?.take(mount) ?? createAreaData(mount),
  );
  useStaleAfterEvents(queryClient);
  useEmptiedCache(queryClient, keepReads);
  useEffect(() => recoverReads(queryClient), [queryClient]);
  useEffect(() => whenIdle(askBehind, { atMostMs: ASK_BEHIND_MS }), [askBehind]);
  return (
    <AreaTheme colorScheme={colorScheme}>
      <DataClientProvider value={dataClient}>
        <QueryClientProvider client={queryClient}>
          <PortRouter navigation={mount.navigation} basePath={mount.basePath}>
            <FactorQuestion>{children}</FactorQuestion>
          </PortRouter>
        </QueryClientProvider>
      </DataClientProvider>
    </AreaTheme>
  );
}

/** When data from an earlier visit is refetched at the latest, even in a page that is never idle. Milliseconds. */
const ASK_BEHIND_MS = 1_000;

/**
 * Clears the cache when the root unmounts: cached reads refer to the data client, and with it to the whole root, and
 * would keep it in memory for minutes. The shell only keeps the answers. Runs after every part of the root has released
 * its reads.
 */
function useEmptiedCache(queryClient: QueryClient, keepReads: () => void) {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      // Rendered before the parts, so that its clean-up runs after theirs: a read without an observer would otherwise
      // wait to be collected, in a cache that is destroyed in the same task.
      for (const query of queryClient.getQueryCache().getAll()) {
        query.setOptions({ ...query.options, gcTime: Number.POSITIVE_INFINITY });
      }
      queueMicrotask(() => {
        if (!isGone.current) return;
        keepReads();
        queryClient.getQueryCache().clear();
      });
    };
  }, [queryClient, keepReads]);
}

/** Refetches when another area, or another tab, announces a change. */
function useStaleAfterEvents(queryClient: QueryClient) {
  const { events } = useMount();
  useEffect(() => {
    const stops = PORTAL_EVENT_NAMES.map((name) => {
      try {
        return events.subscribe(name, () => {
          for (const key of STALE_AFTER[name]) void queryClient.invalidateQueries({ queryKey: [key] });
        });
      } catch {
        // A shell of a contract before this event: it is never published there.
        return () => undefined;
      }
    });
    return () => stops.forEach((stop) => stop());
  }, [events, queryClient]);
}
