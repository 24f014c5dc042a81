import { z } from 'zod';
import type { ProjectConfig } from '../../config/config';
import type { Database } from '../../database/database';
import { authError } from '../auth-limits';
import { readClaims, tokenOf, type Claims } from '../claims';
import { parseText } from '../json';
import { ACCOUNT, CHALLENGE, ENROL, FACTOR, FORGET_UNFINISHED, OPEN_CHALLENGE, REMOVE, TAKE } from './statements';
import { makeSecret, stepOf } from './totp';

/** Seconds in which a challenge has to be answered, as in a hosted project. */
const CHALLENGE_SECONDS = 300;

/** What a factor's endpoints need from round them. */
export interface FactorsOptions {
  readonly database: Database;
  readonly mfa: ProjectConfig['auth']['mfa'];
  /** Whom an authenticator app shows: the portal's host. */
  readonly issuer: string;
  /** Counts an attempt at an account's codes, from any caller; returns a refusal when they are too many. */
  limit(accountId: string): Promise<Response | null>;
}

/** Calls the auth server on behalf of a request. */
export interface AuthServer {
  /** Whose token the request carries. */
  whoIs(): Promise<Response>;
  /** A fresh pair of tokens for the session of a refresh token. */
  refresh(refreshToken: string): Promise<Response>;
}

/** `/auth/v1/factors`, which lite does not have. */
export interface Factors {
  /** Answers a request to one of the endpoints; null for any other address. */
  answer(request: Request, url: URL, text: string, address: string, auth: AuthServer): Promise<Response | null>;
  /** Refuses to change password or address in a session without the factor that the account has. */
  refuseUpdate(text: string, token: string, whoIs: AuthServer['whoIs']): Promise<Response | null>;
}

const PLACE = /^\/auth\/v1\/factors(?:\/([0-9a-f-]{36})(?:\/(challenge|verify))?)?$/;

const enrolSchema = z.object({
  factor_type: z.string(),
  friendly_name: z.string().max(255).nullish(),
  issuer: z.string().max(255).nullish(),
});
const verifySchema = z.object({ challenge_id: z.uuid(), code: z.string() });
const updateSchema = z.object({ password: z.unknown(), email: z.unknown() });

const accountSchema = z.object({
  email: z.string(),
  is_strong: z.boolean().nullable(),
  is_guarded: z.boolean(),
  factors: z.number(),
});
const factorSchema = z.object({ id: z.uuid(), status: z.string(), secret: z.string() });
const createdSchema = z.object({ id: z.uuid() });
const challengeSchema = z.object({ id: z.uuid(), expires_at: z.coerce.number() });
const openSchema = z.object({ is_ours: z.boolean(), is_over: z.boolean() });
const takenSchema = z.object({ refresh_token: z.string() });

const notFound = () => authError(404, 'mfa_factor_not_found', 'Factor not found');
const badRequest = (message: string) => authError(400, 'validation_failed', message);

/** Multi-factor authentication by codes of an authenticator app (TOTP), with the words of GoTrue. */
export function createFactors({ database, mfa, issuer, limit }: FactorsOptions): Factors {
  async function first<T>(schema: z.ZodType<T>, statement: string, parameters: readonly unknown[]): Promise<T | null> {
    const [row] = await database.query(statement, parameters);
    return row === undefined ? null : schema.parse(row);
  }

  const accountOf = ({ session_id: session, sub }: Claims) => first(accountSchema, ACCOUNT, [session, sub]);

  async function enrol(text: string, claims: Claims): Promise<Response> {
    const body = parseText(text, enrolSchema);
    if (!body) return badRequest('Could not parse request body as JSON');
    if (body.factor_type !== 'totp') return badRequest('factor_type needs to be totp');
    if (!mfa.totp.enroll_enabled) {
      return authError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
    }
    await database.query(FORGET_UNFINISHED, [claims.sub]);
    const account = await accountOf(claims);
    if (!account) return notFound();
    if (account.is_guarded && !account.is_strong) {
      return authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    }
    if (account.factors >= mfa.max_enrolled_factors) {
      const message = 'Maximum number of verified factors reached, unenroll to continue';
      return authError(422, 'too_many_enrolled_mfa_factors', message);
    }
    const name = body.friendly_name ?? '';
    const { secret, uri, qrCode } = await makeSecret(body.issuer || issuer, account.email);
    const factor = await first(createdSchema, ENROL, [claims.sub, name, secret]);
    if (!factor) {
      const message = `A factor with the friendly name "${name}" for this user already exists`;
      return authError(422, 'mfa_factor_name_conflict', message);
    }
    return Response.json({ id: factor.id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode, secret, uri } });
  }

  async function challenge(id: string, claims: Claims, address: string): Promise<Response> {
    const asked = await first(challengeSchema, CHALLENGE, [id, claims.sub, address, CHALLENGE_SECONDS]);
    return asked ? Response.json({ ...asked, type: 'totp' }) : notFound();
  }

  async function verify(
    id: string,
    text: string,
    claims: Claims,
    address: string,
    auth: AuthServer,
  ): Promise<Response> {
    const body = parseText(text, verifySchema);
    if (!body) return badRequest('challenge_id and code are required');
    if (!mfa.totp.verify_enabled) {
      return authError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP');
    }
    const factor = await first(factorSchema, FACTOR, [id, claims.sub]);
    if (!factor) return notFound();
    const open = await first(openSchema, OPEN_CHALLENGE, [body.challenge_id, factor.id, address, CHALLENGE_SECONDS]);
    if (!open) return authError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
    if (!open.is_ours) {
      return authError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
    }
    if (open.is_over) {
      const message = `MFA challenge ${body.challenge_id} has expired, verify against another challenge or create a new challenge.`;
      return authError(422, 'mfa_challenge_expired', message);
    }
    // After the cheap refusals, before the code: guesses from many addresses still count for one account.
    const tooMany = await limit(claims.sub);
    if (tooMany) return tooMany;
    const refused = authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    const step = await stepOf(body.code, factor.secret);
    if (step === null) return refused;
    const taken = await first(takenSchema, TAKE, [factor.id, claims.sub, step, body.challenge_id, claims.session_id]);
    // The same code again, or the same challenge at the same moment.
    return taken ? auth.refresh(taken.refresh_token) : refused;
  }

  async function remove(id: string, claims: Claims): Promise<Response> {
    const factor = await first(factorSchema, FACTOR, [id, claims.sub]);
    if (!factor) return notFound();
    const account = await accountOf(claims);
    if (factor.status === 'verified' && !account?.is_strong) {
      return authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    const removed = await first(createdSchema, REMOVE, [id, claims.sub]);
    return removed ? Response.json(removed) : notFound();
  }

  return {
    async answer(request, url, text, address, auth) {
      const place = PLACE.exec(url.pathname);
      if (!place) return null;
      const known = await auth.whoIs();
      if (!known.ok) return known;
      const claims = readClaims(tokenOf(request));
      if (!claims) return authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
      const [, id, action] = place;
      if (request.method === 'POST' && id === undefined) return enrol(text, claims);
      if (request.method === 'POST' && id !== undefined && action === 'challenge')
        return challenge(id, claims, address);
      if (request.method === 'POST' && id !== undefined && action === 'verify') {
        return verify(id, text, claims, address, auth);
      }
      if (request.method === 'DELETE' && id !== undefined && action === undefined) return remove(id, claims);
      return authError(405, 'method_not_allowed', 'Method not allowed');
    },

    async refuseUpdate(text, token, whoIs) {
      const body = parseText(text, updateSchema.partial());
      const claims = readClaims(token);
      if (!claims || (body?.password === undefined && body?.email === undefined)) return null;
      const known = await whoIs();
      if (!known.ok) return known;
      const account = await accountOf(claims);
      if (!account?.is_guarded || account.is_strong) return null;
      if (body.password === undefined && body.email === account.email) return null;
      const message = 'AAL2 session is required to update email or password when MFA is enabled.';
      return authError(401, 'insufficient_aal', message);
    },
  };
}
