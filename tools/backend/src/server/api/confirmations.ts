import { createHash, randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../database/database';
import type { AuthMailer } from '../engine/auth-mailer';
import { authError } from './auth-limits';
import { passwordMatches } from './passwords';

const accountsSchema = z.array(
  z.object({
    id: z.string(),
    email: z.string(),
    confirmed: z.boolean(),
    email_change: z.string().nullable(),
    raw_user_meta_data: z.record(z.string(), z.unknown()).nullable(),
    identities: z.array(z.unknown()),
  }),
);
type Account = z.infer<typeof accountsSchema>[number];

const ACCOUNT = `
  select u.id, u.email, u.confirmed_at is not null as confirmed, nullif(u.email_change, '') as email_change,
    u.raw_user_meta_data,
    coalesce((select jsonb_agg(to_jsonb(i)) from auth.identities i where i.user_id = u.id), '[]') as identities
  from auth.users u where lower(u.email) = lower($1)`;

/** What goes round lite's own answers about confirmations. */
export interface Confirmations {
  /** Answer to a sign-up with a taken address: the same for every caller, a new mail for the unconfirmed. */
  repeatSignUp(email: string): Promise<Response>;
  /** Sends the mail of a sign-up or of a changed address again. */
  resend(type: string, email: string): Promise<Response>;
  /** Answer to a sign-in before the confirmation: who does not know the password learns nothing. */
  unconfirmedSignIn(email: string, password: string): Promise<Response>;
}

/**
 * lite answers every repeated sign-up and every resend with "…after 59 seconds", for ever. Here they do what GoTrue
 * does: a fresh link for the unconfirmed account, an answer that tells nothing for any other address.
 *
 * @param otpLength digits of the code that the link is made from (`[auth.email] otp_length`).
 */
export function createConfirmations(database: Database, mailer: AuthMailer, otpLength: number): Confirmations {
  async function findAccount(email: string): Promise<Account | null> {
    return accountsSchema.parse(await database.query(ACCOUNT, [email]))[0] ?? null;
  }

  /** A code and its hash as lite's `verify` looks it up. */
  function makeToken(address: string): { code: string; hash: string } {
    const code = Array.from({ length: otpLength }, () => randomInt(10)).join('');
    return {
      code,
      hash: createHash('sha256')
        .update(address.toLowerCase() + code)
        .digest('hex'),
    };
  }

  async function confirmAgain(account: Account): Promise<void> {
    const { code, hash } = makeToken(account.email);
    await database.query(
      'update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1::uuid',
      [account.id, hash],
    );
    await mailer.sendConfirmation(account.email, hash, code);
  }

  async function confirmChangeAgain(account: Account, address: string): Promise<void> {
    const { code, hash } = makeToken(address);
    await database.query(
      `update auth.users set email_change_token_new = $2, email_change_sent_at = now() where id = $1::uuid`,
      [account.id, hash],
    );
    await mailer.sendEmailChange(address, hash, code, { currentEmail: account.email, newEmail: address });
  }

  return {
    async repeatSignUp(email) {
      const account = await findAccount(email);
      const pending = account && !account.confirmed ? account : null;
      if (pending) await confirmAgain(pending);
      const now = new Date().toISOString();
      return Response.json({
        id: pending?.id ?? crypto.randomUUID(),
        aud: 'authenticated',
        role: pending ? 'authenticated' : '',
        email: email.toLowerCase(),
        phone: '',
        confirmation_sent_at: now,
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: pending?.raw_user_meta_data ?? {},
        identities: pending?.identities ?? [],
        created_at: now,
        updated_at: now,
        is_anonymous: false,
      });
    },

    async resend(type, email) {
      const account = await findAccount(email);
      if (account && type === 'signup' && !account.confirmed) await confirmAgain(account);
      if (account?.email_change && type === 'email_change') await confirmChangeAgain(account, account.email_change);
      return Response.json({});
    },

    async unconfirmedSignIn(email, password) {
      return (await passwordMatches(database, email, password))
        ? authError(400, 'email_not_confirmed', 'Email not confirmed')
        : authError(400, 'invalid_credentials', 'Invalid login credentials');
    },
  };
}
