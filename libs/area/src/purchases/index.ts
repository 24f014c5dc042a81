/** The list of purchases with its invoices, for every area that shows one. */
export { Purchases, purchaseReads } from './Purchases';
