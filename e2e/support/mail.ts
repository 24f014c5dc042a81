import { expect } from '@playwright/test';
import { API_URL, MAIL_URL } from '../environment';
import { publishableKey } from './publishable-key';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

function isMail(value: unknown): value is Mail {
  return typeof value === 'object' && value !== null && 'to' in value && 'subject' in value && 'text' in value;
}

/** Newest mail to an address, waited for in the inbox. */
export async function readMail(to: string): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      const body: unknown = await (await fetch(`${MAIL_URL}/api/messages`)).json();
      found = Array.isArray(body) ? body.filter(isMail).find((mail) => mail.to === to) : undefined;
      return found !== undefined;
    }, `a mail to ${to}`)
    .toBe(true);
  if (!found) throw new Error(`No mail to ${to}.`);
  return found;
}

/** The inbox's mails to an address, newest first. */
export async function mailsTo(to: string): Promise<readonly Mail[]> {
  const answer: unknown = await (await fetch(`${MAIL_URL}/api/messages?to=${encodeURIComponent(to)}`)).json();
  return Array.isArray(answer) ? answer.filter(isMail).filter((mail) => mail.to === to) : [];
}

/** Number of mails to an address. */
export const countMails = async (to: string): Promise<number> => (await mailsTo(to)).length;

/** The first link of a mail's text. */
export function linkIn({ text }: Mail): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error('The mail has no link.');
  return link;
}

/** Has the news that are due sent by mail, as the job does each minute. */
export async function sendMails(): Promise<void> {
  const answer = await fetch(`${API_URL}/functions/v1/send-notifications`, {
    method: 'POST',
    headers: { apikey: await publishableKey(), 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`send-notifications: ${await answer.text()}`);
}
