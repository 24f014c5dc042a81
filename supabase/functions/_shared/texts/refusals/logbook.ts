import { z } from 'zod';
import { says, tells, type Entry } from '../entry.ts';
import { count, date, moment, name } from '../values.ts';

/** States of an entry of the logbook, within a sentence. */
const ENTRY_STATES = {
  draft: 'zurückgezogen',
  submitted: 'eingereicht',
  returned: 'zurückgegeben',
  confirmed: 'bestätigt',
} as const;

/** Why an entry cannot be submitted. */
const INCOMPLETE = {
  confirmer: (on: string) => `Dem Eintrag vom ${on} fehlt, wer ihn bestätigt.`,
  role: (on: string) => `Den Eintrag vom ${on} kann die Person, die Sie genannt haben, nicht bestätigen.`,
  account: (on: string) =>
    `Den Nachweis vom ${on} kann die Person, die Sie genannt haben, nicht bestätigen: Dafür braucht sie ein Konto und heute die passende Rolle.`,
  site: (on: string) =>
    `Den Eintrag vom ${on} kann die Person, die Sie genannt haben, nur für eine andere Stätte bestätigen.`,
  site_period: (on: string) => `Der Eintrag vom ${on} liegt außerhalb der Zeit an seiner Stätte.`,
  case_closed: (on: string) => `Der Eintrag vom ${on} liegt nach dem Abschluss seines Falls.`,
} as const;

/** Refusals about the logbook and who confirms it. */
export const LOGBOOK = {
  // Logbook: entries, sites, cases
  trainee_required: says(403, 'Ein Logbuch führen Psychotherapeut*innen in Weiterbildung.'),
  entry_changed: says(409, 'Dieser Eintrag wurde inzwischen an anderer Stelle geändert.'),
  confirmation_used: says(
    409,
    'Diese Bestätigung lässt sich nicht mehr zurücknehmen: Sie ist älter als zehn Minuten, gedruckt oder schon berichtigt, oder Sie bestätigen hier nicht mehr.',
  ),
  entry_resubmitted: says(
    409,
    'Ein Eintrag oder Name wurde geändert, seit Sie ihn gelesen haben. Es wurde nichts entschieden. Bitte lesen Sie noch einmal.',
  ),
  entry_corrected: says(409, 'Dieser Eintrag ist schon berichtigt. Berichtigen Sie bitte die Berichtigung.'),
  entry_incomplete: tells(
    409,
    'Einem der Einträge fehlt noch etwas. Es wurde nichts eingereicht.',
    () =>
      z.object({ of: z.enum(['confirmer', 'role', 'account', 'site', 'site_period', 'case_closed']), done_on: date }),
    ({ of, done_on: on }) => `${INCOMPLETE[of](on)} Es wurde nichts eingereicht.`,
  ),
  day_full: tells(
    409,
    'Ein Tag hat höchstens 24 Stunden. Es wurde nichts geändert.',
    () => z.object({ done_on: date, left: count }),
    ({ done_on: on, left }) =>
      `Am ${on} wären es damit mehr als 24 Stunden; frei sind dort noch ${left} Minuten. Es wurde nichts geändert.`,
  ),
  logbook_full: tells(
    409,
    'Mehr Einträge sind in einem Logbuch nicht möglich.',
    () => z.object({ most: count }),
    ({ most }) => `Mehr als ${most} Einträge sind in einem Logbuch nicht möglich.`,
  ),
  site_not_found: says(404, 'Diese Stätte gibt es nicht mehr.'),
  site_in_use: says(409, 'Diese Stätte steht in Einträgen und kann nicht gelöscht werden.'),
  interruption_not_found: says(404, 'Diese Unterbrechung gibt es nicht mehr.'),
  too_many_interruptions: tells(
    409,
    'Mehr Unterbrechungen lassen sich nicht eintragen.',
    () => z.object({ most: count }),
    ({ most }) => `Mehr als ${most} Unterbrechungen lassen sich nicht eintragen.`,
  ),
  too_many_sites: tells(
    409,
    'Mehr Stätten sind nicht möglich.',
    () => z.object({ most: count }),
    ({ most }) => `Mehr als ${most} Stätten sind nicht möglich.`,
  ),
  case_not_found: says(404, 'Diesen Fall gibt es nicht mehr.'),
  case_in_use: says(409, 'Dieser Fall steht in Einträgen und kann nicht gelöscht werden.'),
  too_many_cases: tells(
    409,
    'Mehr Fälle sind nicht möglich.',
    () => z.object({ most: count }),
    ({ most }) => `Mehr als ${most} Fälle sind nicht möglich.`,
  ),
  too_many_templates: tells(
    409,
    'Mehr Vorlagen sind nicht möglich.',
    () => z.object({ most: count }),
    ({ most }) => `Mehr als ${most} Vorlagen sind nicht möglich.`,
  ),
  paper_limit: says(429, 'Sie haben das Logbuch in der letzten Stunde zwanzigmal erstellt. Bitte warten Sie etwas.'),

  // Logbook: confirming people
  entry_not_found: says(404, 'Dieser Eintrag wurde nicht gefunden, oder er wurde inzwischen zurückgezogen.'),
  entry_state: tells(
    409,
    'Der Eintrag hat inzwischen einen anderen Stand.',
    () => z.object({ state: z.enum(['draft', 'submitted', 'returned', 'confirmed']) }),
    ({ state }) => `Das ist nicht mehr möglich: Der Eintrag ist inzwischen ${ENTRY_STATES[state]}.`,
  ),
  too_many_entries: tells(
    400,
    'Bitte wählen Sie weniger Einträge auf einmal.',
    () => z.object({ most: count }),
    ({ most }) => `Bitte wählen Sie höchstens ${most} Einträge auf einmal.`,
  ),
  sign_off_link_invalid: says(
    404,
    'Dieser Link gilt nicht mehr: Er wurde schon verwendet, durch einen neueren ersetzt, oder er ist abgelaufen.',
  ),
  sign_off_sent: tells(
    429,
    'Diese Person hat vor Kurzem eine E-Mail bekommen. Bitte warten Sie etwas.',
    () => z.object({ again_at: moment }),
    ({ again_at: at }) => `Diese Person hat vor Kurzem eine E-Mail bekommen. Wieder möglich ist das ab ${at} Uhr.`,
  ),
  own_entry: says(409, 'Eigene Einträge können Sie nicht bestätigen oder zurückgeben.'),
  role_missing: tells(
    409,
    'Für einen dieser Einträge fehlt an diesem Tag die passende Rolle. Bitte wenden Sie sich an die Weiterbildungsstätte.',
    () => z.object({ of: z.literal('site'), done_on: date }),
    ({ done_on: on }) =>
      `Ihre Rolle gilt für eine andere Stätte als die, die im Eintrag vom ${on} steht. Sie können ihn zurückgeben.`,
  ),
  certificate_unlinked: says(
    409,
    'Ein Zertifikat bestätigen Sie nur, solange die Person zur Weiterbildungsstätte gehört. Sie können es zurückgeben.',
  ),
  certificate_unread: says(
    409,
    'Einen Nachweis bestätigt nur, wer seine Datei lesen darf. Sie können ihn zurückgeben.',
  ),
  too_many_files: says(
    409,
    'Mehr Dateien sind nicht möglich: höchstens 200, davon 20 ohne Eintrag. Dateien ohne Eintrag werden nach einem Tag gelöscht.',
  ),
  forbidden_pair: says(
    409,
    'Befugte*r und Leitung der Selbsterfahrung derselben Person in Weiterbildung kann nicht dieselbe Person sein.',
  ),
  confirmer_not_found: says(404, 'Diese Person wurde nicht gefunden. Vielleicht wurde sie inzwischen abgemeldet.'),
  confirmer_role_not_found: says(404, 'Diese Rolle wurde nicht gefunden.'),
  deputy_not_found: says(404, 'Diese Vertretung wurde nicht gefunden.'),
  confirmer_email_taken: tells(
    409,
    'Diese E-Mail-Adresse ist schon eingetragen.',
    () => z.object({ name }),
    (who) => `Diese E-Mail-Adresse ist schon bei ${who.name} eingetragen.`,
  ),
  confirmer_accepted: says(
    409,
    'Diese Person bestätigt mit ihrem Konto; ihre Adresse bleibt. Beenden Sie den Eintrag und legen Sie die Person neu an.',
  ),
  confirmer_awaited: says(
    409,
    'Bei dieser Person warten noch Einträge von Menschen, die nicht mehr mit Ihnen verknüpft sind; ihre Adresse bleibt bis dahin. Beenden Sie den Eintrag und legen Sie die Person neu an.',
  ),
  confirmer_confirmed: says(
    409,
    'Diese Person hat schon Einträge bestätigt; ihr Name bleibt, wie er dort steht. Beenden Sie den Eintrag und legen Sie die Person neu an.',
  ),
  institution_unapproved: says(
    409,
    'Für diese Weiterbildungsstätte kann zurzeit nichts bestätigt werden: Ihre Freigabe fehlt. Sie können die Einträge zurückgeben.',
  ),
  role_overlaps: tells(
    409,
    'Diese Rolle hat die Person in dieser Zeit schon.',
    () => z.object({ from: date, until: date.optional() }),
    ({ from, until }) =>
      `Diese Rolle hat die Person schon ${until === undefined ? `seit ${from}` : `vom ${from} bis ${until}`}. Bearbeiten Sie den vorhandenen Eintrag, oder wählen Sie andere Tage.`,
  ),
  deputy_without_account: says(409, 'Vertreten kann nur, wer die Benennung mit einem Konto angenommen hat.'),
  too_many_confirmers: says(400, 'So viele Personen, Rollen oder Vertretungen sind nicht möglich.'),
} as const satisfies Readonly<Record<string, Entry>>;
