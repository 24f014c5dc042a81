import { z } from 'zod';
import type { LocalTarget } from './target';

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
  const link = /https?:\/\/\S*\/auth\/v1\/verify\S*/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error('The mail has no link.');
  return link;
}

/** Follows a mail's link as a browser does, and says where it leads. */
export async function follow(link: string): Promise<{ page: string; values: URLSearchParams }> {
  const answer = await fetch(link, { redirect: 'manual' });
  const [page = '', fragment = ''] = (answer.headers.get('location') ?? '').split('#');
  return { page, values: new URLSearchParams(fragment) };
}

let count = 0;

/** An address that no account has yet. */
export function newAddress(): string {
  count += 1;
  return `contract.${Date.now()}.${count}@nemus.example`;
}
