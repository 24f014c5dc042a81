import type { Subscription } from '@nemus/data';
import type { Tone } from '@nemus/ui';

/** State of a subscription, for users. */
export interface SubscriptionState {
  readonly label: string;
  readonly tone: Tone;
  /** Meaning of `current_period_end`; null when it is obsolete. */
  readonly dateLabel: string | null;
}

/** Describes the payment provider's status. An unknown one is shown as in review. */
export function stateOf({
  status,
  cancel_at_period_end,
}: Pick<Subscription, 'status' | 'cancel_at_period_end'>): SubscriptionState {
  if (status === 'active' && cancel_at_period_end) {
    return { label: 'Gekündigt', tone: 'warning', dateLabel: 'Gültig bis' };
  }
  switch (status) {
    case 'active':
      return { label: 'Aktiv', tone: 'success', dateLabel: 'Nächste Verlängerung' };
    case 'trialing':
      return { label: 'Testphase', tone: 'info', dateLabel: 'Testphase bis' };
    case 'past_due':
    case 'unpaid':
      return { label: 'Zahlung offen', tone: 'warning', dateLabel: 'Bezahlt bis' };
    case 'canceled':
      return { label: 'Gekündigt', tone: 'neutral', dateLabel: 'Gültig bis' };
    case 'incomplete':
    case 'incomplete_expired':
      return { label: 'Nicht abgeschlossen', tone: 'warning', dateLabel: null };
    default:
      return { label: 'In Prüfung', tone: 'info', dateLabel: null };
  }
}
