import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'institution',
  title: 'Weiterbildungsstätte',
  team: 'institution',
  contract: '^1.6.0',
  routes: [
    { path: '/dashboard', roles: ['institution'], title: 'Dashboard' },
    { path: '/piw-management', roles: ['institution'], title: 'PiW Verwaltung' },
    { path: '/course-bookings', roles: ['institution'], title: 'Kursbuchungen' },
    { path: '/purchases', roles: ['institution'], title: 'Käufe' },
    { path: '/settings', roles: ['institution'], title: 'Einstellungen' },
    // Paths of an earlier menu; they lead to their successors (S-2.5).
    { path: '/book-seminars', roles: ['institution'], title: 'Kursbuchungen' },
    { path: '/reports', roles: ['institution'], title: 'Käufe' },
    // Where what accounts are told of the members leads.
    { path: '/members', roles: ['institution'], title: 'Mitglieder' },
  ],
  menu: [
    { id: 'dashboard', path: '/dashboard', label: 'Dashboard', icon: 'dashboard', order: 10, roles: ['institution'] },
    {
      id: 'trainees',
      path: '/piw-management',
      label: 'PiW Verwaltung',
      icon: 'trainees',
      order: 20,
      roles: ['institution'],
      requires: ['member:booking', 'member:confirming', 'member:reading'],
    },
    {
      id: 'bookings',
      path: '/course-bookings',
      label: 'Kursbuchungen',
      icon: 'bookings',
      order: 30,
      roles: ['institution'],
      requires: ['member:booking', 'member:reading'],
    },
    {
      id: 'purchases',
      path: '/purchases',
      label: 'Käufe',
      icon: 'purchases',
      order: 50,
      roles: ['institution'],
      requires: ['member:billing'],
    },
    { id: 'settings', path: '/settings', label: 'Einstellungen', icon: 'settings', order: 60, roles: ['institution'] },
  ],
  commands: [
    {
      id: 'invite',
      label: 'PiW einladen',
      path: '/piw-management/einladen',
      keywords: ['Person', 'anlegen', 'Einladung', 'hinzufügen'],
      roles: ['institution'],
    },
    {
      id: 'book',
      label: 'Kurs buchen',
      path: '/course-bookings?ansicht=buchen',
      keywords: ['Seminar', 'Buchung', 'anmelden', 'Platz'],
      roles: ['institution'],
    },
    {
      id: 'invoices',
      label: 'Rechnungen',
      path: '/purchases',
      kind: 'page',
      keywords: ['Rechnung', 'Beleg', 'PDF', 'Zahlung', 'Käufe'],
      roles: ['institution'],
    },
    {
      id: 'billing',
      label: 'Rechnungsdaten ändern',
      path: '/settings',
      keywords: ['Adresse', 'Anschrift', 'Umsatzsteuer'],
      roles: ['institution'],
    },
  ],
  searches: [
    { id: 'trainees', label: 'Personen', expose: './search', roles: ['institution'] },
    { id: 'courses', label: 'Kurse buchen', expose: './search-courses', roles: ['institution'] },
  ],
  budget: { entry: 24_000, total: 450_000 },
});
