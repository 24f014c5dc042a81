import { z } from 'zod';
import type { Database } from '../database/database';
import { authError } from './auth-limits';
import { readClaims } from './claims';
import { parseText } from './json';
import { passwordMatches } from './passwords';

const bodySchema = z.object({ password: z.unknown().optional(), current_password: z.string().catch('') });

const sessionsSchema = z.array(z.object({ email: z.string(), recent: z.boolean(), from_mail: z.boolean() }));

/** Sign-in methods that prove the mailbox, by the auth server's names. */
const SESSION = `
  select u.email, s.created_at > now() - interval '24 hours' as recent,
    exists (select from auth.mfa_amr_claims c where c.session_id = s.id
      and c.authentication_method in ('otp', 'magiclink', 'recovery')) as from_mail
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = $1::uuid and u.id = $2::uuid`;

/** Checks around a change of the password; lite alone sets it for every holder of a token. */
export interface PasswordChanges {
  /**
   * Answers the request instead of lite, or null when the password may be set.
   *
   * @param whoIs asks the auth server whose token the request carries.
   */
  refuse(text: string, token: string, whoIs: () => Promise<Response>): Promise<Response | null>;
  /** Ends the account's other sessions after its password has changed. */
  endOthers(text: string, token: string): Promise<void>;
}

/**
 * The two rules that a hosted project has for a new password: the session is at most a day old (`[auth.email]
 * secure_password_change`), and it came from a mail's link or the request has the current password ("Require current
 * password when updating", which `config.toml` has no name for; here it is always on).
 *
 * @see https://supabase.com/docs/guides/auth/password-security
 */
export function createPasswordChanges(database: Database, secureChange: boolean): PasswordChanges {
  return {
    async refuse(text, token, whoIs) {
      const body = parseText(text, bodySchema);
      if (body?.password === undefined) return null;
      // Without a session, the answer must reveal nothing about a password.
      const known = await whoIs();
      if (!known.ok) return known;
      const claims = readClaims(token);
      const rows = claims && (await database.query(SESSION, [claims.session_id, claims.sub]));
      const [session] = sessionsSchema.parse(rows ?? []);
      if (!session) return authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
      if (secureChange && !session.recent) {
        return authError(400, 'reauthentication_needed', 'Password update requires reauthentication');
      }
      if (session.from_mail) return null;
      const message = 'Current password required when setting new password.';
      if (body.current_password === '') return authError(400, 'current_password_required', message);
      const matches = await passwordMatches(database, session.email, body.current_password);
      return matches ? null : authError(400, 'current_password_invalid', message);
    },

    async endOthers(text, token) {
      const claims = parseText(text, bodySchema)?.password === undefined ? null : readClaims(token);
      if (!claims) return;
      await database.query('delete from auth.sessions where user_id = $1::uuid and id <> $2::uuid', [
        claims.sub,
        claims.session_id,
      ]);
    },
  };
}
