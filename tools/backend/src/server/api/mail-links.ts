import { z } from 'zod';
import type { Database } from '../database/database';
import { authError } from './auth-limits';
import { parseText } from './json';

const bodySchema = z.object({ type: z.string(), token_hash: z.string().min(1) });

const EXPIRED = 'Email link is invalid or has expired';

const FIRST = `
  update auth.users set
    email_change_token_current = nullif(email_change_token_current, $1),
    email_change_token_new = nullif(email_change_token_new, $1),
    email_change_confirm_status = 1
  where $1 in (email_change_token_current, email_change_token_new)
    and email_change_token_current <> '' and email_change_token_new <> ''
    and email_change_sent_at > now() - make_interval(secs => $2)
  returning id`;

/** lite completes a change with the hash of the old mailbox alone: the hash of the new one replaces it. */
const LAST = `
  update auth.users set email_change_token_current = email_change_token_new, email_change_token_new = null
  where email_change_token_new = $1 and coalesce(email_change_token_current, '') = '' and email <> ''`;

/** Wraps lite's `POST /auth/v1/verify`, to which the portal's page behind a mail's link sends the hash. */
export interface MailLinks {
  /** Answers instead of lite; null when lite has to. */
  answer(text: string): Promise<Response | null>;
}

/**
 * Both mailboxes confirm a changed address, in either order, as on a hosted project with `double_confirm_changes`; lite
 * asks the old one alone.
 *
 * @param expiry seconds that a link is valid (`[auth.email] otp_expiry`).
 */
export function createMailLinks(database: Database, both: boolean, expiry: number): MailLinks {
  return {
    async answer(text) {
      const body = parseText(text, bodySchema);
      // lite takes the hash of a sign-up for one of these, which is never mailed here.
      if (body?.type === 'magiclink') return authError(403, 'otp_expired', EXPIRED);
      if (!both || body?.type !== 'email_change') return null;
      const hash = body.token_hash;
      const confirmed = await database.query(FIRST, [hash, expiry]);
      if (confirmed.length > 0) {
        const msg = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
        return Response.json({ code: '200', msg });
      }
      await database.query(LAST, [hash]);
      return null;
    },
  };
}
