/** The invoice address: entered at a payment, saved, shown and changed here. */
export { AddressOffer } from './AddressOffer';
export { BillingAddressCard } from './BillingAddressCard';
export { BillingAddressDialog } from './BillingAddressDialog';
export { useBillingAddress } from './useBillingAddress';
