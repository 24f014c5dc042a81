import { z } from 'zod';
import { button, mailPage, paragraph, signature, small } from './mail-frame.ts';
import { personName } from './mail-names.ts';
import type { Mail } from './mail.ts';
import { partName } from './texts/date-parts.ts';
import { moment } from './texts/values.ts';

const detailsSchema = z.object({
  earlier_start: z.string().optional(),
  earlier_end: z.string().optional(),
  earlier_location: z.string().optional(),
  link_changed: z.boolean().optional(),
  reason: z.string().optional(),
  position: z.int().optional(),
  people: z.array(z.string()).optional(),
  /** Parts that were removed. */
  gone: z.array(z.object({ id: z.string(), starts_at: z.string(), ends_at: z.string() })).optional(),
});

const partSchema = z.object({ id: z.string(), title: z.string(), starts_at: z.string(), ends_at: z.string() });

/** A letter about a date for one recipient, as the database returns it. */
export const dateLetterSchema = z.object({
  letter_id: z.uuid(),
  kind: z.enum(['place_confirmed', 'waitlisted', 'promoted', 'moved', 'cancelled', 'place_ended', 'rebooked']),
  audience: z.enum(['participant', 'institution']),
  has_place: z.boolean(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  appointment_id: z.uuid(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  type: z.string(),
  format: z.string(),
  location: z.string(),
  instructor: z.string(),
  details: detailsSchema,
  /** Of a date in several parts; null for one. */
  parts: z.array(partSchema).nullish(),
  changed_at: z.string(),
  /** How often the date or the place has changed, as the page of appointments counts it. */
  sequence: z.int(),
});
export type DateLetter = z.infer<typeof dateLetterSchema>;

/** Kinds after which the date is not in the person's calendar any more. */
export const LEAVES: ReadonlySet<DateLetter['kind']> = new Set(['cancelled', 'place_ended']);

/** Whether a letter is about a part of its date: one that has begun is not taken back. */
export const concerns = ({ kind, changed_at: changed }: DateLetter, part: { readonly starts_at: string }): boolean =>
  !LEAVES.has(kind) || Date.parse(part.starts_at) > Date.parse(changed);

interface Words {
  readonly title: string;
  readonly said: string;
  readonly next: string;
}

/** The sentences of the mail to a participant: what happened, and what comes next. */
const WORDS: Readonly<Record<DateLetter['kind'], Words>> = {
  place_confirmed: {
    title: 'Ihr Platz ist bestätigt',
    said: 'Sie haben einen Platz an diesem Termin.',
    next: 'Der Kalendereintrag liegt bei. Unter „Meine Termine“ finden Sie alles Weitere, auch wenn Sie den Termin ändern möchten.',
  },
  waitlisted: {
    title: 'Sie stehen auf der Warteliste',
    said: 'Dieser Termin ist voll; Sie stehen auf der Warteliste.',
    next: 'Wird bis zur Frist ein Platz frei, rücken Sie von selbst nach, und wir schreiben Ihnen. Danach bieten wir ihn Ihnen an.',
  },
  promoted: {
    title: 'Sie haben jetzt einen Platz',
    said: 'Ein Platz ist frei geworden: Sie sind von der Warteliste nachgerückt.',
    next: 'Der Kalendereintrag liegt bei. Passt der Termin nicht mehr, geben Sie den Platz bitte unter „Meine Termine“ frei.',
  },
  rebooked: {
    title: 'Sie sind umgebucht',
    said: 'Die Akademie hat Sie auf einen anderen Termin Ihres Kurses umgebucht.',
    next: 'Sie müssen nichts bestätigen; der Kalendereintrag liegt bei. Passt der Termin nicht, wählen Sie unter „Meine Termine“ einen anderen oder sagen ihn dort ab; das geht bis zu seinem Beginn.',
  },
  moved: {
    title: 'Ihr Termin hat sich geändert',
    said: 'Die Akademie hat einen Termin geändert, für den Sie einen Platz haben oder auf der Warteliste stehen.',
    next: 'Sie müssen nichts bestätigen. Passt der Termin nicht mehr, wählen Sie bitte unter „Meine Termine“ einen anderen.',
  },
  cancelled: {
    title: 'Ihr Termin ist abgesagt',
    said: 'Die Akademie hat diesen Termin abgesagt.',
    next: 'Ihr Kurs bleibt Ihnen. Bitte wählen Sie unter „Meine Termine“ einen anderen Termin.',
  },
  place_ended: {
    title: 'Ihr Platz ist freigegeben',
    said: 'Sie haben an diesem Termin keinen Platz mehr.',
    next: 'Unter „Meine Termine“ sehen Sie, welche Termine Sie haben.',
  },
};

const FOR_INSTITUTIONS: Partial<Record<DateLetter['kind'], Words>> = {
  moved: {
    title: 'Ein Termin Ihrer PiW hat sich geändert',
    said: 'Die Akademie hat einen Termin geändert, an dem PiW Ihrer Weiterbildungsstätte teilnehmen. Die Personen sind benachrichtigt.',
    next: 'Sie müssen nichts tun.',
  },
  rebooked: {
    title: 'PiW Ihrer Weiterbildungsstätte sind umgebucht',
    said: 'Die Akademie hat PiW Ihrer Weiterbildungsstätte auf einen anderen Termin umgebucht. Die Personen sind benachrichtigt.',
    next: 'Sie müssen nichts tun. Passt der Termin nicht, stornieren Sie die Plätze kostenfrei, bis er beginnt.',
  },
  cancelled: {
    title: 'Ein Termin Ihrer PiW ist abgesagt',
    said: 'Die Akademie hat einen Termin abgesagt, an dem PiW Ihrer Weiterbildungsstätte teilnehmen. Die Personen sind benachrichtigt und wählen einen anderen Termin.',
    next: 'Sie müssen nichts tun.',
  },
};

const at = (time: string) => `${moment.parse(time)} Uhr`;
const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

function factsOf(letter: DateLetter): readonly string[] {
  const { title, starts_at, ends_at, format, location, instructor, details, parts } = letter;
  const { earlier_start, earlier_location, reason, position, people } = details;
  return [
    `Termin: ${oneLine(title)}`,
    ...(parts?.flatMap((part, place) =>
      concerns(letter, part)
        ? [`${oneLine(partName(part, place))}, ${at(part.starts_at)} bis ${at(part.ends_at)}`]
        : [],
    ) ?? [`Zeit: ${at(starts_at)} bis ${at(ends_at)}`]),
    ...(parts?.some((part) => !concerns(letter, part)) === true
      ? ['Teile, die schon besucht sind, zählen weiter.']
      : []),
    ...(details.gone?.map((part) => `Entfällt: ${at(part.starts_at)} bis ${at(part.ends_at)}`) ?? []),
    ...(earlier_start === undefined ? [] : [`Bisheriger Beginn: ${at(earlier_start)}`]),
    `Ort: ${location === '' ? format : `${oneLine(location)} (${format})`}`,
    ...(earlier_location === undefined ? [] : [`Bisheriger Ort: ${oneLine(earlier_location)}`]),
    ...(details.link_changed === true ? ['Der Link zum Termin ist neu; er steht unter „Meine Termine“.'] : []),
    ...(instructor === '' ? [] : [`Leitung: ${oneLine(instructor)}`]),
    ...(position === undefined ? [] : [`Platz auf der Warteliste: ${position}`]),
    ...(reason === undefined ? [] : [`Grund: ${oneLine(reason)}`]),
    ...(people === undefined ? [] : [`Betrifft: ${people.map((name) => personName(name, '')).join(', ')}`]),
  ];
}

/** Informs a recipient about a date: what, when, where, and what comes next. Its link only leads to a page. */
export function dateMail(siteUrl: string, letter: DateLetter): Omit<Mail, 'attachments'> {
  const isParticipant = letter.audience === 'participant';
  const { title, said, next } = (isParticipant ? undefined : FOR_INSTITUTIONS[letter.kind]) ?? WORDS[letter.kind];
  const [path, label] = isParticipant
    ? ['/appointments', 'Zu Ihren Terminen']
    : ['/course-bookings', 'Zu Ihren Buchungen'];
  const link = `${siteUrl}${path}`;
  const name = isParticipant ? personName(letter.first_name, letter.last_name) : '';
  const greeting = name === '' ? 'Guten Tag,' : `Guten Tag ${name},`;
  const facts = factsOf(letter);
  const why = isParticipant
    ? `Sie erhalten diese Nachricht, weil Sie diesen ${letter.kind === 'rebooked' ? 'Kurs gebucht' : 'Termin gewählt'} haben.`
    : 'Sie erhalten diese Nachricht, weil Ihre Weiterbildungsstätte diesen Kurs gebucht hat. Unter „Einstellungen“ bestellen Sie solche Nachrichten ab.';
  return {
    to: letter.email,
    subject: oneLine(`${title}: ${letter.title}`),
    text: [greeting, said, facts.join('\n'), next, link, why, signature(siteUrl)].join('\n\n'),
    html: mailPage(title, [greeting, said, ...facts, next].map(paragraph).join('') + button(link, label) + small(why)),
  };
}
