import { z } from 'zod';

/** Deliberate faults of the next events. */
export const webhookFaultsSchema = z.strictObject({
  /** So many events are never sent. */
  drop: z.int().min(0).max(1000).default(0),
  /** So many events are sent more than once, all copies at the same moment. */
  duplicate: z.int().min(0).max(1000).default(0),
  /** How often a duplicated event is sent. */
  copies: z.int().min(2).max(20).default(2),
  /** Every event waits so many milliseconds. */
  delayMs: z.int().min(0).max(600_000).default(0),
  /** Events wait until they are released. */
  hold: z.boolean().default(false),
});
export type WebhookFaults = z.infer<typeof webhookFaultsSchema>;

/** Deliberate faults of the next requests to the API. */
export const outageSchema = z.strictObject({
  requests: z.int().min(0).max(1000),
  /** `refused`: answered with 500 before anything happens; `lost`: carried out, but the answer never arrives. */
  kind: z.enum(['refused', 'lost']).default('refused'),
  /** Only requests with this path prefix, such as `/v1/refunds`; all others go through. */
  path: z.string().default('/'),
});
export type Outage = z.infer<typeof outageSchema>;

/** The planned faults. They are in memory alone: a restart ends them. */
export class Faults {
  webhooks: WebhookFaults = webhookFaultsSchema.parse({});
  outage: Outage = outageSchema.parse({ requests: 0 });

  /** Uses up one planned loss; true when this event shall be lost. */
  takeDrop(): boolean {
    const { drop } = this.webhooks;
    if (drop === 0) return false;
    this.webhooks = { ...this.webhooks, drop: drop - 1 };
    return true;
  }

  /** Uses up one planned duplicate; returns how often this event shall be sent. */
  takeCopies(): number {
    const { duplicate, copies } = this.webhooks;
    if (duplicate === 0) return 1;
    this.webhooks = { ...this.webhooks, duplicate: duplicate - 1 };
    return copies;
  }

  /** Uses up one request of a planned outage; undefined when the API is well. */
  takeOutage(at: string): Outage['kind'] | undefined {
    const { requests, kind, path } = this.outage;
    if (requests === 0 || !at.startsWith(path)) return undefined;
    this.outage = { ...this.outage, requests: requests - 1 };
    return kind;
  }

  clear(): void {
    this.webhooks = webhookFaultsSchema.parse({});
    this.outage = outageSchema.parse({ requests: 0 });
  }
}
