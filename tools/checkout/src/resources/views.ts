import type { Invoice, StoredInvoice } from './invoice';
import type { Session, StoredSession } from './session';

/** A session as the API shows it unasked: without its line items and what the sandbox keeps for itself. */
export function sessionView(stored: StoredSession): Session {
  const { line_items: _lineItems, handover: _handover, ...session } = stored;
  return session;
}

/** An invoice as the API shows it unasked: without its payments. */
export function invoiceView(stored: StoredInvoice): Invoice {
  const { payments: _payments, ...invoice } = stored;
  return invoice;
}
