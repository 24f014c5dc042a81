import type { AreaSection } from '@nemus/area';
import type { UserType } from '@nemus/contract';

/** The parts of the area for each account type, in the order in which they are shown; the first is its start. */
export const SECTIONS: Readonly<Record<UserType, readonly AreaSection[]>> = {
  piw: [
    { path: '/logbook', label: 'Woche' },
    { path: '/logbook/entries', label: 'Alle Einträge' },
    { path: '/logbook/certificates', label: 'Zertifikate' },
    { path: '/logbook/cases', label: 'Fälle' },
    { path: '/logbook/sites', label: 'Stätten' },
    { path: '/logbook/credit', label: 'Anrechnung' },
    { path: '/logbook/requirements', label: 'Anforderungen' },
    { path: '/logbook/paper', label: 'Ausdruck' },
  ],
  institution: [
    { path: '/logbook', label: 'Stand der Weiterbildung' },
    { path: '/logbook/people', label: 'Wer bestätigt' },
    { path: '/logbook/workload', label: 'Auslastung' },
  ],
};

/** For confirmers of both account types. */
export const CONFIRMING: readonly AreaSection[] = [
  { path: '/logbook/inbox', label: 'Eingang' },
  { path: '/logbook/decisions', label: 'Entschieden' },
  { path: '/logbook/confirming', label: 'Vertretung und E-Mails' },
];
