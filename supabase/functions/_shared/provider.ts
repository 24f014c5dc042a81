import Stripe from 'stripe';
import type { Environment } from './environment.ts';
import { Failure } from './failure.ts';

/** Milliseconds after which an unanswered request counts as lost; users wait for it. */
const TIMEOUT_MS = 15_000;
const RETRIES = 2;

/**
 * The payment provider's SDK. Only a test key may lead it to another host than Stripe's (checked by the environment).
 *
 * @throws {Failure} `provider_missing` in a portal without a provider
 */
export function openProvider({ stripeSecretKey, stripeApiBase }: Environment): Stripe {
  if (stripeSecretKey === undefined) throw new Failure('provider_missing');
  const base = stripeApiBase ? new URL(stripeApiBase) : undefined;
  return new Stripe(stripeSecretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: 'nemus' },
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

/**
 * Waits for the provider's answer.
 *
 * @throws {Failure} `provider_unavailable`, whatever the provider refused: users cannot mend it, the cause is logged
 */
export async function ask<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (cause) {
    throw new Failure('provider_unavailable', { cause });
  }
}

/** Like {@link ask}, but null for objects that the provider does not know. */
export async function askOrNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing') return null;
    throw new Failure('provider_unavailable', { cause });
  }
}

/**
 * A key under which the provider carries a request out once. The same parts give the same key, so a repeated call of
 * the same order never makes a second customer, price or session.
 */
export async function idempotencyKey(...parts: readonly (string | null)[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The id, whether the provider answered it alone or expanded to the whole object. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** The provider's seconds as ISO 8601. */
export const toInstant = (seconds: number): string => new Date(seconds * 1000).toISOString();
