import type { Competency, Trainee, TraineeAccess, TraineeStatus } from '@nemus/data';
import type { Tone } from '@nemus/ui';

interface Label {
  readonly text: string;
  readonly tone: Tone;
}

export const STATUS_LABELS: Readonly<Record<TraineeStatus, Label>> = {
  active: { text: 'Aktiv', tone: 'success' },
  inactive: { text: 'Inaktiv', tone: 'neutral' },
};

export const ACCESS_LABELS: Readonly<Record<TraineeAccess, Label>> = {
  linked: { text: 'Verbunden', tone: 'success' },
  pending: { text: 'Eingeladen', tone: 'info' },
  declined: { text: 'Abgelehnt', tone: 'warning' },
  expired: { text: 'Abgelaufen', tone: 'warning' },
  revoked: { text: 'Zurückgezogen', tone: 'neutral' },
  none: { text: 'Nicht eingeladen', tone: 'neutral' },
};

/** The trainee's access to the portal; repeated invitations are distinguished. */
export function accessLabel({ access, invitation }: Pick<Trainee, 'access' | 'invitation'>): Label {
  if (access === 'pending' && invitation !== null && invitation.sent_count > 1) {
    return { ...ACCESS_LABELS.pending, text: 'Erneut eingeladen' };
  }
  return ACCESS_LABELS[access];
}

/** One word for each competency, for the narrow cells of a table. */
export const SHORT_COMPETENCIES: Readonly<Record<Competency, string>> = {
  fachliche_kompetenz: 'Fachlich',
  diagnostische_kompetenz: 'Diagnostik',
  methoden_kompetenz: 'Methoden',
  beziehungsgestaltung: 'Beziehung',
  personale_kompetenz: 'Person',
  professionelle_haltung: 'Haltung',
};

export function fullName({ first_name, last_name }: Pick<Trainee, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`;
}
