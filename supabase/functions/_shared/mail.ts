import type { Environment } from './environment.ts';
import { readMailAddress } from './texts/contact.ts';

/** An attachment of a mail. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  /** Base64. */
  readonly content: string;
}

/** Base64 of an attachment's bytes. */
export function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** A mail as the mail service takes it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
  /** Headers that mail programs act on, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Hands a mail over to the mail service.
 *
 * @throws {Error} when none is configured, or it refuses
 */
export async function sendMail({ mailUrl, mailKey }: Environment, mail: Mail): Promise<void> {
  if (!mailUrl) throw new Error('No mail can be sent: MAIL_URL is not set.');
  const answer = await fetch(mailUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(mailKey && { 'x-mail-key': mailKey }) },
    // An address from before domains were stored in punycode.
    body: JSON.stringify({ ...mail, to: readMailAddress(mail.to) ?? mail.to }),
  });
  if (!answer.ok) throw new Error(`The mail service answered ${answer.status}.`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes a text harmless inside of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
