import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { checkPaymentStatus, fetchCheckoutOrder } from '@nemus/data';
import { boughtToast, CHANGED_BY, notBoughtToast, publishBought } from './purchase';
import type { OpenCheckout } from './open-checkout';

/** Polling interval and duration for an open order, in ms; afterwards the user checks by hand. */
const LOOK_EVERY = 3_000;
const LOOK_FOR = 10 * 60_000;

/** Polling interval for a payment that takes days, in ms. */
const LOOK_EVERY_SLOWLY = 30_000;

export interface CheckoutProgress {
  /** The order, once it is known. */
  readonly orderId: string | null;
  /** The user looks at this page again, and the provider's tab is out of reach, without a payment so far. */
  readonly left: boolean;
  /** The money is on its way, for instance by direct debit. */
  readonly pending: boolean;
  /** Polling has stopped. */
  readonly gaveUp: boolean;
  readonly checking: boolean;
  /** Asks the provider now. */
  readonly check: () => void;
}

/**
 * Detects how a checkout in another tab ends: polls the order, and asks the provider when the user returns, when the
 * other tab is closed, and when another area or tab announces a purchase. Reports the result to the user and every
 * area, once; not while the user is cancelling it (`cancellingRef`).
 */
export function useCheckoutResult(
  open: OpenCheckout | null,
  onEnd: () => void,
  cancellingRef: { readonly current: boolean },
): CheckoutProgress {
  const client = useDataClient();
  const { events, notify } = usePorts();
  const lookup = open?.lookup ?? '';
  const openedAt = open?.openedAt ?? 0;
  const order = useQuery({
    queryKey: ['checkout-order', lookup, openedAt],
    queryFn: () => fetchCheckoutOrder(client, lookup),
    enabled: open !== null,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (Date.now() - openedAt < LOOK_FOR) return LOOK_EVERY;
      return state.data?.status === 'pending' && LOOK_EVERY_SLOWLY;
    },
  });
  const { refetch } = order;
  const status = order.data?.status;
  const sessionId = order.data?.checkout_session_id;

  const { checking, check } = useProviderCheck(sessionId, refetch);
  useWhenBack(open !== null, check);
  const left = useLeftTab(open, check);
  const kind = open?.purchase.kind;
  useEffect(() => kind && events.subscribe(CHANGED_BY[kind], () => void refetch()), [events, kind, refetch]);

  const end = useEffectEvent((state: typeof status) => {
    if (!open || !order.data || cancellingRef.current) return;
    const { purchase } = open;
    const toast = state === 'paid' ? boughtToast(purchase) : notBoughtToast(purchase.kind, order.data);
    if (!toast) return;
    notify(toast);
    if (state === 'paid') publishBought(events, purchase.kind, purchase.kind === 'course' ? purchase : null);
    onEnd();
  });
  useEffect(() => end(status), [status]);

  return {
    orderId: order.data?.id ?? null,
    left,
    pending: status === 'pending',
    gaveUp: order.dataUpdatedAt - openedAt >= LOOK_FOR,
    checking,
    check,
  };
}

/** Asks the provider for the session's state, which also grants a paid purchase, and refetches the order. */
function useProviderCheck(sessionId: string | undefined, refetch: () => Promise<unknown>) {
  const client = useDataClient();
  const [checking, setChecking] = useState(false);
  const busy = useRef(false);
  const check = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    setChecking(true);
    // A check that fails costs nothing: the order is looked at all the same, and the next occasion comes.
    const asked = sessionId === undefined ? Promise.resolve() : checkPaymentStatus(client, sessionId).catch(() => null);
    void asked
      .then(() => refetch())
      .finally(() => {
        busy.current = false;
        setChecking(false);
      });
  }, [client, sessionId, refetch]);
  return { checking, check };
}

/** The reader looks at this tab again. */
function useWhenBack(waiting: boolean, onBack: () => void) {
  useEffect(() => {
    if (!waiting) return undefined;
    window.addEventListener('focus', onBack);
    return () => window.removeEventListener('focus', onBack);
  }, [waiting, onBack]);
}

/** How often the other tab is looked at, in ms. */
const TAB_LOOK_EVERY = 1_000;
/** How long a tab that returned to the portal has to show its result before this one asks the provider. */
const GRACE = 4_000;

/**
 * Whether the provider's tab is out of reach while the user looks at this page; asks once when it is. Out of reach does
 * not mean closed: under our opener policy WebKit calls a tab closed as soon as it shows another site.
 */
function useLeftTab(open: OpenCheckout | null, onLeft: () => void): boolean {
  const [left, setLeft] = useState<OpenCheckout | null>(null);
  const ask = useEffectEvent(onLeft);
  useEffect(() => {
    const tab = open?.tab;
    if (!tab || open.blocked) return undefined;
    let goneFor = 0;
    const timer = setInterval(() => {
      goneFor = tab.isGone() && !document.hidden ? goneFor + TAB_LOOK_EVERY : 0;
      if (goneFor < GRACE) return;
      clearInterval(timer);
      setLeft(open);
      ask();
    }, TAB_LOOK_EVERY);
    return () => clearInterval(timer);
  }, [open]);
  return open !== null && left === open;
}
