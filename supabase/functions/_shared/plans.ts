import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from './database.ts';
import { TIERS, type Tier } from './orders.ts';
import { ask, idempotencyKey, idOf } from './provider.ts';

const planSchema = z.object({
  tier: z.enum(TIERS),
  /** Gross per period, in cents. */
  amount_cents: z.int().positive(),
  currency: z.string(),
});
/** A subscription on offer. */
export type Plan = z.infer<typeof planSchema>;

/** The current offers, from the database. */
export const fetchPlans = (database: Database): Promise<Plan[]> =>
  database.call('nemus_plans', {}, z.array(planSchema));

/** What customers read at the provider. */
const TITLES: Readonly<Record<Tier, string>> = {
  monthly: 'Nemus Monatsabonnement',
  yearly: 'Nemus Jahresabonnement',
};
const INTERVALS: Readonly<Record<Tier, 'month' | 'year'>> = { monthly: 'month', yearly: 'year' };

/** The plan behind a price of the provider; null for an unknown price. */
export function tierOf(price: Stripe.Price): Tier | null {
  const interval = price.recurring?.interval;
  return TIERS.find((tier) => INTERVALS[tier] === interval) ?? null;
}

/** Names a price at the provider. The amount is part of it: a changed price in the database is another one there. */
const lookupKey = ({ tier, amount_cents: amount, currency }: Plan): string => `nemus_${tier}_${amount}_${currency}`;

async function lookUp(stripe: Stripe, key: string): Promise<Stripe.Price | undefined> {
  const { data } = await ask(stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }));
  return data[0];
}

/** The provider's price of a plan; created on first use. */
export async function findPlanPrice(stripe: Stripe, plan: Plan): Promise<Stripe.Price> {
  const key = lookupKey(plan);
  const existing = await lookUp(stripe, key);
  if (existing) return existing;
  return ask(
    stripe.prices.create(
      {
        lookup_key: key,
        currency: plan.currency,
        unit_amount: plan.amount_cents,
        tax_behavior: 'inclusive',
        recurring: { interval: INTERVALS[plan.tier] },
        product_data: { name: TITLES[plan.tier] },
      },
      { idempotencyKey: await idempotencyKey('price', key) },
    ),
  );
}

/** Actions of customers in the provider's portal: cancel at the end of the period, and switch between current plans. */
export async function findPortalConfiguration(
  stripe: Stripe,
  plans: readonly Plan[],
  returnUrl: string,
): Promise<string> {
  const mark = ['own-invoices', ...plans.map(lookupKey).toSorted()].join(' ');
  const { data } = await ask(stripe.billingPortal.configurations.list({ active: true, limit: 100 }));
  const existing = data.find(({ metadata }) => metadata?.['nemus_plans'] === mark);
  if (existing) return existing.id;
  const prices = await Promise.all(plans.map((plan) => findPlanPrice(stripe, plan)));
  const products = prices.map((price) => ({ product: idOf(price.product) ?? '', prices: [price.id] }));
  const made = await ask(
    stripe.billingPortal.configurations.create(
      {
        default_return_url: returnUrl,
        features: {
          // One payment has one invoice: ours. The provider's documents have numbers of their own.
          invoice_history: { enabled: false },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: true, mode: 'at_period_end' },
          subscription_update: {
            enabled: true,
            default_allowed_updates: ['price'],
            proration_behavior: 'always_invoice',
            products,
          },
        },
        metadata: { nemus_plans: mark },
      },
      { idempotencyKey: await idempotencyKey('portal', mark, returnUrl) },
    ),
  );
  return made.id;
}
