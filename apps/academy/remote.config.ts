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
      id: 'bookkeeping',
      label: 'Buchhaltung',
      path: '/academy/orders/bookkeeping',
      kind: 'page',
      keywords: ['DATEV', 'Steuerberatung'],
      requires: ['staff:orders'],
    },
    {
      id: 'transfers',
      label: 'Offene Rechnungen',
      path: '/academy/orders/transfers',
      kind: 'page',
      keywords: ['Überweisung', 'Kontoauszug', 'Zahlungseingang'],
      requires: ['staff:orders'],
    },
    {
      id: 'turnover',
      label: 'Umsatz',
      path: '/academy/orders/turnover',
      kind: 'page',
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
    { id: 'found-orders', label: 'Bestellungen', expose: './search-orders', requires: ['staff:orders'] },
    { id: 'invoices', label: 'Rechnungen', expose: './search-invoices', requires: ['staff:orders'] },
    { id: 'withdrawals', label: 'Widerrufe', expose: './search-withdrawals', requires: ['staff:orders'] },
    { id: 'found-dates', label: 'Termine der Akademie', expose: './search-dates', requires: ['staff:teaching'] },
  ],
  budget: { entry: 24_000, total: 450_000 },
});
