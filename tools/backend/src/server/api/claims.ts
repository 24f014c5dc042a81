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
