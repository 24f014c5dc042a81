import { z } from 'zod';
import { cases, says, tells, type Entry } from '../entry.ts';
import { MEMBER_ROLE_NAMES, MEMBER_ROLES } from '../member-roles.ts';
import { count, formatMoney, name } from '../values.ts';

/** Refusals about accounts, institutions and who acts for them. */
export const ACCOUNTS = {
  name_is_proved: says(
    409,
    'Ihr Name steht auf bestätigten Stunden oder Zertifikaten. Beantragen Sie die Änderung bitte in den Kontoeinstellungen unter „Name“.',
  ),
  name_unchanged: says(409, 'Das ist schon Ihr Name.'),
  name_request_open: cases(
    409,
    'Über einen Antrag zu Ihrem Namen ist noch nicht entschieden. Ziehen Sie ihn zuerst zurück.',
    { trainee: 'Über einen Antrag zu diesem Namen ist noch nicht entschieden.' },
  ),
  name_request_unlinked: says(
    409,
    'Die Person ist nicht mehr mit dieser Weiterbildungsstätte verbunden. Lehnen Sie den Antrag bitte ab.',
  ),
  name_request_limit: says(429, 'Sie haben in 30 Tagen fünf Anträge gestellt. Bitte versuchen Sie es später wieder.'),
  name_request_not_found: says(404, 'Diesen Antrag gibt es nicht (mehr).'),
  name_request_decided: says(409, 'Über diesen Antrag ist schon entschieden.'),
  own_request: says(409, 'Über Ihren eigenen Antrag entscheidet jemand anderes.'),
  immutable_account: says(409, 'Der Kontotyp kann nicht geändert werden.'),
  sign_in_again: says(403, 'Bitte geben Sie Ihr Passwort noch einmal ein: Ihre Anmeldung liegt zu lange zurück.'),
  subscription_running: says(
    409,
    'Ihr Abonnement läuft noch. Kündigen Sie es zuerst, dann können Sie Ihr Konto löschen.',
  ),
  purchase_waiting: says(
    409,
    'Ein Kauf ist noch nicht abgeschlossen. Bitte warten Sie, bis die Zahlung entschieden ist.',
  ),
  invoice_open: says(
    409,
    'Eine Rechnung ist noch nicht bezahlt. Überweisen Sie zuerst den offenen Betrag; sobald er eingegangen ist, können Sie Ihr Konto löschen.',
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
    () => z.object({ roles: z.array(z.enum(MEMBER_ROLES)).min(1) }),
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
    () => z.object({ most: count }),
    ({ most }) => `Eine Weiterbildungsstätte hat höchstens ${most} Mitglieder und offene Einladungen.`,
  ),
  members_book_for_trainees: says(
    409,
    'Mit Karte kaufen Mitglieder Kurse für Personen in Weiterbildung. Für sich selbst buchen Sie bitte mit Credits.',
  ),
  budget_exceeded: tells(
    409,
    'Das Jahresbudget einer Person reicht dafür nicht.',
    () => z.union([z.object({ name, credits: count }), z.object({ name, cents: z.int() })]),
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
  own_role_granted: says(
    409,
    'Dem eigenen Konto können Sie keine Rolle geben. Bitte lassen Sie das eine andere Person mit der Rolle „Personen“ tun.',
  ),
  own_role: says(409, 'Die Rolle „Personen“ können Sie dem eigenen Konto nicht nehmen.'),
  invalid_role: says(400, 'Diese Rolle gibt es nicht.'),
  note_missing: says(400, 'Bitte geben Sie einen Grund an, mit mindestens drei Zeichen.'),
  append_only: cases(405, 'Diese Einträge können nicht geändert werden.', {
    certificate: 'Ein ausgestelltes Zertifikat kann nicht geändert werden.',
    withdrawal: 'Eine Widerrufserklärung kann nicht geändert werden.',
  }),
} as const satisfies Readonly<Record<string, Entry>>;
