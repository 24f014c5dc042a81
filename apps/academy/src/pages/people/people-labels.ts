import type { StaffRole } from '@nemus/data';

/** Labels of staff roles, and what they may do. */
export const ROLES: Readonly<Record<StaffRole, { label: string; may: string }>> = {
  catalogue: { label: 'Katalog', may: 'Seminare und E-Learning anlegen und veröffentlichen' },
  teaching: { label: 'Lehre', may: 'Termine planen und Anwesenheit erfassen' },
  orders: { label: 'Bestellungen', may: 'Bestellungen sehen und erstatten' },
  people: { label: 'Personen', may: 'Konten sperren, Rollen vergeben, Weiterbildungsstätten freigeben' },
};

export const TYPE = { piw: 'PiW', institution: 'Weiterbildungsstätte' } as const;

/** Which accounts the list can show. */
export const ACCOUNT_KIND_LABELS = {
  piw: 'PiW',
  institution: 'Weiterbildungsstätten',
  staff: 'Team der Akademie',
  blocked: 'Gesperrte Konten',
} as const;
