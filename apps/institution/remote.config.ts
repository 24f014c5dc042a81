import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'institution',
  title: 'Weiterbildungsstätte',
  team: 'institution',
  contract: '^1.4.0',
  routes: [
    { path: '/dashboard', roles: ['institution'], title: 'Dashboard' },
    { path: '/piw-management', roles: ['institution'], title: 'PiW Verwaltung' },
    { path: '/course-bookings', roles: ['institution'], title: 'Kursbuchungen' },
    { path: '/purchases', roles: ['institution'], title: 'Käufe' },
    { path: '/settings', roles: ['institution'], title: 'Einstellungen' },
    // Paths of an earlier menu; they lead to their successors (S-2.5).
    { path: '/book-seminars', roles: ['institution'], title: 'Kursbuchungen' },
    { path: '/reports', roles: ['institution'], title: 'Käufe' },
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
    },
    {
      id: 'bookings',
      path: '/course-bookings',
      label: 'Kursbuchungen',
      icon: 'bookings',
      order: 30,
      roles: ['institution'],
    },
    { id: 'purchases', path: '/purchases', label: 'Käufe', icon: 'purchases', order: 50, roles: ['institution'] },
    { id: 'settings', path: '/settings', label: 'Einstellungen', icon: 'settings', order: 60, roles: ['institution'] },
  ],
  budget: { entry: 24_000, total: 450_000 },
});
