/** The invoice address: asked for at a purchase, shown and changed elsewhere. */
export { BillingAddressCard } from './BillingAddressCard';
export { BillingAddressDialog } from './BillingAddressDialog';
export { useBillingAddress } from './useBillingAddress';
