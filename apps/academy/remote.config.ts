import { defineRemoteConfig } from '@nemus/contract/config';
import { SECTIONS, STAFF } from './src/frame/sections';

export default defineRemoteConfig({
  name: 'academy',
  title: 'Akademie',
  team: 'academy',
  contract: '^1.6.0',
  routes: [
    { path: '/academy', title: 'Akademie', requires: [...STAFF] },
    ...Object.values(SECTIONS).map(({ path, label, requires }) => ({
      path,
      title: `${label} der Akademie`,
      requires: [...requires],
    })),
  ],
  menu: [{ id: 'academy', path: '/academy', label: 'Akademie', icon: 'area', order: 110, requires: [...STAFF] }],
  budget: { entry: 24_000, total: 450_000 },
});
