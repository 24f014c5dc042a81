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
import { noteChange } from '../reads/read-together';
import type { EarlyData } from '../start/early-data';

interface AreaFrameProps {
  /** Where the data waits that was asked for early; slots have none. */
  readonly early?: EarlyData;
  readonly children: ReactNode;
}

/**
 * What every root of an area stands in, page or slot: theme, data client, query cache,
 * and a router on the shell's history.
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

/** By when it is asked anew for what is shown of earlier, also in a page that is never idle. Milliseconds. */
const ASK_BEHIND_MS = 1_000;

/**
 * Lets go of what was read when the root goes: cached reads know the data client, and with it the whole root; they would
 * keep it for minutes. The shell keeps the answers alone. After every part of the root has let go of its reads.
 */
function useEmptiedCache(queryClient: QueryClient, keepReads: () => void) {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      // Ahead of the parts, each of which lets go of its reads after this: a read without a reader would wait for its
      // end, in a cache that ends in the same task.
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

/** Asks the database again when another area, or another tab, says that something changed. */
function useStaleAfterEvents(queryClient: QueryClient) {
  const { events } = useMount();
  useEffect(() => {
    const stops = PORTAL_EVENT_NAMES.map((name) => {
      try {
        return events.subscribe(name, () => {
          noteChange();
          for (const key of STALE_AFTER[name]) void queryClient.invalidateQueries({ queryKey: [key] });
        });
      } catch {
        // A shell of a contract before this event: nobody publishes it there either.
        return () => undefined;
      }
    });
    return () => stops.forEach((stop) => stop());
  }, [events, queryClient]);
}
