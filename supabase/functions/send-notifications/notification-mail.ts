import { z } from 'zod';
import type { Environment } from '../_shared/environment.ts';
import { button, mailPage, paragraph, signature, small } from '../_shared/mail-frame.ts';
import { factText, personName } from '../_shared/mail-names.ts';
import type { Mail } from '../_shared/mail.ts';
import { newsLabel, newsText } from '../_shared/texts/notifications.ts';
import { endSentence } from '../_shared/texts/values.ts';
import { withUnsubscribing } from '../_shared/unsubscribing.ts';

/** A notification to be mailed, as the database returns it. */
export const notificationSchema = z.object({
  sending_id: z.uuid(),
  kind: z.string(),
  facts: z.record(z.string(), z.unknown()),
  path: z
    .string()
    .regex(/^\/[a-z0-9-][A-Za-z0-9/_.?=&%-]*$/)
    .nullable(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  token: z.string().nullable(),
});
export type NotificationMail = z.infer<typeof notificationSchema>;

/** Facts that are codes, document numbers and times, so they contain no user input. */
const WRITTEN_BY_US: ReadonlySet<string> = new Set(['number', 'version', 'method', 'change']);
const TIME = /^\d{4}-\d{2}-\d{2}(?:T[\d:.+Z-]+)?$/;

/** Facts with people's own words as mails may show them: one line, without addresses. */
const cleaned = (facts: NotificationMail['facts']) =>
  Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      typeof value === 'string' && !WRITTEN_BY_US.has(key) && !TIME.test(value) ? factText(value) : value,
    ]),
  );

/** A notification as a mail: the portal's text, and a link to it. */
export function notificationMail(environment: Environment, news: NotificationMail): Mail {
  const { siteUrl } = environment;
  const { title, sentence } = newsText(news.kind, cleaned(news.facts));
  const name = personName(news.first_name, news.last_name);
  const greeting = name === '' ? 'Guten Tag,' : `Guten Tag ${name},`;
  const link = `${siteUrl}${news.path ?? '/account/notifications'}`;
  const said = sentence === '' ? endSentence(title) : sentence;
  const why =
    news.token === null
      ? `E-Mails „${newsLabel(news.kind)}“ schicken wir immer: Sie betreffen Ihr Geld oder die Sicherheit Ihres Kontos.`
      : 'Welche Benachrichtigungen Sie auf welchem Weg erhalten, wählen Sie im Portal unter Konto, Benachrichtigungen.';
  return withUnsubscribing(
    environment,
    {
      to: news.email,
      subject: title.replace(/\s+/g, ' '),
      text: [greeting, said, `Im Portal öffnen:\n${link}`, why, signature(siteUrl)].join('\n\n'),
      html: mailPage(title, [greeting, said].map(paragraph).join('') + button(link, 'Im Portal öffnen') + small(why)),
    },
    news.token === null ? null : { kind: news.kind, token: news.token },
  );
}
