import type { RegistryDocument } from './registry';
import { CLOCK_TOLERANCE } from './replay';
import { pinOf } from './signature';
import type { TrustedKeys } from './signature-schema';

/** A span of time, in milliseconds since 1970; the end is exclusive. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/**
 * The time around `now` in which no validity in a registry or its keys begins or ends, so that a text opened at any
 * time in it gives the same result.
 */
export function unchangedSpan(registry: RegistryDocument, trustedKeys: TrustedKeys, now: Date): Span {
  const keys = registry.remotes.flatMap(({ name }) => pinOf(trustedKeys, name)?.keys ?? []);
  const moments = [
    registry.expiresAt,
    ...registry.remotes.flatMap(({ signature }) => signature?.expiresAt ?? []),
    ...keys.flatMap(({ notBefore, notAfter }) => [notBefore ?? [], notAfter ?? []].flat()),
  ].map((moment) => new Date(moment).getTime());
  // After a clock is set back, a document signed just now is dated in the future.
  const begins = registry.remotes.flatMap(({ signature }) =>
    signature ? [new Date(signature.issuedAt).getTime() - CLOCK_TOLERANCE] : [],
  );
  moments.push(...begins);
  const at = now.getTime();
  return {
    from: Math.max(...moments.filter((moment) => moment <= at), 0),
    until: Math.min(...moments.filter((moment) => moment > at)),
  };
}
