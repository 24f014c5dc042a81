import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'elearning',
  title: 'E-Learning',
  team: 'elearning',
  contract: '^1.4.0',
  routes: [
    { path: '/e-learning', roles: ['piw'], title: 'E-Learning' },
    { path: '/course', title: 'Kurs' },
  ],
  menu: [{ id: 'elearning', path: '/e-learning', label: 'E-Learning', icon: 'elearning', order: 40, roles: ['piw'] }],
  searches: [{ id: 'courses', label: 'E-Learning-Kurse', expose: './search-courses', roles: ['piw'] }],
  // The video of Block A is part of the release.
  budget: { entry: 24_000, total: 750_000 },
});
