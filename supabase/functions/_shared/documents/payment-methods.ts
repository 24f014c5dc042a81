/** How a purchase was paid. */
export const PAYMENT_METHODS = ['card', 'sepa_debit', 'invoice', 'credits', 'balance', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  card: 'Karte',
  sepa_debit: 'SEPA-Lastschrift',
  invoice: 'Rechnung',
  credits: 'Credits',
  balance: 'Guthaben',
  other: 'Andere Zahlungsart',
};
