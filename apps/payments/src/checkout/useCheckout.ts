import { useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient, useIdle } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { noteResultShown, openPurchasesQuery, type OpenPurchase } from '@nemus/data';
import type { OpenCheckout } from './open-checkout';
import { begunPurchase } from './open-purchase';
import { openProviderTab } from './provider-tab';
import { beginCheckout, publishBought, type Purchase } from './purchase';
import { useCancel, type Cancelling } from './useCancel';
import { useOpenPage } from './useOpenPage';
import { useCheckoutResult, type CheckoutProgress } from './useCheckoutResult';
import { answerOf } from './late-answer';

export interface Checkout {
  /** The session is being made: the buttons wait. */
  readonly opening: boolean;
  /** The page that is open; null when nothing is being bought. */
  readonly open: OpenCheckout | null;
  readonly progress: CheckoutProgress;
  /** Another account is buying the same for this account. */
  readonly elsewhere: boolean;
  /** The last payment failed, and the reader has not closed the notice yet. */
  readonly failed: { readonly title: string; readonly close: () => void } | null;
  /** Begins a purchase at the price that the page shows. Call it in the click. */
  readonly begin: (purchase: Purchase, shownCents: number) => void;
  /** Opens the provider's page again and watches its tab; false when the browser lets no tab open. Call it in the click. */
  readonly reopen: () => boolean;
  /** Stops waiting; the provider's page stays open. Null for purchases that can only be cancelled. */
  readonly dismiss: (() => void) | null;
  /** Gives the purchase up: its page is closed. */
  readonly cancel: Cancelling;
}

/**
 * Handles one purchase at a time on the provider's page, from the click to the result. A product that is bought once is
 * found again after a reload and on every device, and cannot be bought a second time meanwhile.
 *
 * What a purchase needs to know is requested when the page is idle, or by an earlier click, which waits for it:
 * rendering the page comes first.
 *
 * @param isSame whether a running purchase is this one; without it there can be any number of them
 */
export function useCheckout(kind: Purchase['kind'], isSame?: (purchase: OpenPurchase) => boolean): Checkout {
  const client = useDataClient();
  const { userId } = useSession();
  const { events } = usePorts();
  const page = useOpenPage(kind);
  const [begun, setBegun] = useState<OpenCheckout | null>(null);
  const idle = useIdle();
  const known = useQuery({
    ...openPurchasesQuery(client, userId),
    enabled: idle && isSame !== undefined,
    // Another device may have started or finished it meanwhile.
    refetchOnWindowFocus: 'always',
  });
  const found = (isSame && known.data?.find(isSame)) ?? null;
  const open = useFoundCheckout(begun, found);
  const forget = () => {
    setBegun(null);
    if (isSame) void known.refetch();
  };
  const cancellingRef = useRef(false);
  const progress = useCheckoutResult(open, forget, cancellingRef);
  const cancel = useCancel(open, found?.order_id ?? progress.orderId, cancellingRef, forget);

  const start = async (purchase: Purchase, shownCents: number) => {
    const opened = await page.open(async () => {
      const others = isSame ? await answerOf(known) : [];
      // A running purchase is shown instead, by the answer that reports it.
      if (isSame && others?.some((purchase) => isSame(purchase) && stops(purchase))) return null;
      return beginCheckout(client, purchase, shownCents);
    });
    if (!opened) {
      // It was refused, perhaps because it is being bought already.
      if (isSame) void known.refetch();
      return;
    }
    setBegun({ ...opened, lookup: opened.url, purchase, openedAt: Date.now() });
  };
  const reopen = () => {
    if (!open?.url) return false;
    const tab = openProviderTab();
    if (!tab.lead(open.url)) return false;
    setBegun({ ...open, tab, blocked: false });
    return true;
  };
  const closeFailure = ({ session_id: session }: OpenPurchase) => {
    if (session === null) return;
    void noteResultShown(client, session)
      .catch(() => undefined)
      .then(() => known.refetch())
      .then(() => publishBought(events, kind));
  };
  return {
    opening: page.opening,
    open,
    progress,
    elsewhere: found?.is_own === false,
    failed: found?.state === 'failed' ? { title: found.title, close: () => closeFailure(found) } : null,
    begin: (purchase, shownCents) => void start(purchase, shownCents),
    reopen,
    dismiss: isSame ? null : () => setBegun(null),
    cancel,
  };
}

/** The checkout started here, otherwise the one that was found. Keeps its identity over unchanged refetches. */
function useFoundCheckout(begun: OpenCheckout | null, found: OpenPurchase | null): OpenCheckout | null {
  const restored = useMemo(() => restoredCheckout(found), [found]);
  return begun ?? restored;
}

/** Whether a running purchase prevents another one of the same product. */
const stops = (found: OpenPurchase) => !found.is_own || restoredCheckout(found) !== null;

function restoredCheckout(found: OpenPurchase | null): OpenCheckout | null {
  if (!found?.is_own || found.state === 'failed' || found.session_id === null) return null;
  const { session_id: lookup, url, begun_at: at } = found;
  return { purchase: begunPurchase(found), url, lookup, tab: null, blocked: false, openedAt: Date.parse(at) };
}
