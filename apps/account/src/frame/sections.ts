import type { AreaSection } from '@nemus/area';

/** The parts of the area, in the order in which they are shown; the first is its start. */
export const SECTIONS: readonly AreaSection[] = [
  { path: '/account', label: 'Übersicht' },
  { path: '/account/security', label: 'Sicherheit' },
  { path: '/account/sessions', label: 'Anmeldungen' },
  { path: '/account/notifications', label: 'Benachrichtigungen' },
  { path: '/account/name', label: 'Name' },
  { path: '/account/email', label: 'E-Mail-Adresse' },
  { path: '/account/phone', label: 'Mobilnummer' },
];
