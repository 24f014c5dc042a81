import type {
  BillingAddress,
  CheckoutOrder,
  CreditBalance,
  OpenPurchase,
  OwnTaxes,
  PaymentVerification,
  Subscription,
} from '@nemus/data';

/** Id of the session behind {@link PAGE}. */
export const SESSION_ID = 'cs_test_a1';
export const ORDER_ID = '00000000-0000-4000-8000-0000000000d1';
/** Answer of a function that opens a page of the provider. */
export const PAGE = { url: `http://checkout.test/c/pay/${SESSION_ID}` };

/** Where the account's invoices go. */
export const exampleAddress: BillingAddress = {
  recipient: 'Eva Test',
  street: 'Weg 1',
  extra_line: '',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
};

/** Sold to Germany alone, whose address is known. */
export function exampleTaxes(change: Partial<OwnTaxes> = {}): OwnTaxes {
  const taxed = { category: 'S', rate: 19, note: null };
  return {
    country: 'DE',
    countries: [{ country: 'DE', needs_vat_id: false }],
    kinds: { course: taxed, credits: taxed, subscription: taxed },
    courses: {},
    ...change,
  };
}

export const examplePrices = [
  { item: 'credit', amount_cents: 200 },
  { item: 'monthly', amount_cents: 29_900 },
  { item: 'yearly', amount_cents: 299_000 },
];

export function exampleOrder(change: Partial<CheckoutOrder> = {}): CheckoutOrder {
  return {
    id: ORDER_ID,
    checkout_session_id: SESSION_ID,
    status: 'open',
    credits: null,
    expires_at: '2026-11-03T09:00:00+00:00',
    updated_at: '2026-11-02T09:00:00+00:00',
    ...change,
  };
}

/** A purchase whose page is open. */
export function exampleOpenPurchase(change: Partial<OpenPurchase> = {}): OpenPurchase {
  return {
    order_id: ORDER_ID,
    kind: 'course',
    course_id: '00000000-0000-4000-8000-00000000c001',
    trainee_ids: [],
    title: 'Rechtliche Grundlagen',
    amount_cents: 12_000,
    state: 'open',
    is_own: true,
    session_id: SESSION_ID,
    url: PAGE.url,
    begun_at: '2026-11-22T10:00:00+00:00',
    ...change,
  };
}

export function exampleBalance(available_credits: number): CreditBalance {
  return { institution_id: 'i1', total_credits: 500, used_credits: 500 - available_credits, available_credits };
}

export function exampleSubscription(change: Partial<Subscription> = {}): Subscription {
  return {
    institution_id: 'i1',
    tier: 'yearly',
    status: 'active',
    current_period_end: '2027-03-01T09:00:00+00:00',
    cancel_at_period_end: false,
    ...change,
  };
}

/** A payment of 200 credits. */
export function exampleVerification(change: Partial<PaymentVerification> = {}): PaymentVerification {
  return {
    success: true,
    already_processed: false,
    message: '200 Credits wurden Ihrem Konto hinzugefügt.',
    credits_added: 200,
    available_credits: 700,
    total_credits: 700,
    subscription_tier: null,
    payment_details: { amount_paid: 40_000 },
    status: 'paid',
    kind: 'credits',
    ...change,
  };
}
