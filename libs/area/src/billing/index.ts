/** The invoice address: entered at a payment, saved, shown and changed here. */
export { AddressOffer } from './AddressOffer';
export { BillingAddressCard } from './BillingAddressCard';
export { BillingAddressDialog } from './BillingAddressDialog';
export { BillingAddressFields } from './BillingAddressFields';
export { readBillingForm, type BillingErrors } from './billing-address';
export { useBillingAddress } from './useBillingAddress';
