import type { Transaction, TransactionStatus, TransactionType } from '@nemus/data';
import { formatCents, formatCount, formatDate, formatEuro, formatNumber, formatUnits, type Tone } from '@nemus/ui';

export const TYPE_LABELS: Readonly<Record<TransactionType, string>> = {
  course: 'Kurs',
  credits: 'Credits',
  subscription: 'Abonnement',
};

/** Verbatim (S-7.10). */
const STATUS_LABELS: Readonly<Record<TransactionStatus, { readonly text: string; readonly tone: Tone }>> = {
  completed: { text: 'Bezahlt', tone: 'success' },
  pending: { text: 'Ausstehend', tone: 'warning' },
  failed: { text: 'Fehlgeschlagen', tone: 'error' },
};

/** How the state of a purchase is called; money that went back, or is still to come, is not "Bezahlt". */
export function purchaseStatus({
  status,
  amount_cents,
  parts,
  payment_method: method,
  is_sample: isSample,
}: Pick<Transaction, 'status' | 'amount_cents' | 'parts'> &
  Partial<Pick<Transaction, 'payment_method' | 'is_sample'>>) {
  if (method === 'invoice' && status === 'completed' && isSample !== true) {
    return { text: amount_cents < 0 ? 'Storniert' : 'Auf Rechnung', tone: 'neutral' } as const;
  }
  return status === 'completed' && amount_cents < 0
    ? ({ text: parts === null ? 'Erstattet' : 'Gutgeschrieben', tone: 'neutral' } as const)
    : STATUS_LABELS[status];
}

export { METHOD_LABELS } from '../../../../supabase/functions/_shared/documents/payment-methods';

/**
 * Details below the name of a purchase: participants, credits that the name does not mention, a subscription's period.
 */
export function purchaseDetails(purchase: Transaction): string {
  const { amount_cents, item_name, participants, credits_amount, billing_period, service_from } = purchase;
  const credits = credits_amount === null ? null : creditsText(credits_amount);
  const back =
    purchase.parts !== null
      ? 'Guthaben für die nächsten Rechnungen'
      : purchase.payment_method === 'invoice'
        ? 'Stornierung'
        : 'Erstattung';
  const details = [
    amount_cents < 0 ? back : null,
    participants === null ? null : formatCount(participants, 'teilnehmende Person', 'Teilnehmende'),
    credits === item_name ? null : credits,
    billing_period === null ? null : billing_period === 'yearly' ? 'Jährlich' : 'Monatlich',
    service_from === null ? null : periodText(service_from, purchase.service_until),
  ];
  return details.filter((detail) => detail !== null).join(' · ');
}

/** "01.11.2026 bis 30.11.2026" */
const periodText = (from: string, until: string | null): string =>
  until === null || until === from ? formatDate(from) : `${formatDate(from)} bis ${formatDate(until)}`;

/** What a plan change charged and credited, one line each. */
export const purchaseParts = ({ parts }: Transaction): readonly string[] =>
  (parts ?? []).map(
    ({ description, gross_cents, service_from, service_until }) =>
      `${description} (${periodText(service_from, service_until)}): ${formatCents(gross_cents)}`,
  );

/** The terms of a sold course (S-4.14), in one line; null when they were not stored. */
export function purchaseTerms({ terms, payment_method }: Transaction): string | null {
  if (terms === null) return null;
  const units = [
    ['Theorie', terms.theory_units],
    ['Praxis', terms.practical_units],
    ['E-Learning', terms.elearning_units],
  ] as const;
  const sum = units.reduce((total, [, own]) => total + own, 0);
  const parts = units.filter(([, own]) => own > 0).map(([name, own]) => `${formatNumber(own)} ${name}`);
  const price =
    payment_method === 'credits' ? `${formatNumber(terms.credit_cost)} Credits` : formatEuro(terms.price_euros);
  return [
    sum === 0 ? null : `${formatUnits(sum)} (${parts.join(', ')})`,
    `${price} je Platz`,
    terms.zfu_number === null ? null : `ZFU-Nummer ${terms.zfu_number}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function creditsText(credits: number): string {
  return credits < 0 ? `${formatNumber(-credits)} Credits verwendet` : `${formatNumber(credits)} Credits`;
}
