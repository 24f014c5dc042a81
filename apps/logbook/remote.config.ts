import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'logbook',
  title: 'Logbuch',
  team: 'logbook',
  contract: '^1.6.0',
  routes: [{ path: '/logbook', roles: ['piw', 'institution'], title: 'Logbuch' }],
  menu: [
    { id: 'logbook', path: '/logbook', label: 'Logbuch', icon: 'history', order: 100, roles: ['piw', 'institution'] },
  ],
  slots: [{ name: 'course-credit', expose: './course-credit' }],
  budget: { entry: 24_000, total: 450_000 },
});
