import { z } from 'zod';
import type { Database } from './database.ts';
import type { Environment } from './environment.ts';
import { signature, smallLink, withFoot } from './mail-frame.ts';
import type { Mail } from './mail.ts';
import { newsLabel } from './texts/notifications.ts';
import { logError } from './log.ts';

/** A kind of news and the token that unsubscribes from its mails. */
export interface Unsubscribing {
  readonly kind: string;
  readonly token: string;
}

const tokensSchema = z.array(z.object({ letter_id: z.uuid(), kind: z.string(), token: z.string() }));

/**
 * A mail that can be unsubscribed from: by a link to a page with a button, and by mail programs themselves (RFC 8058),
 * which send a POST to the function `unsubscribe`. Neither acts by being opened. Without a token the mail is as it was.
 */
export function withUnsubscribing(environment: Environment, mail: Mail, by: Unsubscribing | null | undefined): Mail {
  if (!by) return mail;
  const query = new URLSearchParams({ link: by.token }).toString();
  const page = `${environment.siteUrl}/abbestellen?${query}`;
  const label = `E-Mails „${newsLabel(by.kind)}“ abbestellen`;
  const end = signature(environment.siteUrl);
  const said = `${label}:\n${page}`;
  return {
    ...mail,
    text: mail.text.endsWith(end) ? `${mail.text.slice(0, -end.length)}${said}\n\n${end}` : `${mail.text}\n\n${said}`,
    html: withFoot(mail.html, smallLink(page, label)),
    headers: {
      'List-Unsubscribe': `<${environment.supabaseUrl}/functions/v1/unsubscribe?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/**
 * Tokens for letters that are about to be sent, by letter; mandatory ones have none. If this fails, the mail leaves
 * without its link: the failure is logged.
 */
export async function unsubscribingOf(
  database: Database,
  letters: readonly string[],
): Promise<ReadonlyMap<string, Unsubscribing>> {
  if (letters.length === 0) return new Map();
  try {
    const tokens = await database.call('nemus_unsubscribe_tokens', { p_letters: letters }, tokensSchema);
    return new Map(tokens.map(({ letter_id: id, ...by }) => [id, by]));
  } catch (error) {
    logError(error);
    return new Map();
  }
}
