import type { Prices, Subscription, SubscriptionTier } from '@nemus/data';
import { formatCount } from '@nemus/ui';

/** German names of the two plans. */
export const TIER_LABELS: Readonly<Record<SubscriptionTier, string>> = {
  monthly: 'Monatsabonnement',
  yearly: 'Jahresabonnement',
};

/** After which time each plan is charged again. */
export const TIER_PERIODS: Readonly<Record<SubscriptionTier, string>> = { monthly: 'Monat', yearly: 'Jahr' };

/** How a plan is offered. */
export interface Plan {
  readonly tier: SubscriptionTier;
  /** Gross per period, in cents. */
  readonly cents: number;
  readonly popular: boolean;
  /** Its benefits, in short. */
  readonly points: readonly string[];
}

/** The plans on offer (S-8.2): monthly, and yearly with two months free, popular, with priority support. */
export function plansOf(prices: Prices): readonly Plan[] {
  const free = freeMonths(prices);
  return [
    {
      tier: 'monthly',
      cents: prices.monthly,
      popular: false,
      points: [
        'Anfragen an den Support im Portal, mit Antwort',
        'Abrechnung jeden Monat',
        'Zum Ende jedes Monats kündbar',
      ],
    },
    {
      tier: 'yearly',
      cents: prices.yearly,
      popular: true,
      points: [
        ...(free > 0 ? [`${free === 2 ? 'Zwei Monate' : formatCount(free, 'Monat', 'Monate')} gratis`] : []),
        'Anfragen an den Support im Portal, mit Antwort',
        'Priority-Support',
        'Ihre Anfragen werden zuerst beantwortet',
        'Abrechnung einmal im Jahr',
        'Zum Ende jedes Jahres kündbar',
      ],
    },
  ];
}

/** Whole months that a year costs less than twelve single ones. */
export function freeMonths({ monthly, yearly }: Pick<Prices, 'monthly' | 'yearly'>): number {
  return Math.max(0, Math.floor((12 * monthly - yearly) / monthly));
}

/** Statuses in which the database refuses a second subscription. */
const RUNNING: readonly string[] = ['active', 'trialing', 'past_due'];

/** Whether there is a subscription that must end before another one can start. */
export const isRunning = (subscription: Pick<Subscription, 'status'> | null): boolean =>
  subscription !== null && RUNNING.includes(subscription.status);
