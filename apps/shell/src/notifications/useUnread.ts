import { useCallback, useEffect, useState } from 'react';
import { whenIdle } from '@nemus/start/idle';
import { usePortal } from '../portal/portal-context';

/** How often a page that is looked at asks. */
const EACH_MS = 60_000;
/** When the first count is asked for: it costs the start nothing. Safari waits for the page's own first reads. */
const FIRST = { atMostMs: 5_000, otherwiseMs: 1_500 } as const;

/**
 * How many news of the account are unread; null while nobody knows. Asked when the page is idle, once a minute while it is
 * looked at, when it is looked at again, and when news were read here or in another tab. A failure changes nothing.
 *
 * @param userId the signed-in account; null: nothing is asked
 */
export function useUnread(userId: string | null): { readonly unread: number | null; readonly refresh: () => void } {
  const { client } = usePortal();
  const [counted, setCounted] = useState<{ readonly of: string; readonly count: number } | null>(null);
  const refresh = useCallback(() => {
    if (userId === null || document.hidden) return;
    Promise.all([client(), import(/* webpackChunkName: "notifications" */ './lazy-panel')])
      .then(([own, { fetchUnreadNotifications }]) => fetchUnreadNotifications(own))
      .then(
        (count) => setCounted({ of: userId, count }),
        () => undefined,
      );
  }, [client, userId]);

  useEffect(() => {
    if (userId === null) return undefined;
    let over = false;
    const stops: (() => void)[] = [];
    // Nothing of it while the page starts, its code neither.
    stops.push(
      whenIdle(() => {
        refresh();
        import(/* webpackChunkName: "notifications" */ './lazy-panel').then(
          ({ onNotificationsRead }) => {
            if (!over) stops.push(onNotificationsRead(refresh));
          },
          () => undefined,
        );
      }, FIRST),
    );
    const timer = window.setInterval(refresh, EACH_MS);
    window.addEventListener('focus', refresh);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      over = true;
      for (const stop of stops) stop();
      window.clearInterval(timer);
      window.removeEventListener('focus', refresh);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [refresh, userId]);
  return { unread: counted !== null && counted.of === userId ? counted.count : null, refresh };
}
