import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'supervision',
  title: 'Supervision',
  team: 'supervision',
  contract: '^1.4.0',
  routes: [{ path: '/supervision', roles: ['piw'], title: 'Supervision' }],
  menu: [{ id: 'supervision', path: '/supervision', label: 'Supervision', icon: 'area', order: 110, roles: ['piw'] }],
  budget: { entry: 24_000, total: 600_000 },
});
