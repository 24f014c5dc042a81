import { z } from 'zod';
import { openDatabaseAs } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { button, mailPage, paragraph, signature, small } from '../_shared/mail-frame.ts';
import { institutionName, personName } from '../_shared/mail-names.ts';
import { sendMail, type Mail } from '../_shared/mail.ts';

const bodySchema = z.strictObject({ bookingId: z.uuid() });

const noticeSchema = z.object({
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

/**
 * Confirms a new booking to the institution by mail, once: `{ bookingId }` → `{ sent }`; false when it wants no mails, and
 * when somebody has asked before.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const database = openDatabaseAs(environment, caller);
  const notice = await database.call('nemus_booking_notice', { p_booking: body.bookingId }, noticeSchema.nullable());
  if (!notice) return { sent: false };
  await sendMail(environment, confirmationMail(environment.siteUrl, notice));
  return { sent: true };
});

function confirmationMail(siteUrl: string, notice: Notice): Mail {
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
