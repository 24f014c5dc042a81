import type { ProviderTab } from './provider-tab';
import type { BegunPurchase } from './purchase';

/** A purchase whose page is open at the provider. */
export interface OpenCheckout {
  readonly purchase: BegunPurchase;
  /** The provider's page; null if unknown. */
  readonly url: string | null;
  /** Key of the order: the page's address, or the session's id. */
  readonly lookup: string;
  /** Null: it was begun elsewhere, or before a reload. */
  readonly tab: ProviderTab | null;
  /** The tab was blocked: the reader needs the link. */
  readonly blocked: boolean;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
}
