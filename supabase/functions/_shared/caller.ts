import { z } from 'zod';
import type { Environment } from './environment.ts';
import { Failure } from './failure.ts';

const userSchema = z.object({
  id: z.uuid(),
  banned_until: z.iso.datetime({ offset: true }).nullish(),
  factors: z.array(z.object({ status: z.string() })).nullish(),
});
/** What a token says of its session; the auth server has looked at its signature before this is believed. */
const claimsSchema = z.object({
  session_id: z.uuid().nullish(),
  aal: z.string().nullish(),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
});
type Claims = z.infer<typeof claimsSchema>;
const refusalSchema = z.object({ error_code: z.string() });

/** Who asks, and the access token that proves it. */
export interface Caller {
  readonly id: string;
  readonly token: string;
  /** The sign-in that the token was made for. */
  readonly sessionId: string | null;
}

/**
 * What is asked of an account that has a second factor. `given`: the session gave it · `fresh`: within the last fifteen
 * minutes, for money · `not-yet`: nothing, for the step that comes before it. The database asks the same
 * (`private.nemus_has_given_factor`, `private.nemus_require_fresh_factor`).
 */
export type FactorDemand = 'given' | 'fresh' | 'not-yet';

/** How long a factor counts as given a moment ago, in seconds. */
const FRESH_S = 15 * 60;

function readClaims(token: string): Claims {
  const [, payload = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return claimsSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

function requireFactor({ aal, amr }: Claims, demand: FactorDemand): void {
  if (demand === 'not-yet') return;
  if (aal !== 'aal2') throw new Failure('factor_not_given');
  if (demand === 'given') return;
  const given = amr.filter(({ method }) => /^(totp|mfa\/.+)$/.test(method)).map(({ timestamp }) => timestamp);
  if (Math.max(0, ...given) < Date.now() / 1000 - FRESH_S) throw new Failure('factor_required');
}

/**
 * The account behind the request's access token. Asks the auth server, which also knows who has signed out, and which
 * accepts every kind of token that it issues.
 *
 * @throws {Failure} `not_signed_in`, `account_blocked`, `factor_not_given`, `factor_required`
 */
export async function requireCaller(
  request: Request,
  environment: Environment,
  demand: FactorDemand = 'given',
): Promise<Caller> {
  const authorization = request.headers.get('authorization') ?? '';
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization) ?? [];
  if (!token) throw new Failure('not_signed_in');
  const answer = await fetch(`${environment.supabaseUrl}/auth/v1/user`, {
    headers: { apikey: environment.publishableKey, authorization: `Bearer ${token}` },
  });
  if (answer.status >= 500) throw new Error(`The auth server answered ${answer.status}.`);
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok && refusalSchema.safeParse(body).data?.error_code === 'user_banned') {
    throw new Failure('account_blocked');
  }
  const user = userSchema.safeParse(body);
  if (!answer.ok || !user.success) throw new Failure('not_signed_in');
  const { id, banned_until: until, factors } = user.data;
  // Its sessions ended with the block; a cached answer that predates it must not let the account in.
  if (until && Date.parse(until) > Date.now()) throw new Failure('account_blocked');
  const claims = readClaims(token);
  if (factors?.some(({ status }) => status === 'verified')) requireFactor(claims, demand);
  return { id, token, sessionId: claims.session_id ?? null };
}
