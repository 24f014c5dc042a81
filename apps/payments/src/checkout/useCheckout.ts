import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { useBillingAddress } from '@nemus/area/billing';
import { DataError, type BillingAddress } from '@nemus/data';
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
  /** Asks to whom the invoice goes; null while nothing is asked. */
  readonly question: AddressQuestion | null;
  /** Begins a purchase. Call it in the click. */
  readonly begin: (purchase: Purchase) => void;
  /** Stops waiting; the page at the provider stays as it is. */
  readonly dismiss: () => void;
}

/** No invoice without an address: the purchase goes on with the answer. */
export interface AddressQuestion {
  /** Call it in the click. */
  readonly answer: (address: BillingAddress) => void;
  readonly cancel: () => void;
}

/** One purchase after the other on the provider's page, from the click to the result. */
export function useCheckout(kind: Purchase['kind']): Checkout {
  const client = useDataClient();
  const page = useOpenPage(kind);
  const [open, setOpen] = useState<OpenCheckout | null>(null);
  const dismiss = () => setOpen(null);
  const progress = useCheckoutResult(open, dismiss);

  const { query, keep } = useBillingAddress();
  const [unaddressed, setUnaddressed] = useState<Purchase | null>(null);
  const start = async (purchase: Purchase, address: BillingAddress | null) => {
    const opened = await page.open(async () => {
      if (address) await keep(address);
      return beginCheckout(client, purchase).catch((error: unknown) => {
        // It was taken for given, and is not.
        if (error instanceof DataError && error.code === 'billing_address_missing') setUnaddressed(purchase);
        throw error;
      });
    });
    if (!opened) return;
    setUnaddressed(null);
    setOpen({ ...opened, purchase, openedAt: Date.now() });
  };
  const begin = (purchase: Purchase) => {
    if (query.data === null) setUnaddressed(purchase);
    else void start(purchase, null);
  };
  const question = unaddressed && {
    answer: (address: BillingAddress) => void start(unaddressed, address),
    cancel: () => setUnaddressed(null),
  };
  return { opening: page.opening, open, progress, question, begin, dismiss };
}
