import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { beginCheckout, type Purchase } from './purchase';
import { useOpenPage, type OpenedPage } from './useOpenPage';
import { useCheckoutResult, type CheckoutProgress } from './useCheckoutResult';

/** A purchase whose page is open at the provider. */
export interface OpenCheckout extends OpenedPage {
  readonly purchase: Purchase;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
}

export interface Checkout {
  /** The session is being made: the buttons wait. */
  readonly opening: boolean;
  /** The page that is open; null when nothing is being bought. */
  readonly open: OpenCheckout | null;
  readonly progress: CheckoutProgress;
  /** Begins a purchase. Call it in the click. */
  readonly begin: (purchase: Purchase) => void;
  /** Stops waiting; the page at the provider stays as it is. */
  readonly dismiss: () => void;
}

/** One purchase after the other on the provider's page, from the click to the result. */
export function useCheckout(kind: Purchase['kind']): Checkout {
  const client = useDataClient();
  const page = useOpenPage(kind);
  const [open, setOpen] = useState<OpenCheckout | null>(null);
  const dismiss = () => setOpen(null);
  const progress = useCheckoutResult(open, dismiss);

  const begin = (purchase: Purchase) => {
    void page
      .open(() => beginCheckout(client, purchase))
      .then((opened) => opened && setOpen({ ...opened, purchase, openedAt: Date.now() }));
  };
  return { opening: page.opening, open, progress, begin, dismiss };
}
