import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { cancelPurchase } from '@nemus/data';
import type { OpenCheckout } from './open-checkout';
import { messageOf, publishBought } from './purchase';

/** The way to give a purchase up. */
export interface Cancelling {
  readonly busy: boolean;
  readonly run: () => void;
}

/** Cancels a purchase, and reports the result. */
export function useCancel(
  open: OpenCheckout | null,
  orderId: string | null,
  cancellingRef: { current: boolean },
  onEnd: () => void,
): Cancelling {
  const client = useDataClient();
  const { events, notify } = usePorts();
  const [busy, setBusy] = useState(false);
  const run = () => {
    if (!open || orderId === null || cancellingRef.current) return;
    cancellingRef.current = true;
    setBusy(true);
    void cancelPurchase(client, orderId)
      .then(({ cancelled, message }) =>
        notify(
          cancelled
            ? { kind: 'success', title: 'Kauf abgebrochen', description: message }
            : { kind: 'info', title: 'Kauf nicht abgebrochen', description: message },
        ),
      )
      .catch((error: unknown) =>
        notify({ kind: 'error', title: 'Kauf nicht abgebrochen', description: messageOf(error) }),
      )
      .finally(() => {
        cancellingRef.current = false;
        setBusy(false);
        onEnd();
        publishBought(
          events,
          open.purchase.kind,
          open.purchase.kind === 'course' ? { courseId: open.purchase.courseId } : null,
        );
      });
  };
  return { busy, run };
}
