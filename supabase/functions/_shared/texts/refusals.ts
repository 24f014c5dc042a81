import { z } from 'zod';
import { cases, says, tells, type Entry } from './entry.ts';
import { fieldProblem } from './field-problems.ts';
import { MEMBER_ROLE_NAMES, MEMBER_ROLES } from './member-roles.ts';
import { count, date, day, formatMoney, moment, name } from './values.ts';

/** Values of the limits of invitations: how many were sent, and when again. */
const limit = z.object({ count, again_at: moment });

/** States of an entry of the logbook, within a sentence. */
const ENTRY_STATES = {
  draft: 'zurückgezogen',
  submitted: 'eingereicht',
  returned: 'zurückgegeben',
  confirmed: 'bestätigt',
} as const;

/**
 * Every refusal that people read: of the database, whose errors carry a code and values, and of the functions. A sentence
 * stands here and nowhere else; to reword one is to change its line.
 */
export const REFUSALS = {
  // Any function
  invalid_request: cases(400, 'Die Anfrage ist unvollständig oder fehlerhaft.', {
    span: 'Diese Zeitspanne gibt es nicht.',
  }),
  not_signed_in: says(401, 'Bitte melden Sie sich an.'),
  session_ended: says(401, 'Ihre Sitzung ist beendet. Bitte melden Sie sich neu an.'),
  factor_not_given: says(403, 'Bitte geben Sie zuerst den Code aus Ihrer Authenticator-App ein.'),
  factor_required: says(403, 'Bitte bestätigen Sie das mit einem Code aus Ihrer Authenticator-App.'),
  factor_missing: says(409, 'Ihr Konto hat keinen zweiten Faktor.'),
  own_factor_first: says(
    409,
    'Richten Sie zuerst für Ihr eigenes Konto einen zweiten Faktor ein: Sonst schließen Sie sich selbst aus.',
  ),
  factor_enrolment_required: says(
    403,
    'Ihre Weiterbildungsstätte verlangt einen zweiten Faktor. Richten Sie ihn unter Konto, Sicherheit ein.',
  ),
  recovery_code_wrong: says(422, 'Dieser Wiederherstellungscode gilt nicht. Jeder Code gilt einmal.'),
  recovery_attempts: says(429, 'Zu viele Versuche. Bitte warten Sie eine Stunde, bevor Sie es noch einmal versuchen.'),
  method_not_allowed: says(405, 'Die Anfrage ist unvollständig oder fehlerhaft.'),
  unexpected: says(500, 'Ein unerwarteter Fehler ist aufgetreten'),

  // A field of a form
  invalid_field: fieldProblem,

  // Accounts
  immutable_account: says(409, 'Der Kontotyp kann nicht geändert werden.'),
  paper_limit: says(429, 'Sie haben das Logbuch in der letzten Stunde zwanzigmal erstellt. Bitte warten Sie etwas.'),
  sign_in_again: says(403, 'Bitte geben Sie Ihr Passwort noch einmal ein: Ihre Anmeldung liegt zu lange zurück.'),
  subscription_running: says(
    409,
    'Ihr Abonnement läuft noch. Kündigen Sie es zuerst, dann können Sie Ihr Konto löschen.',
  ),
  purchase_waiting: says(
    409,
    'Ein Kauf ist noch nicht abgeschlossen. Bitte warten Sie, bis die Zahlung entschieden ist.',
  ),
  last_staff: says(409, 'Sie vergeben als Einzige*r die Rechte der Akademie. Geben Sie dieses Recht zuerst weiter.'),
  address_unconfirmed: cases(403, 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.', {
    institution:
      'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse. Der Link dazu steht in der Nachricht zu Ihrer Registrierung.',
  }),
  approval_required: cases(403, 'Ihre Weiterbildungsstätte ist noch nicht freigegeben.', {
    institution:
      'Ihre Weiterbildungsstätte ist noch nicht freigegeben. Wir prüfen jede Weiterbildungsstätte, bevor sie Personen einlädt oder Kurse für sie bucht.',
  }),
  institution_required: cases(403, 'Dies steht nur Weiterbildungsstätten zur Verfügung.', {
    credits: 'Nur Weiterbildungsstätten können mit Credits bezahlen.',
    invitation: 'Nur Weiterbildungsstätten können einladen.',
  }),
  membership_required: says(
    403,
    'Ihr Konto gehört zurzeit zu keiner Weiterbildungsstätte. Bitten Sie die Verwaltung Ihrer Weiterbildungsstätte um eine Einladung.',
  ),
  member_role_required: tells(
    403,
    'Dafür fehlt Ihnen in dieser Weiterbildungsstätte die Berechtigung.',
    z.object({ roles: z.array(z.enum(MEMBER_ROLES)).min(1) }),
    ({ roles }) =>
      `Dafür brauchen Sie in dieser Weiterbildungsstätte die Berechtigung ${roles.map((role) => `„${MEMBER_ROLE_NAMES[role]}“`).join(' oder ')}. Die Verwaltung kann sie Ihnen geben.`,
  ),
  last_administrator: says(
    409,
    'Eine Weiterbildungsstätte braucht immer jemanden, der sie verwaltet. Geben Sie die Verwaltung zuerst einem anderen Mitglied.',
  ),
  founder_stays: says(
    409,
    'Das Konto, das die Weiterbildungsstätte angelegt hat, behält die Verwaltung, bis es sie selbst abgibt.',
  ),
  institution_has_members: says(
    409,
    'Zu Ihrer Weiterbildungsstätte gehören noch andere Mitglieder. Entfernen Sie sie zuerst, dann können Sie das Konto löschen.',
  ),
  member_is_no_institution: says(
    409,
    'Mitglied einer Weiterbildungsstätte kann nur ein Konto für Weiterbildungsstätten sein, nicht das einer Person in Weiterbildung.',
  ),
  member_not_found: cases(404, 'Dieses Mitglied gibt es nicht (mehr).', {
    own: 'Sie gehören nicht (mehr) zu dieser Weiterbildungsstätte.',
  }),
  already_member: says(409, 'Dieses Konto ist schon Mitglied der Weiterbildungsstätte.'),
  too_many_members: tells(
    409,
    'Die Weiterbildungsstätte hat schon so viele Mitglieder, wie es geben kann.',
    z.object({ most: count }),
    ({ most }) => `Eine Weiterbildungsstätte hat höchstens ${most} Mitglieder und offene Einladungen.`,
  ),
  members_book_for_trainees: says(
    409,
    'Mit Karte kaufen Mitglieder Kurse für Personen in Weiterbildung. Für sich selbst buchen Sie bitte mit Credits.',
  ),
  budget_exceeded: tells(
    409,
    'Das Jahresbudget einer Person reicht dafür nicht.',
    z.union([z.object({ name, credits: count }), z.object({ name, cents: z.int() })]),
    (left) =>
      `Das Jahresbudget von ${left.name} reicht dafür nicht: Es sind noch ${'credits' in left ? `${left.credits} Credits` : formatMoney(left.cents)} frei.`,
  ),
  booking_needs_approval: says(
    409,
    'Diese Buchung ist teurer, als Sie allein buchen dürfen. Bitten Sie die Verwaltung Ihrer Weiterbildungsstätte um eine Freigabe.',
  ),
  no_approval_needed: says(409, 'Diese Buchung braucht keine Freigabe. Sie können sie gleich abschließen.'),
  request_open: says(409, 'Für diesen Kurs und eine dieser Personen wartet schon eine Anfrage auf die Freigabe.'),
  request_not_found: says(404, 'Diese Anfrage gibt es nicht (mehr).'),
  request_decided: says(409, 'Über diese Anfrage ist schon entschieden.'),
  too_many_booking_requests: says(
    409,
    'Es warten schon sehr viele Anfragen auf eine Freigabe. Bitte lassen Sie zuerst über diese entscheiden.',
  ),
  invalid_budget: says(400, 'Bitte geben Sie ganze Beträge an: bis 1.000.000 Credits und 1.000.000 €.'),
  piw_required: cases(403, 'Einladungen sind für Psychotherapeut*innen in Weiterbildung.', {
    requirements: 'Anforderungen wählen Psychotherapeut*innen in Weiterbildung für sich selbst.',
  }),
  operator_required: says(403, 'Das ist dem Betrieb des Portals vorbehalten.'),
  staff_required: says(403, 'Das ist der Akademie vorbehalten.'),
  institution_not_found: cases(404, 'Diese Weiterbildungsstätte wurde nicht gefunden.', {
    approval: 'Diese Weiterbildungsstätte ist nicht freigegeben.',
  }),
  institution_renamed: says(
    409,
    'Der Name der Weiterbildungsstätte hat sich geändert oder fehlt. Bitte sehen Sie ihn sich noch einmal an.',
  ),
  account_blocked: says(403, 'Ihr Konto ist gesperrt. Bitte wenden Sie sich an den Support.'),
  account_not_found: says(404, 'Dieses Konto wurde nicht gefunden.'),
  account_is_blocked: says(409, 'Dieses Konto ist gesperrt. Heben Sie zuerst die Sperre auf.'),
  own_account: says(409, 'Das eigene Konto können Sie nicht sperren.'),
  own_role: says(409, 'Die Rolle „Personen“ können Sie dem eigenen Konto nicht nehmen.'),
  invalid_role: says(400, 'Diese Rolle gibt es nicht.'),
  note_missing: says(400, 'Bitte geben Sie einen Grund an, mit mindestens drei Zeichen.'),
  append_only: cases(405, 'Diese Einträge können nicht geändert werden.', {
    certificate: 'Ein ausgestelltes Zertifikat kann nicht geändert werden.',
    withdrawal: 'Eine Widerrufserklärung kann nicht geändert werden.',
  }),

  // Courses and credits
  course_not_found: cases(404, 'Dieser Kurs wird nicht angeboten.', {
    catalogue: 'Dieses Seminar gibt es nicht.',
  }),
  insufficient_credits: tells(
    409,
    'Nicht genügend Credits',
    z.object({ available: count }),
    ({ available }) => `Nicht genügend Credits (${available} verfügbar)`,
  ),
  already_enrolled: tells(
    409,
    'Für diesen Kurs besteht bereits eine Anmeldung.',
    z.object({ name }),
    (who) => `${who.name} ist für diesen Kurs bereits angemeldet.`,
  ),

  // Catalogue, by those who run it
  zfu_missing: says(409, 'Ohne Angabe zum Fernunterrichtsschutz (ZFU) steht kein bezahltes Seminar im Katalog.'),
  course_changed: says(409, 'Dieses Seminar wurde inzwischen von jemand anderem geändert.'),
  course_sold: says(
    409,
    'Dieses Seminar ist schon verkauft: Einheiten, Kompetenz und die Art der Teilnahme bleiben, wie sie verkauft wurden. Für andere legen Sie bitte ein neues Seminar an.',
  ),
  course_incomplete: says(409, 'Dem Seminar fehlt noch etwas, bevor es veröffentlicht werden kann.'),
  course_is_draft: says(409, 'Ein Entwurf steht nicht im Katalog.'),
  course_in_use: cases(409, 'Dieser Entwurf hat Termine oder einen E-Learning-Kurs und kann nicht gelöscht werden.', {
    published: 'Ein Seminar, das veröffentlicht war, kann nicht gelöscht werden.',
  }),

  // Requirement sets
  set_not_found: says(404, 'Diese Anforderungen wurden nicht gefunden.'),
  set_changed: says(409, 'Diese Anforderungen wurden inzwischen von jemand anderem geändert.'),
  set_published: says(
    409,
    'Veröffentlichte Anforderungen bleiben, wie sie sind. Für andere Zahlen legen Sie bitte eine neue Version an.',
  ),
  set_incomplete: says(409, 'Den Anforderungen fehlt noch etwas, bevor sie veröffentlicht werden können.'),
  set_is_draft: says(409, 'Ein Entwurf steht noch niemandem zur Wahl.'),
  set_retired: says(409, 'Diese Anforderungen werden nicht mehr angeboten. Bitte wählen Sie andere.'),
  set_not_valid_yet: tells(
    409,
    'Diese Anforderungen gelten noch nicht.',
    z.object({ from: day }),
    ({ from }) => `Diese Anforderungen gelten erst ab dem ${from}.`,
  ),
  choice_changed: says(
    409,
    'Ihre Anforderungen wurden inzwischen an anderer Stelle gewechselt. Bitte sehen Sie sich die Änderungen noch einmal an.',
  ),

  // Trainees and invitations
  no_trainees: says(400, 'Bitte wählen Sie mindestens eine Person aus.'),
  trainee_not_found: cases(404, 'Eine der ausgewählten Personen wurde nicht gefunden.', {
    person: 'Diese Person wurde nicht gefunden.',
    link: 'Diese Verbindung wurde nicht gefunden.',
  }),
  trainee_inactive: tells(
    409,
    'Eine der ausgewählten Personen ist inaktiv. Kurse werden nur für aktive PiW gebucht.',
    z.object({ name }),
    (who) => `${who.name} ist inaktiv. Kurse werden nur für aktive PiW gebucht.`,
  ),
  trainee_linked: says(409, 'Diese Person ist bereits verbunden.'),
  trainee_exists: says(409, 'Diese Person steht bereits in Ihrer Liste. Dort können Sie sie erneut einladen.'),
  already_linked: says(409, 'Ihr Konto ist mit dieser Weiterbildungsstätte schon verbunden.'),
  invalid_person: says(400, 'Name, E-Mail-Adresse oder Telefonnummer ist ungültig.'),
  mail_unavailable: says(502, 'Die Person ist eingetragen, aber die Nachricht konnte nicht verschickt werden.'),
  too_many: tells(
    400,
    'Bitte laden Sie weniger Personen auf einmal ein.',
    z.object({ most: count }),
    ({ most }) => `Bitte laden Sie höchstens ${most} Personen auf einmal ein.`,
  ),
  invitation_open: tells(
    409,
    'Diese Person ist bereits eingeladen.',
    z.object({ valid_until: day }),
    (link) => `Diese Person ist bereits eingeladen; der Link gilt bis ${link.valid_until}.`,
  ),
  invitation_invalid: cases(404, 'Diese Einladung ist ungültig oder abgelaufen.', {
    trainee: 'Es gibt keine offene Einladung.',
    member: 'Diese Einladung ist ungültig, abgelaufen oder zurückgezogen.',
  }),
  invitation_for_other: tells(
    403,
    'Diese Einladung ging an eine andere Adresse. Bitte melden Sie sich mit dieser Adresse an, oder bitten Sie die Weiterbildungsstätte um eine Einladung an die Adresse Ihres Kontos.',
    z.object({ address: name }),
    ({ address }) =>
      `Diese Einladung ging an ${address}. Bitte melden Sie sich mit dieser Adresse an, oder bitten Sie die Weiterbildungsstätte um eine Einladung an die Adresse Ihres Kontos.`,
  ),
  invitation_too_soon: says(429, 'Die Einladung wurde gerade erst verschickt. Bitte warten Sie eine Minute.'),
  invitation_limit_recipient: tells(
    429,
    'Diese Person hat heute schon mehrere Einladungen bekommen.',
    limit,
    (sent) =>
      `Diese Person hat in den letzten 24 Stunden schon ${sent.count} Einladungen bekommen; mehr gehen nicht an dieselbe Adresse. Wieder möglich ab ${sent.again_at} Uhr.`,
  ),
  invitation_limit_institution: tells(
    429,
    'Für heute sind alle Einladungen verschickt.',
    limit,
    (sent) =>
      `Ihre Weiterbildungsstätte hat in den letzten 24 Stunden ${sent.count} Einladungen verschickt; mehr sind nicht möglich. Wieder möglich ab ${sent.again_at} Uhr.`,
  ),
  invitation_limit_total: tells(
    429,
    'Für heute sind alle Einladungen verschickt.',
    limit,
    (sent) =>
      `Das Portal verschickt in 24 Stunden höchstens ${sent.count} Einladungen, und so viele sind schon verschickt. Wieder möglich ab ${sent.again_at} Uhr.`,
  ),

  // Bookings
  start_in_the_past: says(400, 'Der Beginn darf nicht in der Vergangenheit liegen.'),
  start_too_late: says(400, 'Der Beginn darf höchstens zwei Jahre in der Zukunft liegen.'),
  start_unchanged: says(400, 'Bitte wählen Sie einen anderen ersten Kurstag.'),
  booking_not_found: says(404, 'Diese Buchung wurde nicht gefunden.'),
  booking_over: says(409, 'Diese Buchung ist storniert oder abgeschlossen.'),
  booking_is_sample: says(409, 'Beispielbuchungen können nicht geändert werden.'),
  booking_deadline_passed: tells(
    409,
    'Die Frist für Änderungen dieser Buchung ist abgelaufen.',
    z.object({ days: count }),
    ({ days }) => `Die Frist von ${days} Tagen vor dem ersten Kurstag ist abgelaufen.`,
  ),
  booking_has_dates: says(409, 'Bei diesem Kurs wählt jede Person ihren Termin selbst. Einen Beginn gibt es nicht.'),
  seat_expired: says(409, 'Der Kurs dieser Buchung ist vorbei. Der Platz lässt sich nicht mehr weitergeben.'),
  seat_refundable: says(409, 'Dieser Platz lässt sich noch stornieren: Dann kommt zurück, was er gekostet hat.'),
  no_free_seat: says(409, 'Bei dieser Buchung ist kein Platz mehr frei.'),
  place_not_found: says(404, 'Dieser Platz ist schon storniert.'),
  place_date_near: tells(
    409,
    'Der Termin dieser Person ist zu nah.',
    z.object({ name, days: count }),
    ({ name: who, days }) =>
      `Der Termin von ${who} beginnt in weniger als ${days} Tagen. Dieser Platz kann nicht mehr storniert werden.`,
  ),
  place_begun: tells(
    409,
    'Diese Person hat den Kurs schon begonnen.',
    z.object({ name }),
    (who) => `${who.name} hat den Kurs schon begonnen. Dieser Platz kann nicht mehr storniert werden.`,
  ),
  trainee_left: tells(
    409,
    'Diese Person ist nicht mehr mit Ihnen verbunden.',
    z.object({ name }),
    (who) => `${who.name} ist nicht mehr mit Ihnen verbunden. Dieser Platz kann nicht mehr storniert werden.`,
  ),

  // Purchases
  invalid_order: says(400, 'Diese Bestellung ist nicht möglich.'),
  too_many_credits: says(400, 'Auf einmal können Sie höchstens 100.000 Credits kaufen.'),
  payment_not_found: says(404, 'Diese Zahlung wurde nicht gefunden.'),
  order_not_found: says(404, 'Diese Zahlung wurde nicht gefunden.'),
  purchase_pending: tells(
    409,
    'Sie haben das schon bestellt, die Zahlung steht noch aus. Bitte warten Sie darauf, oder brechen Sie den Kauf ab.',
    z.object({ name: name.nullable() }),
    ({ name: who }) =>
      `Sie haben diesen Kurs ${who === null ? '' : `für ${who} `}schon bestellt, die Zahlung steht noch aus. Bitte warten Sie darauf, oder brechen Sie den Kauf ab.`,
  ),
  purchase_elsewhere: tells(
    409,
    'Dieser Kurs wird für diese Person gerade von jemand anderem bestellt. Bitte warten Sie, bis das abgeschlossen ist.',
    z.object({ name: name.nullable() }),
    ({ name: who }) =>
      who === null
        ? 'Ihre Weiterbildungsstätte bestellt diesen Kurs gerade für Sie. Bitte warten Sie, bis das abgeschlossen ist.'
        : `Für ${who} läuft schon ein Kauf dieses Kurses. Bitte warten Sie, bis er abgeschlossen ist.`,
  ),
  too_many_orders: says(
    429,
    'Sie haben gerade sehr viele Käufe begonnen. Bitte bezahlen Sie einen davon, oder versuchen Sie es später noch einmal.',
  ),
  billing_address_missing: says(409, 'Bitte geben Sie zuerst Ihre Rechnungsanschrift an.'),
  already_subscribed: says(409, 'Sie haben bereits ein Abonnement.'),
  provider_unavailable: says(
    502,
    'Der Zahlungsanbieter ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
  ),

  // Withdrawals
  too_many_withdrawals: says(
    429,
    'Von Ihrem Anschluss oder für diese E-Mail-Adresse sind gerade mehrere Widerrufe eingegangen. Bitte schreiben Sie unserem Support, wenn einer fehlt.',
  ),
  withdrawal_not_found: says(404, 'Dieser Widerruf wurde nicht gefunden.'),
  refund_amount: tells(
    400,
    'Diesen Betrag können Sie nicht erstatten.',
    z.object({ left_cents: z.int().nonnegative() }),
    ({ left_cents: left }) =>
      left === 0
        ? 'Von dieser Bestellung ist nichts mehr zu erstatten.'
        : `Bitte geben Sie einen Betrag zwischen ${formatMoney(1)} und ${formatMoney(left)} an.`,
  ),
  refund_outdated: says(
    409,
    'Inzwischen wurde von dieser Bestellung etwas erstattet. Bitte sehen Sie sie sich noch einmal an.',
  ),
  never_at_provider: says(409, 'Diese Bestellung kam nie beim Zahlungsanbieter an.'),
  withdrawal_differs: says(
    409,
    'Dieser Widerruf ist bereits mit anderen Angaben eingegangen. Bitte laden Sie die Seite neu.',
  ),

  // Learning
  premium_required: says(403, 'Dieser Kurs muss zuerst gekauft werden.'),
  block_closed: says(409, 'Dieser Block ist noch nicht freigegeben.'),
  learning_draft_not_found: says(404, 'Dieser Kurs wurde nicht gefunden.'),
  title_required: says(422, 'Bitte geben Sie einen Titel mit höchstens 200 Zeichen ein.'),
  draft_changed: says(
    409,
    'Jemand anderes hat diesen Kurs inzwischen gespeichert. Ihre Eingaben stehen noch auf dieser Seite.',
  ),
  draft_too_large: says(413, 'Dieser Kurs hat zu viel Text.'),
  draft_malformed: says(422, 'Dieser Kurs konnte nicht gelesen werden.'),
  draft_incomplete: says(422, 'Dem Kurs fehlt noch etwas. Es wurde nichts veröffentlicht.'),
  learning_course_needed: says(
    409,
    'Zu diesem Kurs gehört ein Seminar, das angeboten wird oder das jemand noch nicht abgeschlossen hat.',
  ),
  media_type_refused: says(422, 'Dateien dieser Art können hier nicht hochgeladen werden.'),
  media_too_large: tells(
    413,
    'Diese Datei ist zu groß.',
    z.object({ most_bytes: z.int() }),
    ({ most_bytes }) => `Diese Datei ist zu groß. Erlaubt sind höchstens ${Math.floor(most_bytes / 1_048_576)} MB.`,
  ),
  media_not_found: says(404, 'Diese Datei wurde nicht gefunden.'),
  upload_cut_off: says(422, 'Die Datei ist unvollständig angekommen. Es wurde nichts gespeichert.'),
  upload_other_kind: says(422, 'Die Datei ist nicht, was ihr Name sagt. Es wurde nichts gespeichert.'),
  module_not_found: says(404, 'Dieses Modul wurde nicht gefunden.'),
  module_locked: says(409, 'Dieses Modul ist noch nicht freigeschaltet.'),
  quiz_not_found: cases(404, 'Zu diesem Block gibt es kein Quiz.', {
    run: 'Dieser Durchgang wurde nicht gefunden.',
  }),
  question_not_found: says(404, 'Diese Frage oder Antwort gibt es nicht.'),
  quiz_over: says(409, 'Dieser Durchgang ist bereits beendet.'),
  quiz_not_finished: cases(409, 'Bitte schließen Sie zuerst das Quiz ab.', {
    score: 'Dieses Ergebnis passt zu keinem abgeschlossenen Durchgang.',
  }),

  // Appointments
  appointment_not_found: says(404, 'Dieser Termin wurde nicht gefunden.'),
  appointment_over: says(409, 'Dieser Termin kann nicht mehr abgesagt werden.'),
  date_not_found: says(404, 'Diesen Termin gibt es nicht, oder der Kurs ist nicht mehr für Sie gebucht.'),
  date_cancelled: cases(409, 'Dieser Termin wurde abgesagt. Bitte wählen Sie einen anderen.', {
    attendance: 'Dieser Termin wurde abgesagt.',
  }),
  date_closed: says(409, 'Die Frist für diesen Termin ist abgelaufen. Bitte wählen Sie einen anderen.'),
  place_fixed: says(409, 'Die Frist ist abgelaufen: Ihr Platz an diesem Termin steht fest.'),
  seminar_attended: says(409, 'Sie haben an diesem Kurs bereits teilgenommen.'),
  appointment_not_over: says(409, 'Nur abgeschlossene Termine können bewertet werden.'),

  // Attendance at dates of a seminar
  date_not_begun: says(409, 'Dieser Termin hat noch nicht begonnen. Anwesenheit wird ab dem Beginn eingetragen.'),
  code_closed: says(409, 'Die Zeit für den Code ist vorbei. Tragen Sie die Anwesenheit bitte in der Liste ein.'),
  invalid_marks: says(400, 'Die Eintragungen sind unvollständig oder fehlerhaft.'),
  invalid_units: tells(
    400,
    'Bei teilweiser Anwesenheit sind es mindestens 1 UE und weniger, als der Termin hat.',
    z.object({ name, most: count }),
    (part) => `${part.name}: Bei teilweiser Anwesenheit sind 1 bis ${part.most} UE möglich.`,
  ),
  no_place: says(409, 'Diese Person hat keinen Platz an diesem Termin.'),
  own_attendance: says(403, 'Die eigene Anwesenheit trägt eine andere Person der Akademie ein.'),
  attendance_changed: tells(
    409,
    'Die Anwesenheit wurde inzwischen von anderer Seite geändert. Bitte sehen Sie sich die Liste noch einmal an.',
    z.object({ name }),
    (who) =>
      `Die Anwesenheit von ${who.name} wurde inzwischen von anderer Seite geändert. Bitte sehen Sie sich die Liste noch einmal an.`,
  ),
  too_many_codes: says(
    429,
    'Zu viele falsche Codes. Bitte warten Sie eine Viertelstunde, oder wenden Sie sich an die Kursleitung.',
  ),
  invalid_rating: says(400, 'Bitte vergeben Sie 1 bis 5 Sterne.'),
  feedback_too_long: tells(
    400,
    'Der Kommentar ist zu lang.',
    z.object({ most: count }),
    ({ most }) => `Der Kommentar darf höchstens ${most} Zeichen haben.`,
  ),

  // Logbook: entries, sites, cases
  trainee_required: says(403, 'Ein Logbuch führen Psychotherapeut*innen in Weiterbildung.'),
  entry_changed: says(409, 'Dieser Eintrag wurde inzwischen an anderer Stelle geändert.'),
  entry_corrected: says(409, 'Dieser Eintrag ist schon berichtigt. Berichtigen Sie bitte die Berichtigung.'),
  entry_incomplete: tells(
    409,
    'Einem der Einträge fehlt noch etwas. Es wurde nichts eingereicht.',
    z.object({ of: z.enum(['confirmer', 'role']), done_on: date }),
    ({ of, done_on: on }) =>
      of === 'confirmer'
        ? `Dem Eintrag vom ${on} fehlt, wer ihn bestätigt. Es wurde nichts eingereicht.`
        : `Den Eintrag vom ${on} kann die Person, die Sie genannt haben, nicht bestätigen. Es wurde nichts eingereicht.`,
  ),
  site_not_found: says(404, 'Diese Stätte gibt es nicht mehr.'),
  site_in_use: says(409, 'Diese Stätte steht in Einträgen und kann nicht gelöscht werden.'),
  too_many_sites: tells(
    409,
    'Mehr Stätten sind nicht möglich.',
    z.object({ most: count }),
    ({ most }) => `Mehr als ${most} Stätten sind nicht möglich.`,
  ),
  case_not_found: says(404, 'Diesen Fall gibt es nicht mehr.'),
  case_in_use: says(409, 'Dieser Fall steht in Einträgen und kann nicht gelöscht werden.'),
  too_many_cases: tells(
    409,
    'Mehr Fälle sind nicht möglich.',
    z.object({ most: count }),
    ({ most }) => `Mehr als ${most} Fälle sind nicht möglich.`,
  ),

  // News
  notification_kind: says(404, 'Diese Benachrichtigung gibt es nicht.'),
  unsubscribe_link_invalid: says(404, 'Dieser Link führt nicht mehr weiter.'),
  notification_fixed: says(409, 'Diese Benachrichtigung kann hier nicht geändert werden.'),

  // Planning dates
  date_invalid: says(400, 'Diese Angabe ist ungültig.'),
  date_in_the_past: says(400, 'Der Termin darf nicht in der Vergangenheit liegen.'),
  date_too_late: says(400, 'Der Termin darf höchstens drei Jahre in der Zukunft liegen.'),
  date_too_long: says(400, 'Ein Termin darf höchstens 14 Tage dauern.'),
  date_end_before_start: says(400, 'Ein Termin muss nach seinem Beginn enden.'),
  change_until_after_start: tells(
    400,
    'Die Frist muss vor dem Beginn des Termins enden.',
    z.object({ starts_at: moment }),
    (date) => `Die Frist muss vor dem Beginn des Termins enden (${date.starts_at} Uhr).`,
  ),
  change_until_in_the_past: says(400, 'Die Frist darf nicht schon abgelaufen sein.'),
  location_missing: says(400, 'Bitte geben Sie den Ort des Termins an.'),
  meeting_link_invalid: says(400, 'Bitte geben Sie den Link zum Termin an; er beginnt mit https://.'),
  capacity_invalid: tells(
    400,
    'Bitte geben Sie an, wie viele Plätze es gibt.',
    z.object({ most: count }),
    ({ most }) => `Bitte geben Sie 1 bis ${most} Plätze an.`,
  ),
  capacity_below_places: tells(
    409,
    'Es sind schon mehr Plätze vergeben.',
    z.object({ taken: count, starts_at: moment }),
    (date) => `Am ${date.starts_at} Uhr sind schon ${date.taken} Plätze vergeben; weniger sind nicht möglich.`,
  ),
  series_invalid: says(400, 'Diese Serie enthält keinen Termin.'),
  series_too_long: tells(
    400,
    'Diese Serie ist zu lang.',
    z.object({ most: count }),
    ({ most }) => `Eine Serie hat höchstens ${most} Termine.`,
  ),
  seminar_without_dates: says(409, 'Dieser Kurs findet nicht an Terminen statt.'),
  seminar_retired: says(409, 'Dieser Kurs ist nicht mehr im Katalog. Für ihn gibt es keine neuen Termine.'),
  date_unchangeable: cases(409, 'Dieser Termin kann nicht mehr geändert werden.', {
    cancelled: 'Dieser Termin ist abgesagt.',
    over: 'Dieser Termin hat schon begonnen und kann nicht mehr geändert werden.',
  }),
  room_taken: tells(
    409,
    'Dieser Ort ist zu dieser Zeit schon belegt.',
    z.object({ name, title: name, starts_at: moment, ends_at: moment }),
    (date) => `„${date.name}“ ist schon belegt: ${date.title}, ${date.starts_at} bis ${date.ends_at} Uhr.`,
  ),
  teacher_busy: tells(
    409,
    'Eine der lehrenden Personen hat zu dieser Zeit schon einen Termin.',
    z.object({ name, title: name, starts_at: moment, ends_at: moment }),
    (date) => `${date.name} hat schon einen Termin: ${date.title}, ${date.starts_at} bis ${date.ends_at} Uhr.`,
  ),
  teacher_not_found: says(404, 'Diese lehrende Person wurde nicht gefunden.'),
  teacher_inactive: tells(
    409,
    'Eine der lehrenden Personen ist inaktiv.',
    z.object({ name }),
    (who) => `${who.name} ist inaktiv und bekommt keine neuen Termine.`,
  ),
  teacher_name_invalid: says(400, 'Bitte geben Sie einen Namen mit höchstens 200 Zeichen an.'),
  teacher_email_invalid: says(400, 'Bitte geben Sie eine gültige E-Mail-Adresse an.'),
  teacher_email_taken: tells(
    409,
    'Diese E-Mail-Adresse ist schon eingetragen.',
    z.object({ name }),
    (who) => `Diese E-Mail-Adresse ist schon bei ${who.name} eingetragen.`,
  ),
  reason_missing: says(400, 'Bitte geben Sie einen Grund an. Die Teilnehmer*innen lesen ihn.'),
  reason_too_long: tells(
    400,
    'Der Grund ist zu lang.',
    z.object({ most: count }),
    ({ most }) => `Der Grund darf höchstens ${most} Zeichen haben.`,
  ),

  // Logbook: who confirms
  entry_not_found: says(404, 'Dieser Eintrag wurde nicht gefunden, oder er wurde inzwischen zurückgezogen.'),
  entry_state: tells(
    409,
    'Der Eintrag hat inzwischen einen anderen Stand.',
    z.object({ state: z.enum(['draft', 'submitted', 'returned', 'confirmed']) }),
    ({ state }) => `Das ist nicht mehr möglich: Der Eintrag ist inzwischen ${ENTRY_STATES[state]}.`,
  ),
  too_many_entries: tells(
    400,
    'Bitte wählen Sie weniger Einträge auf einmal.',
    z.object({ most: count }),
    ({ most }) => `Bitte wählen Sie höchstens ${most} Einträge auf einmal.`,
  ),
  sign_off_link_invalid: says(
    404,
    'Dieser Link gilt nicht mehr: Er wurde schon verwendet, durch einen neueren ersetzt, oder er ist abgelaufen.',
  ),
  own_entry: says(409, 'Eigene Einträge können Sie nicht bestätigen oder zurückgeben.'),
  role_missing: says(
    409,
    'Für einen dieser Einträge fehlt an diesem Tag die passende Rolle. Bitte wenden Sie sich an die Weiterbildungsstätte.',
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
    z.object({ name }),
    (who) => `Diese E-Mail-Adresse ist schon bei ${who.name} eingetragen.`,
  ),
  confirmer_accepted: says(
    409,
    'Diese Person bestätigt mit ihrem Konto; ihre Adresse bleibt. Beenden Sie den Eintrag und legen Sie die Person neu an.',
  ),
  deputy_without_account: says(409, 'Vertreten kann nur, wer die Benennung mit einem Konto angenommen hat.'),

  // Mobile numbers and SMS
  phone_invalid: says(
    400,
    'Das ist keine Mobilnummer, die wir kennen. Bitte geben Sie sie vollständig an, etwa 0151 23456789 oder +43 660 1234567.',
  ),
  phone_country: says(400, 'In dieses Land senden wir keine SMS.'),
  sms_unavailable: says(503, 'Dieses Portal versendet zurzeit keine SMS.'),
  phone_code_too_soon: says(429, 'Der letzte Code ist keine Minute alt. Bitte warten Sie kurz.'),
  phone_code_limit: cases(429, 'Heute geht kein weiterer Code hinaus. Bitte versuchen Sie es morgen wieder.', {
    account: 'Sie haben heute so viele Codes angefordert, wie möglich sind. Bitte versuchen Sie es morgen wieder.',
    number: 'An diese Nummer geht heute kein weiterer Code. Bitte versuchen Sie es morgen wieder.',
    total: 'Heute gehen keine weiteren Codes hinaus. Bitte versuchen Sie es morgen wieder.',
  }),
  phone_missing: says(
    409,
    'Für SMS braucht es eine geprüfte Mobilnummer. Tragen Sie Ihre Nummer zuerst unter „Konto“ ein.',
  ),
  too_many_confirmers: says(400, 'So viele Personen, Rollen oder Vertretungen sind nicht möglich.'),
} as const satisfies Readonly<Record<string, Entry>>;

/** A code that people can be refused with. */
export type RefusalCode = keyof typeof REFUSALS;

/** The values that belong to a code; `undefined` where its sentence is always the same. */
export type RefusalValues<Code extends RefusalCode> = z.input<(typeof REFUSALS)[Code]['values']>;

/** Whether somebody can be refused with this code. */
export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code);

/** The sentence of a code, with values as they came over the network: what is missing or odd is left out. */
export const readRefusal = (code: RefusalCode, values?: unknown): string => REFUSALS[code].read(values);

/**
 * The sentence of a code, with values that are known here.
 *
 * @example
 * refusalText('insufficient_credits', { available: 3 });
 */
export const refusalText = <Code extends RefusalCode>(code: Code, values: RefusalValues<Code>): string =>
  readRefusal(code, values);
