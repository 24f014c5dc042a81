import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { kept, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { openCustomerPortal, subscriptionQuery, type Subscription } from '@nemus/data';
import { useOpenPage } from '../../checkout/useOpenPage';

/** How often, and for how long, a change in the customer portal is looked for, in ms. */
const LOOK_EVERY = 4_000;
const LOOK_FOR = 10 * 60_000;

/** A visit to the customer portal. */
interface Visit {
  readonly openedAt: number;
  readonly blockedUrl: string | null;
}

/**
 * The subscription, and the way to the page that changes it. While that page is open in another tab, changes are
 * looked for, and every area learns of them.
 */
export function useCustomerPortal() {
  const client = useDataClient();
  const { userId } = useSession();
  const { events } = usePorts();
  const page = useOpenPage('portal');
  const [visit, setVisit] = useState<Visit | null>(null);
  const subscription = useQuery({
    ...kept(subscriptionQuery(client, userId)),
    refetchInterval: () => (visit !== null && Date.now() - visit.openedAt < LOOK_FOR ? LOOK_EVERY : false),
  });
  const { data, refetch } = subscription;

  // An unchanged row keeps its identity, so another object is a changed subscription.
  const known = useRef<Subscription | null | undefined>(undefined);
  const compare = useEffectEvent((now: Subscription | null | undefined) => {
    const changed = visit !== null && now !== known.current;
    known.current = now;
    if (changed) events.publish('subscription-changed', {});
  });
  useEffect(() => compare(data), [data]);
  useEffect(() => {
    if (visit === null) return undefined;
    const look = () => void refetch();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [visit, refetch]);

  const open = () => {
    void page
      .open(() => openCustomerPortal(client))
      .then((opened) => opened && setVisit({ openedAt: Date.now(), blockedUrl: opened.blocked ? opened.url : null }));
  };
  return { subscription, opening: page.opening, blockedUrl: visit?.blockedUrl ?? null, open };
}
