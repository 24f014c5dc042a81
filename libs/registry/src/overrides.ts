import { z } from 'zod';
import { remoteDeclarationSchema } from '@nemus/contract';
import { overrideAddress, storePlace } from './override-address';
import type { RemoteList } from './routes';

/** Longest life of an override, in hours: a working day. */
export const OVERRIDE_HOURS = 8;

/**
 * One area taken from somewhere else, in one browser, for a while: a developer's own build, or a release under
 * diagnosis. It points to a folder with `release.json` and its files.
 */
export const overrideSchema = z.strictObject({
  remote: remoteDeclarationSchema.shape.name,
  /** Address of the folder, with a trailing slash; normalised as browsers will request it. */
  url: z.string().transform((text, context) => {
    const address = overrideAddress(text);
    if (address !== null) return address;
    context.addIssue({ code: 'custom', message: 'An address of a folder, plainly spelled, that ends with "/".' });
    return z.NEVER;
  }),
  /** From this time on, the area comes from its release again. */
  until: z.iso.datetime(),
});
export type Override = z.infer<typeof overrideSchema>;

/** Why an override is not valid. */
export type OverrideProblem =
  | 'malformed'
  | 'not-allowed'
  | 'unlisted-origin'
  | 'beside-store'
  | 'expired'
  | 'too-long'
  | 'unknown-remote';

/** One readable sentence per problem. */
export const OVERRIDE_PROBLEM_TEXTS: Readonly<Record<OverrideProblem, string>> = {
  malformed: 'It is no override.',
  'not-allowed': 'This account may not override areas.',
  'unlisted-origin': "Its origin is not on this portal's list.",
  'beside-store': "It is on the store's server, but in none of its folders.",
  expired: 'Its time is over.',
  'too-long': `It lasts longer than ${OVERRIDE_HOURS} hours.`,
  'unknown-remote': 'No such area is registered.',
};

/** What a portal allows. */
export interface OverridePolicy {
  /** Whether this account may override at all. */
  readonly allowed: boolean;
  /** Root of the release store, which overrides may always point to: its content is signed by its team. */
  readonly storeUrl: string;
  /** Other origins that overrides may point to, such as `http://localhost:4300`. */
  readonly origins: readonly string[];
  readonly registry: RemoteList;
  readonly now: Date;
}

/** Checks an override, wherever it was stored. */
export function openOverride(
  candidate: unknown,
  { allowed, storeUrl, origins, registry, now }: OverridePolicy,
): { readonly ok: true; readonly override: Override } | { readonly ok: false; readonly problem: OverrideProblem } {
  const parsed = overrideSchema.safeParse(candidate);
  if (!parsed.success) return { ok: false, problem: 'malformed' };
  const { remote, url, until } = parsed.data;
  const left = new Date(until).getTime() - now.getTime();
  if (!allowed) return { ok: false, problem: 'not-allowed' };
  const { kind } = storePlace(url, storeUrl);
  if (kind === 'beside') return { ok: false, problem: 'beside-store' };
  if (kind === 'elsewhere' && !origins.includes(new URL(url).origin)) return { ok: false, problem: 'unlisted-origin' };
  if (left <= 0) return { ok: false, problem: 'expired' };
  if (left > OVERRIDE_HOURS * 3_600_000) return { ok: false, problem: 'too-long' };
  if (!registry.remotes.some(({ name }) => name === remote)) return { ok: false, problem: 'unknown-remote' };
  return { ok: true, override: parsed.data };
}
