/** What people read when an answer of the backend has no code of its own, or when none came. */
export const FAILURES = {
  network: 'Keine Verbindung zum Server.',
  timeout: 'Der Server hat nicht rechtzeitig geantwortet.',
  /** Ended by the user, here or elsewhere. */
  sessionEnded: 'Ihre Sitzung ist beendet. Bitte melden Sie sich neu an.',
  session: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  forbidden: 'Für diese Daten fehlt Ihnen die Berechtigung.',
  server: 'Der Server konnte die Anfrage nicht beantworten.',
  malformed: 'Die Antwort des Servers war unvollständig.',
  /** Of a purchase, as promised (S-9.3). */
  purchase: 'Error occurred',
} as const;
