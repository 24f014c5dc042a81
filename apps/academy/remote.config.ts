import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'academy',
  title: 'Akademie',
  team: 'academy',
  contract: '^1.5.0',
  routes: [{ path: '/academy', title: 'Akademie' }],
  menu: [{ id: 'academy', path: '/academy', label: 'Akademie', icon: 'area', order: 110 }],
  budget: { entry: 24_000, total: 450_000 },
});
