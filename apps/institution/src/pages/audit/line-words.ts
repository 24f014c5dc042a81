import type { LogWords } from '@nemus/area/log';
import type { OrganisationLine } from '@nemus/data';
import { paths } from '../../paths';

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

const people = () => '/logbook/people';
const trainee = ({ subject_id: id }: OrganisationLine) => paths.trainee(id);
/** Pages of subjects. */
const LINKS: Readonly<Record<string, (line: OrganisationLine) => string>> = {
  members: () => paths.members,
  institution_settings: () => paths.settings,
  trainees: trainee,
  trainee_budgets: trainee,
  course_bookings: () => paths.bookings,
  booking_participants: () => paths.seats,
  booking_requests: () => paths.approvals,
  orders: () => paths.purchases,
  confirmers: people,
  confirmer_roles: people,
  confirmer_deputies: people,
};

/** Texts of an institution's log; no name of a table is shown. */
export const WORDS: LogWords<OrganisationLine> = {
  actor: actorText,
  action: ({ action }) => ACTIONS[action],
  subject: (subject) => SUBJECTS[subject] ?? 'Anderes',
  link: (line) => LINKS[line.subject]?.(line) ?? null,
};
