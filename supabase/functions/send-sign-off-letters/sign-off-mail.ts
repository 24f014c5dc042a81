import { z } from 'zod';
import { button, mailPage, paragraph, signature, small } from '../_shared/mail-frame.ts';
import { institutionName, personName } from '../_shared/mail-names.ts';
import type { Mail } from '../_shared/mail.ts';
import { day } from '../_shared/texts/values.ts';

/** Open entries for one confirming person, as the database returns them. */
export const signOffLetterSchema = z.object({
  letter_id: z.uuid(),
  kind: z.enum(['link', 'reminder']),
  /** Of a link, as everything that is null otherwise. */
  token: z.string().nullable(),
  expires_at: z.string().nullable(),
  email: z.string(),
  name: z.string(),
  institution: z.string().nullable(),
  trainee: z.string().nullable(),
  trainees: z.int(),
  entries: z.int(),
  /** Mondays, `yyyy-MM-dd`, latest first. */
  weeks: z.array(z.string()),
});
export type SignOffLetter = z.infer<typeof signOffLetterSchema>;

/** `yyyy-MM-dd` as people read it. */
const dateOf = (date: string) => date.split('-').toReversed().join('.');

/** `1 Eintrag`, `12 Einträge`. */
const entriesOf = (count: number) => (count === 1 ? '1 Eintrag' : `${count} Einträge`);

/** The mail to a confirming person. Names are users' own words, and cleaned; notes of entries are never in it. */
export function signOffMail(siteUrl: string, letter: SignOffLetter): Mail {
  const name = personName(letter.name, '');
  const greeting = name === '' ? 'Guten Tag,' : `Guten Tag ${name},`;
  return letter.kind === 'link' ? linkMail(siteUrl, letter, greeting) : reminderMail(siteUrl, letter, greeting);
}

function linkMail(siteUrl: string, letter: SignOffLetter, greeting: string): Mail {
  const trainee = personName(letter.trainee ?? '', '') || 'Eine Person in Weiterbildung';
  const institution = institutionName(letter.institution);
  const link = `${siteUrl}/logbuch-bestaetigen?${new URLSearchParams({ link: letter.token ?? '' }).toString()}`;
  const title = letter.entries === 1 ? 'Ein Eintrag wartet auf Sie' : `${letter.entries} Einträge warten auf Sie`;
  const said = `${trainee} bittet Sie, ${entriesOf(letter.entries)} im Logbuch der Weiterbildung zu bestätigen. ${institution} hat Sie dafür benannt.`;
  const weeks = `${letter.weeks.length === 1 ? 'Woche' : 'Wochen'} ab: ${letter.weeks.map(dateOf).join(', ')}`;
  const how =
    'Auf der Seite sehen Sie die Einträge und bestätigen sie oder geben sie mit einem Grund zurück. Das Öffnen der Seite bestätigt nichts.';
  const until = letter.expires_at === null ? '' : ` Er gilt bis zum ${day.parse(letter.expires_at)}.`;
  const valid = `Der Link ist nur für Sie, gilt für eine Entscheidung und ersetzt frühere Links zu dieser Person.${until}`;
  const ignore =
    'Sie sollen für diese Weiterbildungsstätte nichts bestätigen? Dann können Sie diese E-Mail ignorieren; bitte geben Sie ihr Bescheid.';
  return {
    to: letter.email,
    subject: `${title}: Logbuch von ${trainee}`,
    text: [greeting, said, weeks, `Einträge ansehen:\n${link}`, how, `${valid}\n${ignore}`, signature(siteUrl)].join(
      '\n\n',
    ),
    html: mailPage(
      title,
      [greeting, said, weeks, how].map(paragraph).join('') +
        button(link, 'Einträge ansehen') +
        [valid, ignore].map(small).join(''),
    ),
  };
}

function reminderMail(siteUrl: string, letter: SignOffLetter, greeting: string): Mail {
  const title = letter.entries === 1 ? 'Ein Eintrag wartet auf Sie' : `${letter.entries} Einträge warten auf Sie`;
  const people = letter.trainees === 1 ? 'einer Person' : `${letter.trainees} Personen`;
  const said = `Im Logbuch ${letter.entries === 1 ? 'wartet' : 'warten'} ${entriesOf(letter.entries)} von ${people} in Weiterbildung auf Ihre Bestätigung.`;
  const link = `${siteUrl}/logbook/inbox`;
  const why = 'Wie oft wir Ihnen schreiben, stellen Sie im Logbuch unter „Vertretung und E-Mails“ ein.';
  return {
    to: letter.email,
    subject: `Logbuch: ${title}`,
    text: [greeting, said, link, why, signature(siteUrl)].join('\n\n'),
    html: mailPage(title, [greeting, said].map(paragraph).join('') + button(link, 'Zum Eingang') + small(why)),
  };
}
