import { z } from 'zod';
import type { Desk } from './desk.ts';
import { button, mailPage, paragraph, signature, small } from './mail-frame.ts';
import { institutionName, personName } from './mail-names.ts';
import { sendMail, type Mail } from './mail.ts';

/** What the database says of a booking that is to be confirmed. */
export const noticeSchema = z.object({
  email: z.string(),
  institution_name: z.string(),
  course_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  credits_spent: z.number(),
  price_cents: z.number(),
  participants: z.array(z.string()),
});
type Notice = z.infer<typeof noticeSchema>;

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' });
const euro = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

/** Confirms a booking to the institution that made it. */
export function bookingMail(siteUrl: string, notice: Notice): Mail {
  const link = `${siteUrl}/course-bookings`;
  const title = 'Ihre Kursbuchung';
  const greeting = `Guten Tag ${institutionName(notice.institution_name)},`;
  const cost = notice.credits_spent > 0 ? `${notice.credits_spent} Credits` : euro.format(notice.price_cents / 100);
  const facts = [
    `Kurs: ${notice.course_name}`,
    `Zeitraum: ${day.format(new Date(notice.start_date))} bis ${day.format(new Date(notice.end_date))}`,
    `Teilnehmende: ${notice.participants
      .map((name) => personName(name, ''))
      .filter(Boolean)
      .join(', ')}`,
    `Kosten: ${cost}`,
  ];
  const off = 'Diese Nachrichten schalten Sie in den Einstellungen unter „Benachrichtigungen“ aus.';
  return {
    to: notice.email,
    subject: `Buchung bestätigt: ${notice.course_name}`.replace(/\s+/g, ' '),
    text: [greeting, 'Ihre Kursbuchung ist bestätigt.', facts.join('\n'), link, off, signature(siteUrl)].join('\n\n'),
    html: mailPage(
      title,
      [greeting, 'Ihre Kursbuchung ist bestätigt.', ...facts].map(paragraph).join('') +
        button(link, 'Zu den Kursbuchungen') +
        small(off),
    ),
  };
}

const paidNoticeSchema = noticeSchema.extend({ booking_id: z.uuid() });

/**
 * Confirms the booking that a granted checkout paid for, once, whoever grants it first. The booking stands whether or not
 * its mail leaves: a failure is logged, and whoever looks at the payment next tries again.
 */
export async function confirmPaidBooking({ environment, database }: Desk, sessionId: string): Promise<void> {
  try {
    const args = { p_session_id: sessionId };
    const notice = await database.call('nemus_paid_booking_notice', args, paidNoticeSchema.nullable());
    if (!notice) return;
    try {
      await sendMail(environment, bookingMail(environment.siteUrl, notice));
    } catch (error) {
      await database.call('nemus_forget_booking_notice', { p_booking: notice.booking_id }, z.unknown());
      throw error;
    }
  } catch (error) {
    console.error(error);
  }
}
