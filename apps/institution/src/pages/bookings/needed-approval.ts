import type { BookingToRequest, Budgets } from '@nemus/data';
import { formatCents, formatCount } from '@nemus/ui';

/** Why a booking waits, and for which ways to pay. */
export interface NeededApproval {
  /** Empty: no approval is needed. */
  readonly payments: readonly BookingToRequest['payment'][];
  readonly words: string;
}

/** The part of a booking above the institution's limit. The database checks again, with its own prices. */
export function neededApproval(limit: Budgets['limit'], cost: { credits: number; cents: number }): NeededApproval {
  const credits = limit?.credits ?? null;
  const cents = limit?.cents ?? null;
  const above = [
    ...(credits !== null && cost.credits > credits
      ? [{ payment: 'credits' as const, most: formatCount(credits, 'Credit', 'Credits') }]
      : []),
    ...(cents !== null && cost.cents > cents ? [{ payment: 'card' as const, most: formatCents(cents) }] : []),
  ];
  return {
    payments: above.map(({ payment }) => payment),
    words:
      above.length === 0
        ? ''
        : `Ohne Freigabe sind höchstens ${above.map(({ most }) => most).join(' oder ')} je Buchung möglich.`,
  };
}
