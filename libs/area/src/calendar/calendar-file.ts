/** Writes dates as a calendar file: the same code that writes those of mails and subscriptions. */
export { writeCalendarFile } from '../../../../supabase/functions/_shared/documents/calendar';
