import { defineRemoteConfig } from '@nemus/contract/config';

export default defineRemoteConfig({
  name: 'account',
  title: 'Konto',
  team: 'account',
  contract: '^1.12.0',
  routes: [
    { path: '/account', title: 'Konto' },
    { path: '/konto-loeschen', title: 'Konto löschen' },
    // Mails name this path.
    { path: '/abbestellen', access: 'public', title: 'E-Mails abbestellen' },
  ],
  menu: [{ id: 'account', path: '/account', label: 'Konto', icon: 'security', order: 110 }],
  commands: [
    {
      id: 'first-steps',
      label: 'Erste Schritte',
      path: '/account',
      kind: 'page',
      keywords: ['Hilfe', 'Anfang', 'Einführung', 'Liste'],
    },
    {
      id: 'security',
      label: 'Sicherheit der Anmeldung',
      path: '/account/security',
      kind: 'page',
      keywords: ['Passwort', 'Zwei-Faktor', 'TOTP', 'Code'],
    },
    {
      id: 'sessions',
      label: 'Anmeldungen',
      path: '/account/sessions',
      kind: 'page',
      keywords: ['Geräte', 'Überall abmelden', 'Sitzungen'],
    },
    {
      id: 'notifications',
      label: 'Benachrichtigungen einstellen',
      path: '/account/notifications',
      keywords: ['Mail', 'SMS', 'Mitteilungen'],
    },
  ],
  budget: { entry: 24_000, total: 450_000 },
});
