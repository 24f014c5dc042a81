import { z } from 'zod';
import type { Place } from './database.ts';
import { button, mailPage, paragraph, signature, small } from './mail-frame.ts';
import { institutionName, personName } from './mail-names.ts';
import { sendMail, type Mail } from './mail.ts';
import { claimedSchema, sendEach } from './send-each.ts';
import { unsubscribingOf, withUnsubscribing } from './unsubscribing.ts';
import { logError } from './log.ts';

const letterSchema = z.object({
  letter_id: z.uuid(),
  kind: z.enum(['booked', 'moved', 'cancelled']),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  institution_name: z.string().nullable(),
  course_name: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  earlier_start: z.iso.date().nullable(),
  /** The person chooses a date of the course; the days are meaningless then. */
  has_dates: z.boolean().default(false),
});
/** A booking for its trainee, as the database returns it. */
export type TraineeLetter = z.infer<typeof letterSchema>;

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' });
const dayOf = (date: string) => day.format(new Date(date));

/** The sentences of a mail, and the next steps. */
const WORDS: Readonly<
  Record<TraineeLetter['kind'], { title: string; said: (by: string) => string; next: string; button: string }>
> = {
  booked: {
    title: 'Ein Kurs ist für Sie gebucht',
    said: (by) => `${by} hat einen Kurs für Sie gebucht.`,
    next: 'Für Sie entstehen keine Kosten, und Sie müssen nichts bestätigen. Unter „Meine Termine“ finden Sie den Kurs und Ihren nächsten Schritt.',
    button: 'Zu Ihren Terminen',
  },
  moved: {
    title: 'Ihr Kurs ist verschoben',
    said: (by) => `${by} hat den Beginn Ihres Kurses verschoben.`,
    next: 'Sie müssen nichts bestätigen. Passt der neue Zeitraum nicht, sprechen Sie bitte mit Ihrer Weiterbildungsstätte.',
    button: 'Zu Ihren Terminen',
  },
  cancelled: {
    title: 'Ihr Kurs ist abgesagt',
    said: (by) =>
      `Ihr Platz in diesem Kurs, den ${by} gebucht hatte, besteht nicht mehr. Ihr Zugang zum Kurs ist beendet.`,
    next: 'Bei Fragen dazu sprechen Sie bitte mit Ihrer Weiterbildungsstätte. Weitere Kurse finden Sie im Seminarkatalog.',
    button: 'Zu Ihren Terminen',
  },
};

/** The next steps after a booking of a course with dates. */
const CHOOSE_NEXT =
  'Für Sie entstehen keine Kosten. Bitte wählen Sie unter „Meine Termine“ den Termin, an dem Sie teilnehmen.';

/** Informs a trainee about a booking: what, when, by whom, and what comes next. Its link only leads to a page. */
function traineeMail(siteUrl: string, letter: TraineeLetter): Mail {
  const link = `${siteUrl}/appointments`;
  const { title, said, next: usual, button: label } = WORDS[letter.kind];
  const chooses = letter.has_dates && letter.kind === 'booked';
  const next = chooses ? CHOOSE_NEXT : usual;
  const by = institutionName(letter.institution_name);
  const name = personName(letter.first_name, letter.last_name);
  const greeting = name === '' ? 'Guten Tag,' : `Guten Tag ${name},`;
  const facts = [
    `Kurs: ${letter.course_name}`,
    ...(letter.has_dates ? [] : [`Zeitraum: ${dayOf(letter.start_date)} bis ${dayOf(letter.end_date)}`]),
    ...(chooses ? ['Termin: wählen Sie selbst'] : []),
    ...(letter.earlier_start === null ? [] : [`Bisheriger Beginn: ${dayOf(letter.earlier_start)}`]),
    `Gebucht von: ${by}`,
  ];
  const why = 'Sie erhalten diese Nachricht, weil Ihr Konto mit dieser Weiterbildungsstätte verbunden ist.';
  return {
    to: letter.email,
    subject: `${title}: ${letter.course_name}`.replace(/\s+/g, ' '),
    text: [greeting, said(by), facts.join('\n'), next, link, why, signature(siteUrl)].join('\n\n'),
    html: mailPage(
      title,
      [greeting, said(by), ...facts, next].map(paragraph).join('') + button(link, label) + small(why),
    ),
  };
}

/** Whose letters are sent first; unsent ones of others follow. */
export type LetterSource =
  | { readonly bookingId: string; readonly institutionId: string }
  /** The booking that a granted checkout paid for. */
  | { readonly sessionId: string };

/**
 * Sends trainees their letters, each once: those of the source, and always the unsent ones. A booking is valid whether
 * or not its mails leave: a failure is logged, and the next call tries again. Returns how many left.
 */
export async function tellTrainees(place: Place, source?: LetterSource): Promise<number> {
  const { environment, database } = place;
  try {
    const letters = await database.call(
      'nemus_claim_trainee_letters',
      source === undefined
        ? {}
        : 'sessionId' in source
          ? { p_session_id: source.sessionId }
          : { p_booking: source.bookingId, p_institution: source.institutionId },
      claimedSchema,
    );
    const tokens = await unsubscribingOf(
      database,
      letters.map(({ letter_id: id }) => String(id)),
    );
    return await sendEach(database, letters, {
      job: 'send-letters',
      schema: letterSchema,
      idOf: ({ letter_id: id }) => id,
      send: (letter) => {
        const mail = traineeMail(environment.siteUrl, letter);
        return sendMail(environment, withUnsubscribing(environment, mail, tokens.get(letter.letter_id)));
      },
      note: (id, left) => database.call('nemus_note_trainee_letter', { p_letter: id, p_sent: left }, z.unknown()),
    });
  } catch (error) {
    logError(error);
    return 0;
  }
}
