import type { PaymentMethod, Transaction, TransactionStatus, TransactionType } from '@nemus/data';
import { formatCount, formatNumber, type Tone } from '@nemus/ui';

export const TYPE_LABELS: Readonly<Record<TransactionType, string>> = {
  course: 'Kurs',
  credits: 'Credits',
  subscription: 'Abonnement',
};

/** As specified (specification §4). */
export const STATUS_LABELS: Readonly<Record<TransactionStatus, { readonly text: string; readonly tone: Tone }>> = {
  completed: { text: 'Bezahlt', tone: 'success' },
  pending: { text: 'Ausstehend', tone: 'warning' },
  failed: { text: 'Fehlgeschlagen', tone: 'error' },
};

export const METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  card: 'Karte',
  sepa_debit: 'SEPA-Lastschrift',
  invoice: 'Rechnung',
  credits: 'Credits',
};

/** What stands below the name of a purchase: participants, credits that the name does not tell, a subscription's period. */
export function purchaseDetails(purchase: Transaction): string {
  const { amount_cents, item_name, participants, credits_amount, billing_period } = purchase;
  const credits = credits_amount === null ? null : creditsText(credits_amount);
  const parts = [
    amount_cents < 0 ? 'Erstattung' : null,
    participants === null ? null : formatCount(participants, 'teilnehmende Person', 'Teilnehmende'),
    credits === item_name ? null : credits,
    billing_period === null ? null : billing_period === 'yearly' ? 'Jährlich' : 'Monatlich',
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function creditsText(credits: number): string {
  return credits < 0 ? `${formatNumber(-credits)} Credits verwendet` : `${formatNumber(credits)} Credits`;
}
