import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { orderByTransfer } from '@nemus/data';
import { ERROR_TITLES, messageOf, publishBought } from '../../checkout/purchase';

interface AskedOrder {
  /** Chosen once per question: a repeated click is the same order. */
  readonly orderId: string;
  readonly credits: number;
  readonly shownCents: number;
}

/** Orders credits on an invoice: asks first, since no page of a provider follows. */
export function useTransferOrder() {
  const client = useDataClient();
  const queries = useQueryClient();
  const { events, notify } = usePorts();
  const [asked, setAsked] = useState<AskedOrder | null>(null);
  const order = useAction({
    mutationFn: (asking: AskedOrder) => orderByTransfer(client, asking),
    onSuccess: () => {
      setAsked(null);
      publishBought(events, 'credits');
    },
    onError: (error) => notify({ kind: 'error', title: ERROR_TITLES.credits, description: messageOf(error) }),
    // Also after a refusal: the limit, or the price, may have changed.
    onSettled: () => queries.invalidateQueries(),
  });
  return {
    asked,
    ask: (credits: number, shownCents: number) => {
      order.reset();
      setAsked({ orderId: crypto.randomUUID(), credits, shownCents });
    },
    cancel: () => setAsked(null),
    confirm: () => {
      if (asked) order.mutate(asked);
    },
    isPending: order.isPending,
    /** The invoice of the last order. */
    invoice: order.data ?? null,
    close: order.reset,
  };
}
