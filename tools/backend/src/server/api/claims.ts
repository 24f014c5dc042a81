import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { parseText } from './json';

const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid() });

/** Whose session a token belongs to. */
export type Claims = z.infer<typeof claimsSchema>;

/** Claims of a token that the auth server has checked already, or made itself. */
export function readClaims(token: string): Claims | null {
  return parseText(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(), claimsSchema);
}

/** The token that a request carries; empty without one. */
export const tokenOf = (request: Request): string =>
  (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');

const seconds = z.number();
const headerSchema = z.strictObject({ alg: z.literal('HS256'), typ: z.literal('JWT').optional() });
const payloadSchema = z.looseObject({
  sub: z.string(),
  exp: seconds,
  iat: seconds.optional(),
  nbf: seconds.optional(),
});

/**
 * The claims of a token that the secret has signed and that is valid now; null for every other, also for unusual ones
 * that lite would accept.
 */
export function verifyToken(token: string, secret: string): z.infer<typeof payloadSchema> | null {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const read = (part: string) => Buffer.from(part, 'base64url').toString();
  if (!parseText(read(header), headerSchema)) return null;
  const claims = parseText(read(payload), payloadSchema);
  const now = Math.floor(Date.now() / 1000);
  return claims && claims.exp > now && Math.max(claims.iat ?? 0, claims.nbf ?? 0) <= now ? claims : null;
}
