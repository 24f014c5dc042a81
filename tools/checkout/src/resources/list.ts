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

/** The fields that begin an object of the provider. @param kind its name in the API */
export const head = <Kind extends string>(kind: Kind) => ({
  id: z.string(),
  object: z.literal(kind),
  created: instantSchema,
  /** The sandbox never takes real money. */
  livemode: z.literal(false),
});
