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

/** What stands below the name of a purchase: participants, credits, the period of a subscription. */
export function purchaseDetails({ amount_cents, participants, credits_amount, billing_period }: Transaction): string {
  const parts = [
    amount_cents < 0 ? 'Erstattung' : null,
    participants === null ? null : formatCount(participants, 'teilnehmende Person', 'Teilnehmende'),
    credits_amount === null ? null : creditsText(credits_amount),
    billing_period === null ? null : billing_period === 'yearly' ? 'Jährlich' : 'Monatlich',
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function creditsText(credits: number): string {
  return credits < 0 ? `${formatNumber(-credits)} Credits eingelöst` : `${formatNumber(credits)} Credits`;
}
