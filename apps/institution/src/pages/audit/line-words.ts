import type { OrganisationLine } from '@nemus/data';

const ACTIONS: Readonly<Record<OrganisationLine['action'], string>> = {
  insert: 'Angelegt',
  update: 'Geändert',
  delete: 'Entfernt',
};

/** What the log tells of, in the order of its filter. */
export const SUBJECTS: Readonly<Record<string, string>> = {
  members: 'Mitglied',
  member_invitations: 'Einladung eines Mitglieds',
  institution_settings: 'Einstellungen',
  trainees: 'PiW',
  invitations: 'Einladung an PiW',
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

/** What was done, in words. */
export const actionText = (action: OrganisationLine['action']): string => ACTIONS[action];
/** To what it was done; one without words keeps its name. */
export const subjectText = (subject: string): string => SUBJECTS[subject] ?? subject;

/** Who did it: of staff and trainees that it was one of them. */
export function actorText({ actor_kind: kind, actor_name: name }: OrganisationLine): string {
  if (kind === 'staff') return 'Team der Akademie';
  if (kind === 'trainee') return 'PiW';
  return name === '' ? 'ein früheres Mitglied' : name;
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What was different afterwards, value by value; null where nothing stood. */
export function differencesOf({ before, after }: OrganisationLine) {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter((value) => !isEmpty(value.before) || !isEmpty(value.after))
    .map(({ name, ...values }) => ({
      name,
      before: isEmpty(values.before) ? null : written(values.before),
      after: isEmpty(values.after) ? null : written(values.after),
    }));
}
