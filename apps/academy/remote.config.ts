import { defineRemoteConfig } from '@nemus/contract/config';
import { SECTIONS, STAFF } from './src/frame/sections';
import { CERTIFICATE_CHECK } from './src/paths';

export default defineRemoteConfig({
  name: 'academy',
  title: 'Akademie',
  team: 'academy',
  contract: '^1.12.0',
  routes: [
    { path: '/academy', title: 'Akademie', requires: [...STAFF] },
    ...Object.values(SECTIONS).map(({ path, label, requires }) => ({
      path,
      title: `${label} der Akademie`,
      requires: [...requires],
    })),
    { path: CERTIFICATE_CHECK, access: 'public', title: 'Zertifikat prüfen' },
  ],
  menu: [{ id: 'academy', path: '/academy', label: 'Akademie', icon: 'area', order: 110, requires: [...STAFF] }],
  commands: [
    ...Object.entries(SECTIONS).map(([id, { path, label, requires }]) => ({
      id,
      label: `Akademie: ${label}`,
      path,
      kind: 'page' as const,
      requires: [...requires],
    })),
    {
      id: 'new-seminar',
      label: 'Seminar anlegen',
      path: '/academy/catalogue/new',
      keywords: ['Kurs', 'neu'],
      requires: ['staff:catalogue'],
    },
    {
      id: 'new-date',
      label: 'Termin planen',
      path: '/academy/dates/neu',
      keywords: ['Seminar', 'neu'],
      requires: ['staff:teaching'],
    },
    {
      id: 'tasks',
      label: 'Offene Bestellungen',
      path: '/academy/orders/open',
      kind: 'page',
      keywords: ['Erstattung'],
      requires: ['staff:orders'],
    },
    {
      id: 'institutions',
      label: 'Weiterbildungsstätten prüfen',
      path: '/academy/people/institutions',
      keywords: ['Freigabe'],
      requires: ['staff:people'],
    },
  ],
  searches: [
    { id: 'seminars', label: 'Seminare der Akademie', expose: './search-seminars', requires: ['staff:catalogue'] },
    { id: 'accounts', label: 'Konten', expose: './search-people', requires: ['staff:people'] },
  ],
  budget: { entry: 24_000, total: 450_000 },
});
