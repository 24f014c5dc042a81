import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'payments',
  title: 'Abonnement und Zahlung',
  team: 'payments',
  contract: '^1.12.0',
  routes: [
    { path: '/subscription', title: 'Abonnement' },
    { path: '/payment-success', layout: 'none', title: 'Zahlung' },
    // Without a sign-in (§ 356a BGB); an account finds its name filled in.
    { path: '/widerruf', access: 'public', title: 'Vertrag widerrufen' },
    { path: '/widerruf', title: 'Vertrag widerrufen' },
  ],
  menu: [
    {
      id: 'subscription',
      path: '/subscription',
      label: 'Abonnement',
      icon: 'subscription',
      order: 40,
      roles: ['institution'],
      requires: ['member:billing'],
    },
  ],
  slots: [
    { name: 'course-purchase', expose: './course-purchase' },
    { name: 'credit-balance', expose: './credit-balance' },
  ],
  commands: [
    {
      id: 'credits',
      label: 'Credits kaufen',
      path: '/subscription',
      keywords: ['Guthaben', 'Aufladen', 'Paket'],
      roles: ['institution'],
      requires: ['member:billing'],
    },
  ],
  budget: { entry: 24_000, total: 250_000 },
});
