import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'logbook',
  title: 'Logbuch',
  team: 'logbook',
  contract: '^1.12.0',
  routes: [
    { path: '/logbook', roles: ['piw', 'institution'], title: 'Logbuch' },
    // Mails name this path.
    { path: '/logbuch-bestaetigen', access: 'public', title: 'Logbuch bestätigen' },
  ],
  menu: [
    { id: 'logbook', path: '/logbook', label: 'Logbuch', icon: 'history', order: 100, roles: ['piw', 'institution'] },
  ],
  slots: [{ name: 'course-credit', expose: './course-credit' }],
  commands: [
    {
      id: 'entry',
      label: 'Eintrag im Logbuch',
      path: '/logbook',
      keywords: ['Stunden', 'eintragen', 'Tätigkeit', 'Woche'],
      roles: ['piw'],
    },
    {
      id: 'cases',
      label: 'Fälle',
      path: '/logbook/cases',
      kind: 'page',
      keywords: ['Behandlung', 'Patient', 'Supervision'],
      roles: ['piw'],
    },
    {
      id: 'sites',
      label: 'Stätten',
      path: '/logbook/sites',
      kind: 'page',
      keywords: ['Klinik', 'Praxis', 'Abschnitt', 'Ort'],
      roles: ['piw'],
    },
    {
      id: 'credit',
      label: 'Anrechnung',
      path: '/logbook/credit',
      kind: 'page',
      keywords: ['Stand', 'zählt', 'Summe'],
      roles: ['piw'],
    },
    {
      id: 'requirements',
      label: 'Anforderungen wählen',
      path: '/logbook/requirements',
      keywords: ['Kammer', 'Weiterbildungsordnung', 'Gebiet'],
      roles: ['piw'],
    },
    {
      id: 'paper',
      label: 'Logbuch drucken',
      path: '/logbook/paper',
      keywords: ['Ausdruck', 'PDF', 'Nachweis'],
      roles: ['piw'],
    },
    {
      id: 'inbox',
      label: 'Einträge bestätigen',
      path: '/logbook/inbox',
      keywords: ['Eingang', 'Unterschrift', 'Bestätigung'],
    },
    {
      id: 'people',
      label: 'Wer bestätigt',
      path: '/logbook/people',
      kind: 'page',
      keywords: ['Befugnis', 'Supervision', 'Anleitung'],
      roles: ['institution'],
      requires: ['member:confirming', 'member:reading'],
    },
    {
      id: 'workload',
      label: 'Auslastung',
      path: '/logbook/workload',
      kind: 'page',
      keywords: ['Stunden', 'Wochen'],
      roles: ['institution'],
      requires: ['member:confirming', 'member:reading'],
    },
  ],
  budget: { entry: 24_000, total: 450_000 },
});
