import { defineRemoteConfig } from '@nemus/contract/config';

/** Operators and members of release teams; the database decides who they are. */
const RELEASERS = ['release:operator', 'release:team'];

export default defineRemoteConfig({
  name: 'operations',
  title: 'Betrieb',
  team: 'operations',
  contract: '^1.13.0',
  routes: [{ path: '/operations', title: 'Betrieb', requires: RELEASERS }],
  menu: [{ id: 'operations', path: '/operations', label: 'Betrieb', icon: 'area', order: 120, requires: RELEASERS }],
  commands: [
    {
      id: 'browser',
      label: 'Betrieb: Veröffentlichungen, Verlauf, Verbindungen',
      path: '/operations',
      kind: 'page',
      keywords: ['Canary', 'Release', 'Störungen', 'Schlüssel', 'Sperrliste'],
      requires: RELEASERS,
    },
  ],
  budget: { entry: 24_000, total: 450_000 },
});
