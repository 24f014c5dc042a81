import { z } from 'zod';

/** The provider's envelope around several objects. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean(), url: z.string() });

/** An unpaged list, as the provider nests it in other objects. */
export const nestedList = <T>(data: readonly T[], url: string) => ({
  object: 'list' as const,
  data: [...data],
  has_more: false,
  url,
});

export const metadataSchema = z.record(z.string(), z.string());
/** Seconds since 1970, the provider's measure of time. */
export const instantSchema = z.int();
/** Amount in the currency's smallest unit (cents). */
export const amountSchema = z.int();
/** The sandbox never takes real money. */
export const testMode = z.literal(false);
