import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'trainee',
  title: 'Weiterbildung',
  team: 'trainee',
  contract: '^1.4.0',
  routes: [
    { path: '/dashboard', roles: ['piw'], title: 'Dashboard' },
    { path: '/competencies', roles: ['piw'], title: 'Meine Kompetenzen' },
    { path: '/seminar-catalog', roles: ['piw'], title: 'Seminarkatalog' },
    { path: '/appointments', roles: ['piw'], title: 'Meine Termine' },
    // Institutions reach their account data here as well (S-3.10), without a menu entry.
    { path: '/profile', title: 'Profil' },
  ],
  menu: [
    { id: 'dashboard', path: '/dashboard', label: 'Dashboard', icon: 'dashboard', order: 10, roles: ['piw'] },
    {
      id: 'competencies',
      path: '/competencies',
      label: 'Meine Kompetenzen',
      icon: 'competencies',
      order: 20,
      roles: ['piw'],
    },
    { id: 'catalog', path: '/seminar-catalog', label: 'Seminarkatalog', icon: 'catalog', order: 30, roles: ['piw'] },
    {
      id: 'appointments',
      path: '/appointments',
      label: 'Meine Termine',
      icon: 'appointments',
      order: 50,
      roles: ['piw'],
    },
    { id: 'profile', path: '/profile', label: 'Profil', icon: 'profile', order: 60, roles: ['piw'] },
    {
      id: 'profile-confirming',
      path: '/profile',
      label: 'Profil',
      icon: 'profile',
      order: 60,
      requires: ['only:confirming'],
    },
  ],
  commands: [
    {
      id: 'book',
      label: 'Kurs buchen',
      path: '/seminar-catalog',
      keywords: ['Seminar', 'Buchung', 'Platz'],
      roles: ['piw'],
    },
    {
      id: 'purchases',
      label: 'Rechnungen',
      path: '/profile/kaeufe',
      kind: 'page',
      keywords: ['Rechnung', 'Beleg', 'PDF', 'Käufe', 'Zahlung'],
      roles: ['piw'],
    },
    {
      id: 'code',
      label: 'Anwesenheit bestätigen',
      path: '/appointments/code',
      keywords: ['Code', 'Raum', 'Teilnahme'],
      roles: ['piw'],
    },
    {
      id: 'account-data',
      label: 'Kontodaten',
      path: '/profile',
      kind: 'page',
      keywords: ['Name', 'E-Mail', 'Passwort', 'Profil'],
      roles: ['institution'],
    },
  ],
  searches: [
    { id: 'courses', label: 'Kurse', expose: './search-courses', roles: ['piw'] },
    { id: 'appointments', label: 'Ihre Termine', expose: './search-appointments', roles: ['piw'] },
  ],
  budget: { entry: 24_000, total: 600_000 },
});
