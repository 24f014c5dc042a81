import { z } from 'zod';
import type { Environment } from './environment.ts';
import { Failure } from './failure.ts';

const userSchema = z.object({ id: z.uuid(), banned_until: z.iso.datetime({ offset: true }).nullish() });
const refusalSchema = z.object({ error_code: z.string() });

/** Who asks, and the access token that proves it. */
export interface Caller {
  readonly id: string;
  readonly token: string;
}

/**
 * The account behind the request's access token. Asks the auth server, which also knows who has signed out, and which
 * accepts every kind of token that it issues.
 *
 * @throws {Failure} `not_signed_in`, `account_blocked`
 */
export async function requireCaller(request: Request, environment: Environment): Promise<Caller> {
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
  const { id, banned_until: until } = user.data;
  // Its sessions ended with the block; an answer that knows of both is no reason to let it in.
  if (until && Date.parse(until) > Date.now()) throw new Failure('account_blocked');
  return { id, token };
}
