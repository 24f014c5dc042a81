import { decodeJwt, SignJWT } from 'jose';
import { z } from 'zod';
import type { Database } from '../database/database';
import { authError } from './auth-limits';
import { readClaims } from './claims';
import { readAnswer } from './json';

/** A sign-in method, by the auth server's name. */
export type Method = 'password' | 'otp';

/** The requester of a session. */
export interface Caller {
  readonly userAgent: string | null;
  /** Network address. */
  readonly address: string;
}

/** Adds to lite's sessions the data that a hosted project has. */
export interface Sessions {
  /**
   * Completes an answer that opens or continues a session: records its device and network, and puts its level (`aal`)
   * and its methods (`amr`) into the token. A blocked account gets none. Any other answer is passed on.
   *
   * @param method how the session was opened; null when it continues.
   */
  complete(answer: Response, method: Method | null, caller: Caller): Promise<Response>;
  /** Adds the account's factors to an answer that is an account. */
  completeUser(answer: Response): Promise<Response>;
}

const openedSchema = z.looseObject({ access_token: z.string(), user: z.looseObject({ id: z.uuid() }) });
const userSchema = z.looseObject({ id: z.uuid() });

const METHOD = `
  insert into auth.mfa_amr_claims (id, session_id, authentication_method)
  values (gen_random_uuid(), $1::uuid, $2)
  on conflict (session_id, authentication_method) do update set updated_at = now()`;

/** What a factor shows of itself: never its secret. */
const FACTORS = `
  coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name,
      'factor_type', f.factor_type, 'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at,
      'last_challenged_at', f.last_challenged_at)) order by f.created_at)
    from auth.mfa_factors f where f.user_id = $1::uuid), '[]') as factors`;

const SESSION = `
  update auth.sessions s set user_agent = $3, ip = $4::inet, aal = coalesce(s.aal, 'aal1')
  where s.id = $2::uuid and s.user_id = $1::uuid
  returning s.aal,
    coalesce((select jsonb_agg(jsonb_build_object('method', c.authentication_method,
        'timestamp', extract(epoch from c.updated_at)::bigint) order by c.updated_at desc)
      from auth.mfa_amr_claims c where c.session_id = s.id), '[]') as amr, ${FACTORS}`;

/** Ends the new session of a blocked account; lite checks neither. */
const BLOCKED = `
  with blocked as (select u.id from auth.users u where u.id = $1::uuid and u.banned_until > now()),
    ended as (delete from auth.sessions s using blocked where s.user_id = blocked.id)
  select id from blocked`;

const rowsSchema = z.array(
  z.object({
    aal: z.string(),
    amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
    factors: z.array(z.unknown()),
  }),
);
const factorsSchema = z.array(z.object({ factors: z.array(z.unknown()) }));

/** The answer with another body; its other headers stay. */
function withBody(answer: Response, body: unknown): Response {
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return Response.json(body, { status: answer.status, headers });
}

const read = <T>(answer: Response, schema: z.ZodType<T>) => (answer.ok ? readAnswer(answer, schema) : null);

/**
 * @param secret signs access tokens (HS256).
 * @param issuer address of the sign-in service, as a hosted project names itself in its tokens.
 */
export function createSessions(database: Database, secret: string, issuer: string): Sessions {
  const key = new TextEncoder().encode(secret);
  return {
    async complete(answer, method, { userAgent, address }) {
      const opened = await read(answer, openedSchema);
      const claims = opened && readClaims(opened.access_token);
      if (!opened || !claims) return answer;
      if ((await database.query(BLOCKED, [claims.sub])).length > 0) {
        return authError(400, 'user_banned', method ? 'User is banned' : 'Invalid Refresh Token: User Banned');
      }
      if (method) await database.query(METHOD, [claims.session_id, method]);
      const rows = await database.query(SESSION, [claims.sub, claims.session_id, userAgent, address]);
      const [session] = rowsSchema.parse(rows);
      // Ended at this very moment: the token is still correct.
      if (!session) return answer;
      const { aal, amr, factors } = session;
      const token = await new SignJWT({ ...decodeJwt(opened.access_token), aal, amr })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .sign(key);
      const user = factors.length > 0 ? { ...opened.user, factors } : opened.user;
      return withBody(answer, { ...opened, access_token: token, user });
    },

    async completeUser(answer) {
      const user = await read(answer, userSchema);
      if (!user) return answer;
      const [row] = factorsSchema.parse(await database.query(`select ${FACTORS}`, [user.id]));
      return row && row.factors.length > 0 ? withBody(answer, { ...user, factors: row.factors }) : answer;
    },
  };
}
