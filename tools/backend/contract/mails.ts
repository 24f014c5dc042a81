import type { AuthError, Session, SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { newClient, type LocalTarget } from './target';

const mailSchema = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type ReceivedMail = z.infer<typeof mailSchema>;

/** Mails to one address, newest first. */
export async function mailsTo({ mailUrl }: LocalTarget, to: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${mailUrl}/api/messages`);
  return z
    .array(mailSchema)
    .parse(await answer.json())
    .filter((mail) => mail.to === to);
}

/** The link of a mail, from its plain text. */
export function linkOf(mail: ReceivedMail | undefined): string {
  const link = /https?:\/\/\S*\/bestaetigen\?\S*/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error('The mail has no link.');
  return link;
}

/** What a link's page has to send. */
export function partsOf(link: string): { token_hash: string; type: string } {
  const { searchParams } = new URL(link);
  return { token_hash: searchParams.get('token_hash') ?? '', type: searchParams.get('type') ?? '' };
}

/** Does what the button of a link's page does, in a browser that has never been here. */
export async function follow(
  target: LocalTarget,
  link: string,
): Promise<{ client: SupabaseClient; session: Session | null; error: AuthError | null }> {
  const client = newClient(target);
  const { data, error } = await client.auth.verifyOtp(partsOf(link));
  return { client, session: data.session, error };
}

let count = 0;

/** An address that no account has yet. */
export function newAddress(): string {
  count += 1;
  return `contract.${Date.now()}.${count}@nemus.example`;
}
