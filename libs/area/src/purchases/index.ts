/** The list of purchases with its invoices, for every area that shows one. */
export { Purchases, purchaseReads } from './Purchases';
export { OwnTransfers } from './OwnTransfers';
/** Parts of it, for lists of documents of many accounts. */
export { drawInvoice } from './draw-invoice';
export { documentName } from './invoice-words';
