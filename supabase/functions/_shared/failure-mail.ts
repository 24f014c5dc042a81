import { z } from 'zod';
import type { Desk } from './desk.ts';
import { button, mailPage, paragraph, signature } from './mail-frame.ts';
import { sendMail, type Mail } from './mail.ts';
import { formatMoney } from './texts/values.ts';
import { KINDS } from './orders.ts';
import { greetingOf } from './mail-names.ts';
import { logError } from './log.ts';

const noticeSchema = z.object({
  order_id: z.uuid(),
  email: z.string(),
  name: z.string(),
  user_type: z.enum(['piw', 'institution']),
  kind: z.enum(KINDS),
  title: z.string(),
  amount_cents: z.int(),
});

/** Informs a buyer that a pending payment failed. */
function failureMail(siteUrl: string, notice: z.infer<typeof noticeSchema>): Mail {
  const title = 'Ihre Zahlung ist fehlgeschlagen';
  const courses = notice.user_type === 'institution' ? '/course-bookings?ansicht=buchen' : '/seminar-catalog';
  const link = `${siteUrl}${notice.kind === 'course' ? courses : '/subscription'}`;
  const greeting = greetingOf(notice.name, notice.user_type);
  const facts = [`Kauf: ${notice.title}`, `Betrag: ${formatMoney(notice.amount_cents)}`];
  const what =
    'Die Zahlung wurde von Ihrer Bank nicht ausgeführt. Es wurde nichts freigeschaltet, und Sie schulden uns nichts. Sie können den Kauf im Portal noch einmal beginnen.';
  return {
    to: notice.email,
    subject: `Zahlung fehlgeschlagen: ${notice.title}`.replace(/\s+/g, ' '),
    text: [greeting, facts.join('\n'), what, link, signature(siteUrl)].join('\n\n'),
    html: mailPage(title, [greeting, ...facts, what].map(paragraph).join('') + button(link, 'Noch einmal kaufen')),
  };
}

/**
 * Informs the buyer once that the payment of a checkout failed. The payment's state is recorded whether or not the mail
 * leaves: a failure is logged, and the next check of the payment tries again.
 */
export async function tellFailure({ environment, database }: Desk, sessionId: string): Promise<void> {
  try {
    const args = { p_session_id: sessionId };
    const notice = await database.call('nemus_failure_notice', args, noticeSchema.nullable());
    if (!notice) return;
    try {
      await sendMail(environment, failureMail(environment.siteUrl, notice));
    } catch (error) {
      await database.call('nemus_forget_failure_notice', { p_order_id: notice.order_id }, z.unknown());
      throw error;
    }
  } catch (error) {
    logError(error);
  }
}
