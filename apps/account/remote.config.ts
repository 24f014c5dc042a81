import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'account',
  title: 'Konto',
  team: 'account',
  contract: '^1.7.0',
  routes: [{ path: '/account', title: 'Konto' }],
  menu: [{ id: 'account', path: '/account', label: 'Konto', icon: 'settings', order: 110 }],
  budget: { entry: 24_000, total: 450_000 },
});
