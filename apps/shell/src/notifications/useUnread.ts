import { useCallback, useEffect, useRef, useState } from 'react';
import { whenIdle } from '@nemus/start/idle';
import { usePortal } from '../portal/portal-context';

/** Polling interval of a visible page. */
const EACH_MS = 60_000;
/** Delay of the first count, which must not slow down the start. Safari waits for the page's own first reads. */
const FIRST = { atMostMs: 5_000, otherwiseMs: 1_500 } as const;

/**
 * The account's number of unread news; null while unknown. Fetched when the page is idle, once a minute while it is
 * visible, when it becomes visible, and when news was read here or in another tab. A failure changes nothing.
 *
 * @param userId the signed-in account; null: no requests
 */
export function useUnread(userId: string | null): { readonly unread: number | null; readonly refresh: () => void } {
  const { client } = usePortal();
  const [counted, setCounted] = useState<{ readonly of: string; readonly count: number } | null>(null);
  const counting = useRef<string | null>(null);
  const refresh = useCallback(() => {
    if (userId === null || document.hidden) return;
    counting.current = userId;
    Promise.all([client(), import(/* webpackChunkName: "unread" */ './unread')])
      .then(([own, { fetchUnreadNotifications }]) => fetchUnreadNotifications(own))
      .then(
        (count) => setCounted({ of: userId, count }),
        () => undefined,
      )
      .finally(() => {
        if (counting.current === userId) counting.current = null;
      });
  }, [client, userId]);
  /** Unless an answer is on its way: a tab that becomes visible gets the focus as well. */
  const look = useCallback(() => {
    if (counting.current !== userId) refresh();
  }, [refresh, userId]);

  useEffect(() => {
    if (userId === null) return undefined;
    let over = false;
    const stops: (() => void)[] = [];
    // Neither requests nor code while the page starts.
    stops.push(
      whenIdle(() => {
        look();
        import(/* webpackChunkName: "unread" */ './unread').then(
          ({ onNotificationsRead }) => {
            if (!over) stops.push(onNotificationsRead(refresh));
          },
          () => undefined,
        );
      }, FIRST),
    );
    const timer = window.setInterval(look, EACH_MS);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      over = true;
      for (const stop of stops) stop();
      window.clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [look, refresh, userId]);
  return { unread: counted !== null && counted.of === userId ? counted.count : null, refresh };
}
