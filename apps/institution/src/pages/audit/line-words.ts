import type { LogWords } from '@nemus/area/log';
import type { OrganisationLine } from '@nemus/data';

const ACTIONS: Readonly<Record<OrganisationLine['action'], string>> = {
  insert: 'Angelegt',
  update: 'Geändert',
  delete: 'Entfernt',
};

/** Subjects of the log, in the order of its filter. */
export const SUBJECTS: Readonly<Record<string, string>> = {
  members: 'Mitglied',
  member_invitations: 'Einladung eines Mitglieds',
  institution_settings: 'Einstellungen',
  report_times: 'Zeitpunkt des Wochenberichts',
  invoice_choices: 'Form der Rechnungen',
  trainees: 'PiW',
  invitations: 'Einladung an PiW',
  trainee_messages: 'Nachricht an PiW',
  course_bookings: 'Kursbuchung',
  booking_participants: 'Platz einer Kursbuchung',
  booking_requests: 'Anfrage zur Freigabe',
  trainee_budgets: 'Budget',
  spending_limits: 'Grenze für Buchungen',
  orders: 'Bestellung',
  credit_entries: 'Credits',
  billing_addresses: 'Rechnungsanschrift',
  confirmers: 'Bestätigende Person',
  confirmer_roles: 'Rolle beim Bestätigen',
  confirmer_deputies: 'Vertretung beim Bestätigen',
};

/** The actor: staff and trainees are not named. */
function actorText({ actor_kind: kind, actor_name: name }: OrganisationLine): string {
  if (kind === 'staff') return 'Team der Akademie';
  if (kind === 'trainee') return 'PiW';
  return name === '' ? 'ein früheres Mitglied' : name;
}

/** Texts of an institution's log; an unknown subject keeps its name. */
export const WORDS: LogWords<OrganisationLine> = {
  actor: actorText,
  action: ({ action }) => ACTIONS[action],
  subject: (subject) => SUBJECTS[subject] ?? subject,
};
