import { z } from 'zod';
import { remoteDeclarationSchema } from '@nemus/contract';
import { overrideAddress, storePlace } from './override-address';
import type { RemoteList } from './routes';

/** Longest life of an override, in hours: a working day. */
export const OVERRIDE_HOURS = 8;

/**
 * One area taken from somewhere else, in one browser, for a while: a developer's own build, or a release under
 * diagnosis. What it points to is a folder with `release.json` and its files.
 */
export const overrideSchema = z.strictObject({
  remote: remoteDeclarationSchema.shape.name,
  /** Address of the folder, with a trailing slash; read as browsers will ask for it. */
  url: z.string().transform((text, context) => {
    const address = overrideAddress(text);
    if (address !== null) return address;
    context.addIssue({ code: 'custom', message: 'An address of a folder, plainly spelled, that ends with "/".' });
    return z.NEVER;
  }),
  /** The area comes from its release again from this time on. */
  until: z.iso.datetime(),
});
export type Override = z.infer<typeof overrideSchema>;

/** Why an override does not count. */
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
  /** Root of the release store, where every override may point to: what lies there is signed by its team. */
  readonly storeUrl: string;
  /** Other origins that overrides may point to, such as `http://localhost:4300`. */
  readonly origins: readonly string[];
  readonly registry: RemoteList;
  readonly now: Date;
}

/** Checks one override, wherever it was kept since it was made. */
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
